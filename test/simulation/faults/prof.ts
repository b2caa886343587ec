import { FaultRun } from '/work/main/test/simulation/faults/fault-run.js'
const run = new FaultRun({ seed: 1, server: { world: { markets: { count: Number(process.argv[2] ?? 3), minSec: 3000, maxSec: 3600 } } } })
const t = performance.now()
run.run(60_000)
console.log('wall per 60s', performance.now() - t, run.fills(), run.violations)
