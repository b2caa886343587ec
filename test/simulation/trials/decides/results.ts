// Trials that are done, a JSON line each in a file that outlives the process; a second start goes on after them. What is kept is what a comparison
// reads, so that the table is always of the rule of now.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Compared, type Comparison, comparisonOf } from '../../../../src/backtest/comparison.js'

interface True {
  readonly fills: number
  readonly shares: number
  readonly pnl: number
  readonly edge: number
}

export interface Told {
  readonly world: string
  readonly seed: number
  readonly minutes: number
  readonly pair: string
  readonly truth: { readonly first: True; readonly second: True }
  readonly first: Compared
  readonly second: Compared
}

/** Those of the file; a last line that a kill has torn is left out. */
export function readResults(path: string): Told[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): Told[] => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

export function addResult(path: string, told: Told): void {
  mkdirSync(dirname(path), { recursive: true })
  // what a kill has torn before ends here
  appendFileSync(path, `\n${JSON.stringify(told)}\n`)
}

export type Judgement = 'right' | 'wrong' | 'cannot tell'
type Row = Record<Judgement, number> & {
  /** Right by the whole profit of the run, luck included. */ 'right by P&L': number
}

export const trueDifference = ({ truth: { first, second } }: Pick<Told, 'truth'>): number => second.edge - first.edge

export function judged(told: Pick<Told, 'truth'>, { verdict }: Pick<Comparison, 'verdict'>): Judgement {
  if (verdict === 'cannot-tell') return 'cannot tell'
  return (verdict === 'second') === trueDifference(told) > 0 ? 'right' : 'wrong'
}

/** Rows of a table: how often it was right, by world, by pair and in all. */
export function tally(results: readonly Told[]): Record<string, Row> {
  const rows = new Map<string, Row>()
  const names = (of: (told: Told) => string) => [...new Set(results.map(of))].toSorted()
  for (const name of [...names(({ world }) => world), ...names(({ pair }) => pair), 'all']) {
    rows.set(name, { right: 0, wrong: 0, 'cannot tell': 0, 'right by P&L': 0 })
  }
  for (const told of results) {
    const comparison = comparisonOf(told.first, told.second)
    const judgement = judged(told, comparison)
    const { first, second } = told.truth
    const isOfProfit = judgement !== 'cannot tell' && (comparison.verdict === 'second') === second.pnl > first.pnl
    for (const name of [told.world, told.pair, 'all']) {
      const row = rows.get(name)
      if (row === undefined) continue
      row[judgement] += 1
      if (isOfProfit) row['right by P&L'] += 1
    }
  }
  return Object.fromEntries(rows)
}

/** One configuration against itself, on tapes of two seeds of one world: nobody is better, so whom it names it names wrongly. */
export function nullTally(results: readonly Told[]): { readonly compared: number; readonly named: number } {
  let [compared, named] = [0, 0]
  for (const [i, one] of results.entries()) {
    for (const other of results.slice(i + 1)) {
      if (one.world !== other.world || one.pair !== other.pair || one.minutes !== other.minutes) continue
      for (const which of ['first', 'second'] as const) {
        compared += 1
        if (comparisonOf(one[which], movedTo(other[which], one[which].fromMs)).verdict !== 'cannot-tell') named += 1
      }
    }
  }
  return { compared, named }
}

function movedTo({ runs, fromMs, toMs }: Compared, startMs: number): Compared {
  const byMs = startMs - fromMs
  const moved = <T extends { readonly atMs: number }>(all: Iterable<T>) =>
    [...all].map((each) => ({ ...each, atMs: each.atMs + byMs }))
  return {
    ...{ fromMs: startMs, toMs: toMs + byMs },
    runs: runs.map((run) => ({ ...run, fills: moved(run.fills), samples: moved(run.samples) })),
  }
}
