// A strategy by its name, or out of a loaded module.

import { QuoinError } from '../domain/error.js'
import type { AnyStrategy } from './contract.js'

/** The strategy called `name`. Throws `bad-config`, naming the known ones; `where` says who asked for it. */
export function findStrategy(name: string, known: readonly AnyStrategy[], where = () => 'strategy.name'): AnyStrategy {
  const found = known.find((strategy) => strategy.name === name)
  if (found !== undefined) return found
  const names = known.map((strategy) => strategy.name).sort()
  throw new QuoinError('bad-config', `${where()}: expected one of ${names.join(', ')}, got '${name}'`)
}

/** What no strategy is without, and whether this is one. */
const PARTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string',
  description: (value) => typeof value === 'string',
  params: (value) => typeof value === 'object' && value !== null,
  quote: (value) => typeof value === 'function',
}

/** All that a strategy may have. */
const KEYS = Object.keys({
  ...{ name: true, description: true, params: true, scope: true, inputs: true, everyMs: true, signals: true },
  ...{ termNotes: true, init: true, quote: true },
} satisfies Record<keyof AnyStrategy, true>)

/** The parts that an object is without; all of them for what is none. */
function lacking(value: unknown): string[] {
  const fields = typeof value === 'object' && value !== null ? value : {}
  return Object.entries(PARTS).flatMap(([part, isOne]) => (isOne(Reflect.get(fields, part)) ? [] : [part]))
}

const isStrategy = (value: unknown): value is AnyStrategy => lacking(value).length === 0

/** What a module exports; one of CommonJS that was written with `export default` has its exports under `default`. */
function exportsOf(module: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { default: whole } = module
  const isNested = typeof whole === 'object' && whole !== null && '__esModule' in whole
  return [...Object.values(module), ...(isNested ? Object.values(whole) : [])]
}

/** The one strategy that a module exports, under any name. Throws `bad-config` when there is none or more than one. */
export function strategyInModule(exported: Readonly<Record<string, unknown>>, file: string): AnyStrategy {
  const all = [...new Set(exportsOf(exported))]
  const [first, ...others] = all.filter(isStrategy)
  if (first === undefined || others.length > 0) {
    const count = first === undefined ? 0 : others.length + 1
    const almost = first === undefined ? almostOf(all) : ''
    throw new QuoinError(
      'bad-config',
      `strategy.file: expected one exported strategy (defineStrategy) in ${file}, got ${count}${almost}`,
    )
  }
  // a schema of another release of zod is none of ours
  if (!('_zod' in first.params)) {
    throw new QuoinError(
      'bad-config',
      `${first.name}: params: expected a schema made with the z that comes with Quoin, such as z.strictObject({}), got another object (${file})`,
    )
  }
  // one that is misspelt would count for nothing, and nobody would be told
  const unknown = Object.keys(first).filter((key) => !KEYS.includes(key))
  if (unknown.length > 0) {
    throw new QuoinError(
      'bad-config',
      `${first.name}: expected no parts but ${KEYS.join(', ')}, got ${unknown.join(', ')} (${file})`,
    )
  }
  return first
}

/** Of what is exported, what only misses a part or two. */
function almostOf(all: readonly unknown[]): string {
  const almost = all.map(lacking).filter(({ length }) => length > 0 && length <= 2)
  return almost.map((parts) => `; one without a ${parts.join(' and a ')} that can be used`).join('')
}
