// Somebody raises the wallet's nonce on the chain: orders sign the new one; while we trade it is taken for the emergency stop it is.

import { expect, it } from 'vitest'
import { FaultRun } from './faults/fault-run.js'
import { ACCOUNT } from './virtual/simulate.js'

const OPERATOR = { actor: 'somebody', reason: 'it was me' }

it('before the start it is found out and signed with', () => {
  const run = new FaultRun({ seed: 51 })
  run.sim.api.exchange.raiseNonce(ACCOUNT, run.sim.clock.wallMs())
  expect(run.run(40_000, () => run.allTwoSided())).toBeDefined()
})

it('while quoting halts, says so, and trades again after a resume', () => {
  const run = new FaultRun({ seed: 52 })
  expect(run.run(10_000, () => run.allTwoSided())).toBeDefined()
  run.sim.api.exchange.raiseNonce(ACCOUNT, run.sim.clock.wallMs())
  expect(run.run(30_000, () => run.sim.bot.snapshot().halted !== undefined)).toBeDefined()
  run.run(10_000)
  expect(run.resting()).toEqual([])
  expect(run.sim.bot.snapshot().halted?.reason).toContain('nonce was raised to 1')
  expect(run.sim.logs.map(({ message }) => message)).toContain("the wallet's nonce was raised")
  run.sim.bot.operate('resume', OPERATOR)
  expect(run.run(60_000, () => run.allTwoSided())).toBeDefined()
  expect(run.violations).toEqual([])
})
