// `npm run check:decides -- [--seeds 1..30] [--worlds demo,calm] [--minutes 12] [--results file]... [--table]`: how often `quoin backtest --against`
// names the better of two configurations, held against what both truly earn on the same seeds. It can be stopped and goes on. What is done is
// looked for in all files of results and added to the first; the table is of the trials that were asked for.

import { parseArgs } from 'node:util'
import { comparisonOf } from '../../../../src/backtest/comparison.js'
import { decisionTrial } from './decision-trial.js'
import { addResult, judged, nullTally, readResults, tally, trueDifference } from './results.js'
import { WORLDS } from './worlds.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1..30' },
    worlds: { type: 'string', default: Object.keys(WORLDS).join(',') },
    minutes: { type: 'string', default: '12' },
    results: { type: 'string', multiple: true, default: ['.quoin/decides.jsonl'] },
    table: { type: 'boolean', default: false },
  },
})
const [from = 1, to = from] = values.seeds.split('..').map(Number)
const minutes = Number(values.minutes)
const worlds = values.worlds.split(',')
const unknown = worlds.find((name) => WORLDS[name] === undefined)
if (unknown !== undefined) {
  throw new RangeError(`--worlds: expected some of ${Object.keys(WORLDS).join(', ')}, got '${unknown}'`)
}
if (!(from <= to) || !(minutes > 0)) throw new RangeError(`--seeds, --minutes: expected as 1..30 and 12`)

const wishes = Array.from({ length: to - from + 1 }, (_, i) =>
  worlds.map((world) => ({ world, seed: from + i, minutes })),
).flat()
const [results = ''] = values.results
const done = values.results.flatMap(readResults)
type Named = Pick<(typeof wishes)[number], 'world' | 'seed' | 'minutes'>
const isSame = (one: Named, other: Named) =>
  one.world === other.world && one.seed === other.seed && one.minutes === other.minutes

if (!values.table) {
  for (const [i, wish] of wishes.entries()) {
    if (done.some((told) => isSame(told, wish))) continue
    const told = await decisionTrial(wish)
    addResult(results, told)
    done.push(told)
    const found = comparisonOf(told.first, told.second)
    const differences = found.models.map(({ edge }) => edge.toFixed(2)).join(' ')
    const profit = told.truth.second.pnl - told.truth.first.pnl
    console.log(
      `${i + 1}/${wishes.length} ${wish.world} ${wish.seed} ${told.pair}: ${judged(told, found)} | true ${trueDifference(told).toFixed(2)}, P&L ${profit.toFixed(2)} | found ${differences} | ${found.sentence}`,
    )
  }
}
const told = wishes.flatMap((wish) => done.find((each) => isSame(each, wish)) ?? [])
console.log(`${told.length} of ${wishes.length} trials of ${minutes} minutes`)
console.table(tally(told))
const { compared, named } = nullTally(told)
console.log(`one configuration against itself, on the tapes of two seeds: named ${named} of ${compared}`)
