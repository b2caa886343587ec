// Plain values as one line of JSON and back, exactly and unambiguously: what JSON has no word for is an object with one `$` key.
//
//   12n                   {"$bigint":"12"}
//   NaN, Infinity, -0     {"$number":"NaN"}
//   undefined in a list   null                 (a property that is undefined is left out)
//   null                  {"$null":true}       (the domain has no null: absent is undefined)
//   { "$a": 1 }           {"$$a":1}

import { QuoinError } from '../../domain/error.js'

/** Throws `bad-argument` for what is no plain data: functions, symbols, dates, maps, sets. */
export function toExactJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : `{"$number":"${numberWord(value)}"}`
    case 'boolean':
      return value ? 'true' : 'false'
    case 'bigint':
      return `{"$bigint":"${value}"}`
    case 'undefined':
      return 'null'
    case 'object':
      if (value === null) return '{"$null":true}'
      return Array.isArray(value) ? listJson(value) : objectJson(value)
    default:
      throw notPlain(typeof value)
  }
}

function listJson(list: readonly unknown[]): string {
  let text = '['
  for (let i = 0; i < list.length; i++) text += i === 0 ? toExactJson(list[i]) : `,${toExactJson(list[i])}`
  return `${text}]`
}

function objectJson(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw notPlain(value.constructor.name)
  let text = ''
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    const name = JSON.stringify(key.startsWith('$') ? `$${key}` : key)
    text += `${text === '' ? '' : ','}${name}:${toExactJson(inner)}`
  }
  return `{${text}}`
}

const numberWord = (value: number) => (value === 0 ? '-0' : String(value))
const notPlain = (got: string) => new QuoinError('bad-argument', `exact JSON: expected plain data, got a ${got}`)

/** What `toExactJson` was given, of a text already parsed. Throws `bad-tape` for a `$` word that is none. */
export function exactValue(parsed: unknown): unknown {
  if (typeof parsed !== 'object') return parsed
  if (parsed === null) return undefined
  if (Array.isArray(parsed)) return parsed.map(exactValue)
  const entries = Object.entries(parsed)
  const [first] = entries
  if (entries.length === 1 && first !== undefined && /^\$[^$]/.test(first[0])) return special(first[0], first[1])
  return Object.fromEntries(
    entries.map(([key, inner]) => [key.startsWith('$$') ? key.slice(1) : key, exactValue(inner)]),
  )
}

const NUMBERS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  '-0': -0,
}

function special(key: string, word: unknown): unknown {
  if (key === '$null' && word === true) return null
  if (key === '$bigint' && typeof word === 'string' && /^-?\d+$/.test(word)) return BigInt(word)
  const number = key === '$number' && typeof word === 'string' ? NUMBERS[word] : undefined
  if (number === undefined) {
    throw new QuoinError('bad-tape', `exact JSON: expected $bigint, $number or $null, got ${key} ${String(word)}`)
  }
  return number
}
