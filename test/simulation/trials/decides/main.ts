// `npm run check:decides -- [--seeds 1..30] [--worlds demo,calm] [--minutes 12] [--results file]... [--table]`: how often `quoin backtest --against`
// names the better of two configurations, held against what both truly earn on the same seeds. It can be stopped and goes on. What is done is
// looked for in all files of results and added to the first; the table is of the trials that were asked for.

import { InvalidArgumentError } from 'commander'
import { comparisonOf } from '../../../../src/backtest/comparison.js'
import { aboveZero, handTool } from '../../../hand-tool.js'
import { decisionTrial } from './decision-trial.js'
import { addResult, judged, nullTally, readResults, tally, trueDifference } from './results.js'
import { WORLDS } from './worlds.js'

interface Asked {
  readonly seeds: readonly [number, number]
  readonly worlds: readonly string[]
  readonly minutes: number
  readonly results: readonly string[]
  readonly table: boolean
}

const does =
  'How often a backtest names the better of two configurations, held against what both truly earn on the same seeds.'
const values = handTool('check:decides', does)
  .option('--seeds <range>', 'such as 1..30', seedsOf, [1, 30])
  .option('--worlds <names>', `some of ${Object.keys(WORLDS).join(',')}`, worldsOf, Object.keys(WORLDS))
  .option('--minutes <n>', 'of each world', aboveZero, 12)
  .option('--results <files...>', 'where results are kept, and looked for', ['.quoin/decides.jsonl'])
  .option('--table', 'only show what is there', false)
  .parse()
  .opts<Asked>()
const { worlds, minutes } = values
const [from, to] = values.seeds

function seedsOf(text: string): [number, number] {
  const [first = Number.NaN, last = first] = text.split('..').map(Number)
  if (first <= last) return [first, last]
  throw new InvalidArgumentError(`expected seeds as 1..30, got '${text}'`)
}

function worldsOf(text: string): string[] {
  const names = text.split(',')
  const unknown = names.find((name) => WORLDS[name] === undefined)
  if (unknown === undefined) return names
  throw new InvalidArgumentError(`expected some of ${Object.keys(WORLDS).join(', ')}, got '${unknown}'`)
}

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
