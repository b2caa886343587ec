// Somebody raises the wallet's nonce on the chain: orders sign the new one; while we trade it is taken for the emergency stop it is.

import { expect, it } from 'vitest'
import { executionSettings } from '../../src/execution/schema.js'
import { FaultRun } from './faults/fault-run.js'
import { html } from './faults/faulty-transport.js'
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

/** Refusals of orders that speak of the nonce and name none. */
function silenceRefusals(run: FaultRun): void {
  run.transport.fault = {
    matches: ({ method, path }) => method === 'POST' && path.endsWith('/orders'),
    after: (result) =>
      result.kind === 'response' && result.status === 400 && result.body.includes('nonce')
        ? { ...result, body: JSON.stringify({ statusCode: 400, message: 'Invalid nonce' }) }
        : result,
  }
}

it('is read from the wallet at sign-in, so that nothing has to be refused first', () => {
  const run = new FaultRun({ seed: 53 })
  silenceRefusals(run)
  run.sim.api.exchange.raiseNonce(ACCOUNT, run.sim.clock.wallMs())
  expect(run.run(40_000, () => run.allTwoSided())).toBeDefined()
  expect(run.sim.bot.snapshot().halted).toBeUndefined()
})

it('where refusals name none, it is asked for, and the bot halts as ever', () => {
  const run = new FaultRun({ seed: 54 })
  silenceRefusals(run)
  expect(run.run(10_000, () => run.allTwoSided())).toBeDefined()
  run.sim.api.exchange.raiseNonce(ACCOUNT, run.sim.clock.wallMs())
  expect(run.run(30_000, () => run.sim.bot.snapshot().halted !== undefined)).toBeDefined()
})

it('that cannot be read is learned from a refusal all the same', () => {
  const run = new FaultRun({ seed: 55 })
  run.transport.fault = { matches: ({ path }) => path === '/me', answer: () => html(404) }
  run.sim.api.exchange.raiseNonce(ACCOUNT, run.sim.clock.wallMs())
  expect(run.run(40_000, () => run.allTwoSided())).toBeDefined()
})

it('with raisedNonce: follow the bot says so and trades on', () => {
  const run = new FaultRun({ seed: 56, core: { execution: executionSettings.parse({ raisedNonce: 'follow' }) } })
  expect(run.run(10_000, () => run.allTwoSided())).toBeDefined()
  const former = new Set(run.resting().map(({ hash }) => hash))
  run.sim.api.exchange.raiseNonce(ACCOUNT, run.sim.clock.wallMs())
  // new ones may be there at once: what was signed with the former nonce is gone
  expect(run.run(10_000, () => run.resting().every(({ hash }) => !former.has(hash)))).toBeDefined()
  expect(run.run(60_000, () => run.allTwoSided())).toBeDefined()
  expect(run.sim.bot.snapshot().halted).toBeUndefined()
  expect(run.sim.logs.map(({ message }) => message)).toContain("the wallet's nonce was raised")
  expect(run.violations).toEqual([])
})
