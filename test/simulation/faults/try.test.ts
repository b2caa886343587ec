import { expect, it } from 'vitest'
import { FaultRun } from './fault-run.js'
it('runs', async () => {
  const run = new FaultRun({ seed: 1 })
  const t = performance.now()
  console.log('first two-sided', run.run(20_000, () => run.allTwoSided()))
  run.run(120_000)
  console.log('wall', performance.now() - t, 'fills', run.fills(), run.mostPerLeg, run.violations, run.sim.network.log, run.sim.logs.slice(0,5))
  console.log(await run.settleAccounts())
})
