// `npm run simulate -- --seed N --runs M [--markets K] [--json] [--processes P] [--within S]`: M seeds from N on, each one simulation of
// the whole bot against the whole venue; none is begun after S seconds. Ends with 1 when an invariant was violated, or when a kind of disturbance met nothing in enough runs.

import { availableParallelism } from 'node:os'
import { handTool, wholeFrom } from '../../hand-tool.js'
import { drawScenario } from './draw-scenario.js'
import { report } from './report.js'
import { runSeeds } from './run-seeds.js'
import { shrink } from './shrink.js'

interface Asked {
  readonly seed: number
  readonly runs: number
  readonly markets?: number
  readonly processes: number
  readonly within?: number
  readonly json: boolean
  readonly shrink: boolean
}

const values = handTool(
  'simulate',
  'The whole bot against the whole venue in virtual time, with faults drawn by a seed.',
)
  .option('--seed <n>', 'the first', wholeFrom(0), 1)
  .option('--runs <n>', 'how many seeds', wholeFrom(1), 20)
  .option('--markets <n>', 'in each; by default as drawn', wholeFrom(1))
  .option('--processes <n>', 'beside each other', wholeFrom(1), availableParallelism())
  .option('--within <sec>', 'begin none after so many seconds', wholeFrom(1))
  .option('--json', 'figures for a machine', false)
  .option('--no-shrink', 'do not look for the smallest scenario of what was violated')
  .parse()
  .opts<Asked>()

/** Figures for a machine stand alone. */
const say = (line: string) => (values.json ? console.error(line) : console.log(line))
const startedMs = performance.now()
const { seed: from, runs, markets, within: withinSec, processes } = values
const found = await runSeeds({ from, runs, markets, withinSec, processes, say })
const result = report(found, (performance.now() - startedMs) / 1000)
if (values.json) console.log(JSON.stringify(result.figures))
else for (const line of result.lines) console.log(line)
const [first] = found.filter(({ violations }) => violations.length > 0)
const [violation] = first?.violations ?? []
if (first !== undefined && violation !== undefined && values.shrink) {
  const small = await shrink(drawScenario(first.seed, markets), violation.invariant)
  console.error(
    `seed ${first.seed}, ${violation.invariant}: the smallest scenario that still shows it, after ${small.plays} plays:`,
  )
  console.error(JSON.stringify(small.scenario, undefined, 2))
}
process.exitCode = result.isGood ? 0 : 1
