// `npm run check:trials -- [--from N] [--to N] [--minutes N] [--strategy name]`: how often what truly happened lies within what backtests of another strategy's tape say.

import { Option } from 'commander'
import { profitRange } from '../../../src/backtest/profit-range.js'
import { type Range, rangeOf } from '../../../src/report/result.js'
import { QUEUE_MODELS } from '../../../src/venue/simulated/fills/queue-models.js'
import { asLogit } from '../../../strategies/as-logit.js'
import { bestBidPeg } from '../../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { aboveZero, handTool, wholeFrom } from '../../hand-tool.js'
import { type Outcome, outcomeOf, replays, truth } from './other-strategy.js'

const RECORDED = { strategy: fixedSpread, params: { halfSpread: 0.06 } }
const STRATEGIES = { 'best-bid-peg': bestBidPeg, 'as-logit': asLogit, 'fixed-spread': fixedSpread }
const MODELS = QUEUE_MODELS

interface Asked {
  readonly from: number
  readonly to: number
  readonly minutes: number
  readonly strategy: keyof typeof STRATEGIES
}

const does = "How often what truly happened lies within what backtests of another strategy's tape say."
const tried = new Option('--strategy <name>', 'which is tried').choices(Object.keys(STRATEGIES)).default('best-bid-peg')
const { from, to, minutes, strategy } = handTool('check:trials', does)
  .option('--from <seed>', 'the first', wholeFrom(0), 1)
  .option('--to <seed>', 'the last', wholeFrom(0), 10)
  .option('--minutes <n>', 'of each', aboveZero, 3)
  .addOption(tried)
  .parse()
  .opts<Asked>()
const TRIED = { strategy: STRATEGIES[strategy] }

const inside = (value: number, { lower, upper }: Range) => value >= lower - 1e-9 && value <= upper + 1e-9
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const shown = ({ fills, shares, pnl, markout }: Outcome) =>
  `${fills} ${shares.toFixed(0)} ${pnl.toFixed(2)} ${markout?.toFixed(2) ?? '-'}`

const held = { fills: 0, shares: 0, pnl: 0 }
const widths: number[] = []
/** Of the P&L over the true one: the whole range, and between the models alone. */
const profitWidths: number[] = []
const modelWidths: number[] = []
const ratios: number[] = []
const markouts: [number, number][] = []
let seeds = 0
for (let seed = from; seed <= to; seed++) {
  const trial = { seed, minutes, recorded: RECORDED, models: MODELS }
  const real = truth(trial, TRIED)
  const [found = []] = await replays(trial, [TRIED])
  const runs = found.map(outcomeOf)
  seeds += 1
  const ranges = {
    fills: rangeOf(runs.map(({ fills }) => fills)),
    shares: rangeOf(runs.map(({ shares }) => shares)),
    pnl: profitRange(found),
  }
  for (const key of ['fills', 'shares', 'pnl'] as const) if (inside(real[key], ranges[key])) held[key] += 1
  const volumes = runs.map(({ shares }) => shares)
  widths.push((Math.max(...volumes) - Math.min(...volumes)) / Math.max(1, real.shares))
  const width = ({ lower, upper }: Range) => (upper - lower) / Math.max(1, Math.abs(real.pnl))
  profitWidths.push(width(ranges.pnl))
  modelWidths.push(width(rangeOf(runs.map(({ pnl }) => pnl))))
  const [, estimate] = runs
  ratios.push((estimate?.shares ?? 0) / Math.max(1, real.shares))
  if (real.markout !== undefined && estimate?.markout !== undefined) markouts.push([real.markout, estimate.markout])
  console.log(
    `${seed}: true ${shown(real)} | ${runs.map(shown).join(' | ')} | P&L ${ranges.pnl.lower.toFixed(2)} to ${ranges.pnl.upper.toFixed(2)}`,
  )
}
console.log(
  `${seeds} seeds of ${minutes} minutes: within the models' range fills ${held.fills}, shares ${held.shares}, P&L ${held.pnl}; ` +
    `median width of the shares ${middle(widths).toFixed(2)} of the truth, power-3 has ${mean(ratios).toFixed(2)} of it; ` +
    `of the P&L ${middle(profitWidths).toFixed(2)} of the truth, between the models alone ${middle(modelWidths).toFixed(2)}; ` +
    `mean markout after 10 s: true ${mean(markouts.map(([real]) => real)).toFixed(3)}, found ${mean(markouts.map(([, found]) => found)).toFixed(3)} ticks`,
)
