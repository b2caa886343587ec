// `npm run check:decides -- [--seeds 1..30] [--worlds demo,calm] [--minutes 5] [--results file] [--table]`: how often `quoin backtest --against`
// names the better of two configurations, held against what both truly earn on the same seeds. It can be stopped and goes on.

import { parseArgs } from 'node:util'
import { decisionTrial } from './decision-trial.js'
import { addResult, judged, readResults, tally, trueDifference } from './results.js'
import { WORLDS } from './worlds.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1..30' },
    worlds: { type: 'string', default: Object.keys(WORLDS).join(',') },
    minutes: { type: 'string', default: '5' },
    results: { type: 'string', default: '.quoin/decides.jsonl' },
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
if (!(from <= to) || !(minutes > 0)) throw new RangeError(`--seeds, --minutes: expected as 1..30 and 5`)

const wishes = Array.from({ length: to - from + 1 }, (_, i) =>
  worlds.map((world) => ({ world, seed: from + i, minutes })),
).flat()
const done = readResults(values.results)
const isDone = (wish: (typeof wishes)[number]) =>
  done.some((told) => told.world === wish.world && told.seed === wish.seed && told.minutes === wish.minutes)

if (!values.table) {
  for (const [i, wish] of wishes.entries()) {
    if (isDone(wish)) continue
    const told = await decisionTrial(wish)
    addResult(values.results, told)
    done.push(told)
    const [one, other] = [told.truth.first, told.truth.second].map(({ pnl }) => pnl.toFixed(2))
    const found = told.models.map(({ pnl }) => pnl.toFixed(2)).join(' ')
    console.log(
      `${i + 1}/${wishes.length} ${wish.world} ${wish.seed} ${told.pair}: ${judged(told)} | true ${one} ${other}, difference ${trueDifference(told).toFixed(2)} | found ${found} | ${told.sentence}`,
    )
  }
}
const rows = tally(done.filter((told) => told.minutes === minutes))
console.table(rows)
