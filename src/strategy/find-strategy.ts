// A strategy by its name, or out of a loaded module.

import { QuoinError } from '../domain/error.js'
import type { AnyStrategy } from './contract.js'

/** The strategy called `name`. Throws `bad-config`, naming the known ones. */
export function findStrategy(name: string, known: readonly AnyStrategy[]): AnyStrategy {
  const found = known.find((strategy) => strategy.name === name)
  if (found !== undefined) return found
  const names = known.map((strategy) => strategy.name).sort()
  throw new QuoinError('bad-config', `strategy.name: expected one of ${names.join(', ')}, got '${name}'`)
}

function isStrategy(value: unknown): value is AnyStrategy {
  if (typeof value !== 'object' || value === null) return false
  if (!('name' in value && 'description' in value && 'params' in value && 'quote' in value)) return false
  const { name, params, quote } = value
  return typeof name === 'string' && typeof quote === 'function' && typeof params === 'object' && params !== null
}

/** What a module exports; one of CommonJS that was written with `export default` has its exports under `default`. */
function exportsOf(module: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { default: whole } = module
  const isNested = typeof whole === 'object' && whole !== null && '__esModule' in whole
  return [...Object.values(module), ...(isNested ? Object.values(whole) : [])]
}

/** The one strategy that a module exports, under any name. Throws `bad-config` when there is none or more than one. */
export function strategyInModule(exported: Readonly<Record<string, unknown>>, file: string): AnyStrategy {
  const [first, ...others] = [...new Set(exportsOf(exported))].filter(isStrategy)
  if (first !== undefined && others.length === 0) return first
  const count = first === undefined ? 0 : others.length + 1
  throw new QuoinError(
    'bad-config',
    `strategy.file: expected one exported strategy (defineStrategy) in ${file}, got ${count}`,
  )
}
