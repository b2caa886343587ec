// Trials that are done, a JSON line each in a file that outlives the process; a second start goes on after them.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Comparison } from '../../../../src/backtest/comparison.js'

interface True {
  readonly fills: number
  readonly shares: number
  readonly pnl: number
  readonly markout?: number
}

interface ToldRun {
  readonly model: string
  readonly volume: number
  readonly estimated: number
  readonly pnl: number
  /** Looks: time and profit. */
  readonly equity: readonly (readonly [number, number])[]
  /** As of YES. `direction`: 1 bought, -1 sold; `mid` then, `later` ten seconds after. */
  readonly fills: readonly {
    readonly atMs: number
    readonly direction: number
    readonly price: number
    readonly shares: number
    readonly isEstimate: boolean
    readonly mid?: number
    readonly later?: number
  }[]
}

export interface Told extends Pick<Comparison, 'verdict' | 'sentence' | 'models'> {
  readonly world: string
  readonly seed: number
  readonly minutes: number
  readonly pair: string
  readonly truth: { readonly first: True; readonly second: True }
  readonly runs: { readonly first: readonly ToldRun[]; readonly second: readonly ToldRun[] }
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
  const whole = existsSync(path) ? readFileSync(path, 'utf8') : ''
  appendFileSync(path, `${whole === '' || whole.endsWith('\n') ? '' : '\n'}${JSON.stringify(told)}\n`)
}

const NOTHING = { right: 0, wrong: 0, 'cannot tell': 0 }
type Judgement = keyof typeof NOTHING

export const trueDifference = ({ truth: { first, second } }: Pick<Told, 'truth'>): number => second.pnl - first.pnl

export function judged(told: Pick<Told, 'truth' | 'verdict'>): Judgement {
  if (told.verdict === 'cannot-tell') return 'cannot tell'
  return (told.verdict === 'second') === trueDifference(told) > 0 ? 'right' : 'wrong'
}

/** Rows of a table: how often it was right, by world and by pair, and in all. */
export function tally(results: readonly Told[]): Record<string, Record<Judgement, number>> {
  const rows: Record<string, Record<Judgement, number>> = {}
  for (const told of results) {
    for (const name of [told.world, told.pair, 'all']) {
      const row = rows[name] ?? { ...NOTHING }
      row[judged(told)] += 1
      rows[name] = row
    }
  }
  return rows
}
