// `npm run simulate -- --seed N --runs M [--markets K] [--json] [--processes P] [--within S]`: M seeds from N on, each one simulation of
// the whole bot against the whole venue; none is begun after S seconds. Ends with 1 when an invariant was violated, or when a kind of disturbance met nothing in enough runs.

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { drawScenario } from './draw-scenario.js'
import { report } from './report.js'
import { runSeeds } from './run-seeds.js'
import { shrink } from './shrink.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '20' },
    markets: { type: 'string' },
    processes: { type: 'string', default: `${availableParallelism()}` },
    within: { type: 'string' },
    json: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
})

function whole(name: 'seed' | 'runs' | 'markets' | 'processes' | 'within', least: number): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number >= least) return number
  console.error(`--${name}: expected a whole number from ${least} on, got ${values[name]}`)
  process.exit(2)
}

/** Figures for a machine stand alone. */
const say = (line: string) => (values.json ? console.error(line) : console.log(line))
const startedMs = performance.now()
const seeds = { from: whole('seed', 0), runs: whole('runs', 1) }
const markets = values.markets === undefined ? undefined : whole('markets', 1)
const withinSec = values.within === undefined ? undefined : whole('within', 1)
const found = await runSeeds({ ...seeds, markets, withinSec, processes: whole('processes', 1), say })
const result = report(found, (performance.now() - startedMs) / 1000)
if (values.json) console.log(JSON.stringify(result.figures))
else for (const line of result.lines) console.log(line)
const [first] = found.filter(({ violations }) => violations.length > 0)
const [violation] = first?.violations ?? []
if (first !== undefined && violation !== undefined && !values['no-shrink']) {
  const small = await shrink(drawScenario(first.seed, markets), violation.invariant)
  console.error(
    `seed ${first.seed}, ${violation.invariant}: the smallest scenario that still shows it, after ${small.plays} plays:`,
  )
  console.error(JSON.stringify(small.scenario, undefined, 2))
}
process.exitCode = result.isGood ? 0 : 1
