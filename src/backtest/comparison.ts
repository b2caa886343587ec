// Which of two configurations a tape calls the better one, or that it cannot tell. Both met the same market, so what counts is the difference
// of their profits moment by moment: what moved both alike says nothing.
//
//   blocks     the time of the tape in equal parts; the difference's change in each is one draw
//   told       under every queue model the 95 % interval of the sum lies on the same side of nothing (bootstrap over the blocks)

import { bootstrapInterval } from '../report/metrics/bootstrap.js'
import { changesOf, evenGrid, onGrid } from '../report/metrics/even-grid.js'
import { fillCount, type ModelRun, type Range, type RunReport } from '../report/result.js'
import { FEW_FILLS } from '../report/run/run-words.js'

export interface ModelDifference {
  readonly model: string
  /** P&L of the second less that of the first, units of collateral. */
  readonly pnl: number
  /** Of `pnl`, 95 %; absent where the tape is too short for one. */
  readonly interval?: Range
}

export interface Comparison {
  readonly verdict: 'first' | 'second' | 'cannot-tell'
  readonly models: readonly ModelDifference[]
  /** The verdict and why, one plain sentence. */
  readonly sentence: string
}

/** So many equal parts of the tape; a part of less than this says nothing by itself, milliseconds. */
const BLOCKS = 40
const SHORTEST_BLOCK_MS = 1000

type Compared = Pick<RunReport, 'runs' | 'fromMs' | 'toMs'>

/** Two reports of the same tape under the same queue models, in the same order. */
export function comparisonOf(first: Compared, second: Compared): Comparison {
  const models = first.runs.flatMap((run, i) => {
    const other = second.runs[i]
    return other === undefined ? [] : [differenceOf(run, other, first)]
  })
  const cannot = (why: string): Comparison => ({ verdict: 'cannot-tell', models, sentence: `Cannot tell: ${why}.` })
  const fewest = Math.min(...[...first.runs, ...second.runs].map(fillCount))
  const [lowest, highest] = [Math.min(...models.map(({ pnl }) => pnl)), Math.max(...models.map(({ pnl }) => pnl))]
  if (models.length === 0) return cannot('nothing ran')
  if (models.every(({ pnl }) => Math.abs(pnl) < 1e-9)) return cannot('both earned the same under every queue model')
  if (lowest < 0 && highest > 0)
    return cannot(`which one earns more depends on the queue model (${money(lowest)} to ${money(highest)})`)
  if (fewest < FEW_FILLS) return cannot(`one of them has only ${fewest} fills under a queue model`)
  if (models.some(({ interval }) => interval === undefined)) return cannot('the tape is too short')
  const unsure = models.find(({ interval }) => interval && interval.lower <= 0 && interval.upper >= 0)
  if (unsure?.interval)
    return cannot(
      `under ${unsure.model} the difference of ${money(unsure.pnl)} may be chance (95 %: ${money(unsure.interval.lower)} to ${money(unsure.interval.upper)})`,
    )
  const verdict = lowest > 0 ? 'second' : 'first'
  const by = [Math.abs(lowest), Math.abs(highest)].sort((a, b) => a - b).map((value) => value.toFixed(2))
  return {
    verdict,
    models,
    sentence: `The ${verdict} earns more, by ${by.join(' to ')} under every queue model, and more than chance explains.`,
  }
}

function differenceOf(first: ModelRun, second: ModelRun, { fromMs, toMs }: Compared): ModelDifference {
  const { model } = first
  const pnl = second.pnl.total - first.pnl.total
  const stepMs = (toMs - fromMs) / BLOCKS
  if (stepMs < SHORTEST_BLOCK_MS) return { model, pnl }
  const grid = evenGrid(fromMs, toMs, stepMs)
  const equity = (run: ModelRun) => onGrid(run.samples, grid).map((look) => look?.pnl.total ?? 0)
  const theirs = equity(second)
  const changes = changesOf(equity(first).map((value, i) => (theirs[i] ?? 0) - value))
  const interval = bootstrapInterval(changes.length, (draws) =>
    draws.reduce((sum, times, i) => sum + times * (changes[i] ?? 0), 0),
  )
  return { model, pnl, ...(interval === undefined ? {} : { interval }) }
}

const money = (value: number) => value.toFixed(2)
