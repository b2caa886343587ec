import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import { SignedInVain } from '../seeds/invariants/signed-in-vain.js'

const [A, B] = ['0xa' as ConditionId, '0xb' as ConditionId]

function looking() {
  const said: string[] = []
  const look = new SignedInVain((what) => said.push(what))
  let seq = 0
  const plan = (conditionId: ConditionId, ...ids: number[]) => {
    const intents = ids.map((intentId) => ({ intentId }))
    look.turned({ seq: ++seq, commands: [{ kind: 'place', conditionId, intents }] } as unknown as Decision)
  }
  const withdrawn = (atMs: number, ...ids: number[]) => {
    for (const intentId of ids)
      look.heard({
        ...{ kind: 'submit-failed', intentId, at: { monoMs: atMs } },
        failure: { code: 'withdrawn', message: 'the market is stopped' },
      } as CoreEvent)
  }
  return { look, said, plan, withdrawn }
}

it('sees orders that are planned and withdrawn, again and again', () => {
  const { said, plan, withdrawn } = looking()
  for (let id = 1; id <= 4; id++) {
    expect(said).toEqual([])
    plan(A, id)
    withdrawn(10 * id, id)
  }
  expect(said).toEqual(['orders of 4 plans are withdrawn within a second: the market is stopped'])
})

it('many of one plan, a few of several markets, and a few in seconds are no fault; nor is what a venue refuses', () => {
  const { look, said, plan, withdrawn } = looking()
  plan(A, 1, 2, 3, 4, 5, 6)
  withdrawn(0, 1, 2, 3, 4, 5, 6)
  for (let id = 10; id < 20; id++) {
    plan(id % 2 === 0 ? A : B, id)
    withdrawn(600 * id, id)
  }
  for (let id = 30; id < 40; id++) {
    plan(B, id)
    look.heard({
      ...{ kind: 'submit-failed', intentId: id, at: { monoMs: 60_000 } },
      failure: { code: 'market-not-open', message: 'closed' },
    } as CoreEvent)
  }
  expect(said).toEqual([])
})
