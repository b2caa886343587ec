// `npm run check:own -- [--from N] [--to N] [--minutes N] [--strategy name] [--latency kind]`: how much of what a strategy truly filled a backtest of
// its own tape finds again (same side of YES, one tick, two seconds).

import { Option } from 'commander'
import { asLogit } from '../../../../strategies/as-logit.js'
import { bestBidPeg } from '../../../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../../../strategies/fixed-spread.js'
import { aboveZero, handTool, wholeFrom } from '../../../hand-tool.js'
import { played } from './own-tape.js'

const STRATEGIES = { 'best-bid-peg': bestBidPeg, 'as-logit': asLogit, 'fixed-spread': fixedSpread }
const LATENCIES = ['constant', 'as-it-was'] as const

interface Asked {
  readonly from: number
  readonly to: number
  readonly minutes: number
  readonly strategy: keyof typeof STRATEGIES
  readonly latency: (typeof LATENCIES)[number]
}

const does = 'How much of what a strategy truly filled a backtest of its own tape finds again.'
const tried = new Option('--strategy <name>', 'which is tried').choices(Object.keys(STRATEGIES)).default('as-logit')
const late = new Option('--latency <kind>', 'how long its messages take').choices(LATENCIES).default('as-it-was')
const { from, to, minutes, strategy, latency } = handTool('check:own', does)
  .option('--from <seed>', 'the first', wholeFrom(0), 1)
  .option('--to <seed>', 'the last', wholeFrom(0), 8)
  .option('--minutes <n>', 'of each', aboveZero, 2)
  .addOption(tried)
  .addOption(late)
  .parse()
  .opts<Asked>()

const total = { truth: 0, found: 0, both: 0 }
const words = ({ truth, found, both }: typeof total) =>
  `${truth.toFixed(0)} shares, on the tape ${found.toFixed(0)}; ` +
  `${((100 * both) / truth).toFixed(1)} % of them again, ${((100 * both) / found).toFixed(1)} % of those found were there`
for (let seed = from; seed <= to; seed++) {
  const of = await played({ strategy: STRATEGIES[strategy], seed, latency, minutes })
  for (const key of ['truth', 'found', 'both'] as const) total[key] += of[key]
  console.log(`${seed}: ${words(of)}`)
}
console.log(`${strategy}, latency ${latency}: ${words(total)}`)
