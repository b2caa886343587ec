// The strategy of a configuration, checked with its parameters before it trades: its types, and the rules that any strategy must keep.

import { resolve } from 'node:path'
import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { withPlace } from '../../domain/thrown-place.js'
import { sourcePlace } from '../../strategy/call-strategy.js'
import { checkStrategy, type Finding } from '../../strategy/conformance/conformance.js'
import { limitHints } from './limit-hints.js'
import { unlessEnded } from './load-failure.js'
import { ENDED, type LoadedStrategy, loadStrategy } from './load-strategy.js'
import type { NotChecked } from './tsc-errors.js'
import { typeErrors } from './type-errors.js'

export interface CheckedStrategy {
  readonly strategy: LoadedStrategy
  /** What can be said of its types. */
  readonly types: string
  /** What the configuration leaves it without, or lets none of its orders do. */
  readonly hints: readonly string[]
}

/** Told at most; the rest is counted. */
const MOST_FINDINGS = 20

/** Throws `bad-config` with every type error and every broken rule. */
export async function checkedStrategy(config: Config): Promise<CheckedStrategy> {
  const { file } = config.strategy
  const path = file === undefined ? undefined : resolve(config.folder, file)
  const types = path === undefined ? { notChecked: 'it comes with Quoin' } : await typeErrors(path)
  // a file that does not load often says why in its types
  if (Array.isArray(types) && types.length > 0) refuse('expected no type errors', types)
  const strategy = await loadStrategy(config)
  const findings = await unlessEnded(path, ENDED, () =>
    checkStrategy(strategy.definition, config.strategy.params, strategy.quote.source),
  )
  if (findings.length > 0) {
    const kept = withPlace(
      'expected a strategy that keeps the rules with these parameters',
      sourcePlace(strategy.quote.source),
    )
    // what it threw may be a wrong type
    const unchecked = /\.[mc]?ts$/.test(path ?? '') && 'notChecked' in types
    refuse(kept, inWords(findings), unchecked ? [`types: ${typesInWords(types)}`] : [])
  }
  return {
    strategy,
    types: typesInWords(types),
    hints: [...untoldSignals(strategy, config), ...limitHints(strategy.quote, config.risk)],
  }
}

const typesInWords = (types: readonly string[] | NotChecked) =>
  'notChecked' in types ? `not checked: ${types.notChecked}` : 'no errors'

/** What is wrong in many situations is said once. */
function inWords(findings: readonly Finding[]): string[] {
  const same = new Map<string, { readonly first: Finding; count: number }>()
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.detail])
    const seen = same.get(key)
    if (seen) seen.count++
    else same.set(key, { first: finding, count: 1 })
  }
  return [...same.values()].map(({ first: { rule, view, detail }, count }) => {
    const others = count === 1 ? '' : ` and ${count - 1} more`
    return `${rule} (${view}${others}): ${detail}`
  })
}

function refuse(expected: string, problems: readonly string[], after: readonly string[] = []): never {
  const told = problems.slice(0, MOST_FINDINGS)
  const more = problems.length > told.length ? [`… and ${problems.length - told.length} more`] : []
  const lines = [`strategy: ${expected}, got ${problems.length}:`, ...told, ...more, ...after]
  throw new QuoinError('bad-config', lines.join('\n  '))
}

/** Names of a file's signals show only when it is read: where there is a file, they may come from there. */
function untoldSignals({ definition }: LoadedStrategy, { signals }: Config): string[] {
  if (signals.files !== undefined) return []
  const told = new Set(signals.http?.map(({ name }) => name))
  const untold = (definition.signals ?? []).filter((name) => !told.has(name))
  return untold.map((name) => `the strategy reads the signal '${name}', and no source tells it`)
}
