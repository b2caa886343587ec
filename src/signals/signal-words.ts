// What a file of signals says: JSON lines, of which the last word on each counts, or one object by name.
//
//   lines    { "name": "model", "value": 0.53, "market": "m1", "atMs": 1760000000000 }      market and atMs may be left out
//   object   { "model": 0.53, "drift": { "value": 0.1, "market": "m1" }, "rain": [{ "value": 0.2, "market": "m1" }, …] }

import { jsonOf } from '../domain/json.js'
import { asNumber } from './json-pointer.js'
import { isUnixMs, type SignalWord } from './signal-source.js'

export interface Words {
  readonly words: readonly SignalWord[]
  /** What could not be understood, and where; the rest counts. */
  readonly problem?: string
}

/** All that an entry may have. A market that is misspelt would be all markets, and a time that is, now. */
const KEYS: readonly string[] = ['name', 'value', 'market', 'atMs']

/** No word was made then. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

/** `writtenMs`: when what has no time of its own was made. */
export function wordsIn(text: string, writtenMs: number): Words {
  const whole = jsonOf(text)
  if (isRecord(whole) && typeof whole['name'] !== 'string') return wordsByName(whole, writtenMs)
  if (whole !== undefined && !isRecord(whole))
    return { words: [], problem: 'expected JSON lines, or one object by name' }
  return wordsInLines(text, writtenMs)
}

/** `wrong`: lines that could not be understood. */
interface LineWords extends Words {
  readonly wrong: number
}

/** Every word of the lines of a file that says when it was made, in their order; what has no time of its own is left out. */
export function timedWordsIn(text: string): LineWords {
  const { words, ...found } = linesOf(text, NEVER_MS)
  return { words: words.filter(({ atMs }) => atMs < NEVER_MS), ...found }
}

function wordsInLines(text: string, writtenMs: number): Words {
  const { words: all, problem } = linesOf(text, writtenMs)
  const words = new Map(all.map((word) => [JSON.stringify([word.name, word.market]), word]))
  return { words: [...words.values()], ...(problem === undefined ? {} : { problem }) }
}

function linesOf(text: string, writtenMs: number): LineWords {
  const lines = text.split('\n')
  // a line that is being written has no end yet
  const whole = jsonOf(lines.at(-1) ?? '') === undefined ? lines.slice(0, -1) : lines
  const words: SignalWord[] = []
  let problem: string | undefined
  let wrong = 0
  for (const [index, line] of whole.entries()) {
    if (line.trim() === '') continue
    const entry = jsonOf(line)
    const { name } = isRecord(entry) ? entry : {}
    const word = isRecord(entry) && typeof name === 'string' ? wordOf(name, entry, writtenMs) : undefined
    if (word !== undefined) {
      words.push(word)
      continue
    }
    problem ??= `line ${index + 1}: ${wrongIn(entry, writtenMs) ?? 'expected { name, value }, value a number'}`
    wrong += 1
  }
  if (words.length === 0 && problem === undefined && text.trim() !== '')
    problem = 'expected JSON lines, or one object by name'
  return { words, wrong, ...(problem === undefined ? {} : { problem }) }
}

function wordsByName(byName: Readonly<Record<string, unknown>>, writtenMs: number): Words {
  const words: SignalWord[] = []
  let problem: string | undefined
  for (const [name, said] of Object.entries(byName)) {
    for (const entry of Array.isArray(said) ? said : [said]) {
      const word = wordOf(name, isRecord(entry) ? entry : { value: entry }, writtenMs)
      if (word === undefined)
        problem ??= `${name.slice(0, 40)}: ${wrongIn(entry, writtenMs) ?? 'expected a number, or { value }, value a number'}`
      else words.push(word)
    }
  }
  return { words, ...(problem === undefined ? {} : { problem }) }
}

function wordOf(name: string, entry: Readonly<Record<string, unknown>>, writtenMs: number): SignalWord | undefined {
  if (strangeIn(entry) !== undefined) return undefined
  const { market, atMs = writtenMs } = entry
  const value = asNumber(entry['value'])
  if (value === undefined || name === '' || typeof atMs !== 'number' || !Number.isFinite(atMs)) return undefined
  if (market !== undefined && typeof market !== 'string') return undefined
  if (!isTime(atMs, writtenMs)) return undefined
  // what is in the file was made before it was written, whatever it says of itself
  const madeMs = Math.min(atMs, writtenMs)
  return { name, value, atMs: madeMs, ...(market === undefined ? {} : { market }) }
}

/** The key that an entry has and none may have, in words. */
function strangeIn(entry: unknown): string | undefined {
  const strange = isRecord(entry) ? Object.keys(entry).find((key) => !KEYS.includes(key)) : undefined
  return strange === undefined ? undefined : `expected no keys but ${KEYS.join(', ')}, got ${strange.slice(0, 40)}`
}

/** A file that says when each word was made may be of any clock, as a made-up tape is. */
const isTime = (atMs: number, writtenMs: number) => writtenMs === NEVER_MS || isUnixMs(atMs, writtenMs)

function wrongIn(entry: unknown, writtenMs: number): string | undefined {
  const atMs = isRecord(entry) ? entry['atMs'] : undefined
  if (typeof atMs !== 'number' || isTime(atMs, writtenMs)) return strangeIn(entry)
  return `expected atMs in Unix milliseconds, got ${atMs}`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
