// Which of two configurations a tape calls the better one, or that it cannot tell. Both met the same market, so what counts is what their fills are
// worth more or less (`edge-difference.ts`), paired by event and part of the tape.
//
//   judged     under `risk-averse`, whose fills the tape proves: estimated ones come at moments that know nothing of the next, so they are too
//              kind, and the kinder the more there are of them. Where it did not run, under the model with the fewest estimates
//   named      the 95 % interval of the sum (Student) lies on one side of nothing; one of them may have next to no fills, as long as both together
//              have enough: who stands far away and gets nothing earns nothing, which is known well
//   unless     the same interval under another model lies on the other side, or that of the whole profit does

import { changesOf, evenGrid, onGrid } from '../report/metrics/even-grid.js'
import { sumInterval } from '../report/metrics/sum-interval.js'
import type { Range } from '../report/result.js'
import { type ComparedRun, edgeDraws, partMs, type Span } from './edge-difference.js'

/** Of the second less the first, units of collateral. */
export interface ModelDifference {
  readonly model: string
  readonly pnl: number
  /** What the fills are worth a little later less what they cost: profit without the luck of what is held. */
  readonly edge: number
  /** Of `edge`, 95 %; absent where the tape has too little for one. */
  readonly interval?: Range
}

export interface Comparison {
  readonly verdict: 'first' | 'second' | 'cannot-tell'
  readonly models: readonly ModelDifference[]
  /** The verdict and why, one plain sentence. */
  readonly sentence: string
}

export interface Compared extends Span {
  readonly runs: readonly ComparedRun[]
}

interface Pair {
  readonly first: ComparedRun
  readonly second: ComparedRun
  readonly difference: ModelDifference
}

/** Two reports of the same tape under the same queue models, in the same order. */
export function comparisonOf(first: Compared, second: Compared): Comparison {
  const pairs = first.runs.flatMap((run, i): Pair[] => {
    const other = second.runs[i]
    return other === undefined
      ? []
      : [{ first: run, second: other, difference: differenceOf({ first: run, second: other }, first) }]
  })
  const models = pairs.map(({ difference }) => difference)
  const judge = judgeOf(pairs)
  if (judge === undefined) return { verdict: 'cannot-tell', models, sentence: 'Cannot tell: nothing ran.' }
  const why = doubtOf(judge, models, first)
  if (why !== undefined) return { verdict: 'cannot-tell', models, sentence: `Cannot tell: ${why}.` }
  const { edge, model, interval } = judge.difference
  const verdict = edge > 0 ? 'second' : 'first'
  const by = [interval?.lower ?? edge, interval?.upper ?? edge].map(Math.abs).sort((a, b) => a - b)
  const range = by.map((value) => value.toFixed(2)).join(' to ')
  return {
    ...{ verdict, models },
    sentence: `The ${verdict} earns more: its fills are worth ${money(Math.abs(edge))} more (95 %: ${range}, under ${model}).`,
  }
}

/** The pair by which is judged. */
function judgeOf(pairs: readonly Pair[]): Pair | undefined {
  const estimated = ({ first, second }: Pair) => first.estimated + second.estimated
  return (
    pairs.find(({ first }) => first.model === 'risk-averse') ??
    pairs.toSorted((a, b) => estimated(a) - estimated(b)).at(0)
  )
}

/** Why nobody can tell; `undefined` where one can. */
function doubtOf({ first, second, difference }: Pair, models: readonly ModelDifference[], span: Span) {
  const { edge, interval, model } = difference
  if (models.every((each) => Math.abs(each.pnl) < 1e-9 && Math.abs(each.edge) < 1e-9)) {
    return 'both earned the same under every queue model'
  }
  if (interval === undefined) return `both together have fills in too few markets and minutes under ${model}`
  if (Math.abs(edge) < 0.005) return `both earned the same under ${model}, to a hundredth`
  if (contains(interval, 0))
    return `the difference of ${money(edge)} may be chance (95 %: ${textOf(interval)}, under ${model})`
  const other = models.find((each) => each.interval !== undefined && isAcross(each.interval, edge))
  if (other)
    return `which one earns more depends on the queue model (${model} ${money(edge)}, ${other.model} ${money(other.edge)})`
  const profit = profitInterval(first, second, span)
  if (profit && isAcross(profit, edge)) {
    return `the fills speak for one (${money(edge)}), and what was made of holding them for the other (95 %: ${textOf(profit)})`
  }
  return undefined
}

function differenceOf({ first, second }: Pick<Pair, 'first' | 'second'>, span: Span): ModelDifference {
  const draws = edgeDraws(first, second, span)
  const interval = sumInterval(draws)
  return {
    model: first.model,
    pnl: second.pnl.total - first.pnl.total,
    edge: draws.reduce((sum, draw) => sum + draw, 0),
    ...(interval === undefined ? {} : { interval }),
  }
}

/** 95 % of the difference of the profits, what is held included. */
function profitInterval(first: ComparedRun, second: ComparedRun, span: Span): Range | undefined {
  const grid = evenGrid(span.fromMs, span.toMs, partMs(span))
  const [one = [], other = []] = [first, second].map(({ samples }) =>
    onGrid(samples, grid).map((look) => look?.pnl.total ?? 0),
  )
  return sumInterval(changesOf(one.map((value, i) => (other[i] ?? 0) - value)))
}

const contains = ({ lower, upper }: Range, value: number) => lower <= value && upper >= value
/** All of it on the other side of nothing. */
const isAcross = ({ lower, upper }: Range, value: number) => (value > 0 ? upper < 0 : lower > 0)
/** Nothing is shown as minus zero. */
const money = (value: number) => value.toFixed(2).replace(/^-(?=0\.00$)/, '')
const textOf = ({ lower, upper }: Range) => `${money(lower)} to ${money(upper)}`
