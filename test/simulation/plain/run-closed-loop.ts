// `node run-closed-loop.js <seed> <events> <scope>`: one closed loop, or with `staged` for a scope a staged one; ends with 1 at the first
// difference. Its output, line by line: how many events were taken, and at the end what was found, as JSON.

import { type ClosedLoopOptions, runClosedLoop } from './closed-loop.js'
import { runStagedLoop } from './staged-loop.js'

const [seed = '1', events = '4000', scope] = process.argv.slice(2)
const options: ClosedLoopOptions = {
  seed: Number(seed),
  events: Number(events),
  scope: scope === 'group' ? 'group' : 'market',
}
let told = 0
const progress = (taken: number) => {
  if (taken < told + 5000) return
  told = taken
  console.log(`${taken}`)
}
const found =
  scope === 'staged'
    ? runStagedLoop({ seed: options.seed, events: options.events, progress })
    : runClosedLoop({ ...options, progress })
const { differences, faults, counts, pairs, events: taken } = found
const failed = differences.length + faults.length > 0
console.log(
  JSON.stringify({
    events: taken,
    counts,
    pairs: Object.fromEntries(pairs),
    faults: faults.map(String),
    differences: differences.slice(0, 3),
  }),
)
process.exitCode = failed ? 1 : 0
