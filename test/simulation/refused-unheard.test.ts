// The venue refuses orders and the bot does not hear of it: how long their market stays closed, over the whole stack in virtual time.

import { expect, it } from 'vitest'
import type { HttpResult } from '../../src/venue/session/transport.js'
import { FaultRun } from './faults/fault-run.js'
import { isCreate } from './faults/survive.js'

const UNHEARD: HttpResult = { kind: 'failed', reason: 'reset', mayHaveArrived: true }

function refusal(code: string): HttpResult {
  const body = JSON.stringify({ statusCode: 400, message: 'no', error: 'Bad Request', code })
  return { kind: 'response', status: 400, headers: {}, body }
}

/** Two-sided in all markets, one of which is then followed. */
function quoting(seed: number) {
  const run = new FaultRun({ seed })
  expect(
    run.run(10_000, () => run.allTwoSided()),
    'two-sided at the start',
  ).toBeDefined()
  const { id, conditionId } = run.sim.api.markets.all()[0]!
  const concerns = (path: string) => path.startsWith(`/markets/${id}/`)
  return { run, id, conditionId, concerns }
}

it('for their fee, again and again: the market is open again after about ten seconds', async () => {
  const { run, id, conditionId, concerns } = quoting(51)
  let refused = 0
  run.transport.fault = {
    matches: ({ path }) => concerns(path),
    after: (result, request) => {
      // changed behind the reading's back, so that what is signed with it is refused, then and later
      if (request.path.endsWith('/fee')) run.sim.api.markets.setMarketFee(id, 40)
      if (!isCreate(request) || result.kind !== 'response' || result.status !== 400) return result
      refused++
      return UNHEARD
    },
  }
  expect(
    run.run(60_000, () => run.unknown() > 0),
    'an order is refused unheard',
  ).toBeDefined()
  run.transport.fault = undefined
  const closedMs = run.run(60_000, () => run.unknown() === 0)
  expect(refused).toBeGreaterThan(0)
  expect(closedMs).toBeGreaterThan(9000)
  expect(closedMs).toBeLessThan(12_000)
  expect(run.run(10_000, () => run.isTwoSided(conditionId))).toBeDefined()
  expect(run.violations).toEqual([])
  expect(await run.settleAccounts()).toEqual([])
})

it.each(['insufficient_balance', 'conflict', 'would_match'])(
  'for %s, which may come from their resting unseen: the market stays closed',
  (code) => {
    const { run, concerns } = quoting(52)
    let sendings = 0
    run.transport.fault = {
      matches: (request) => concerns(request.path) && isCreate(request),
      answer: () => (sendings++ < 2 ? UNHEARD : refusal(code)),
    }
    expect(run.run(60_000, () => run.unknown() > 0)).toBeDefined()
    expect(run.run(40_000, () => run.unknown() === 0)).toBeUndefined()
    expect(sendings).toBeGreaterThan(2)
    expect(run.violations).toEqual([])
  },
)
