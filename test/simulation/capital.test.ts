// What comes back of the capital: a bot in the demo's markets, in virtual time, with the chain that the bundled server plays.

import { describe, expect, it } from 'vitest'
import type { ChainPolicy } from '../../src/chain/policy.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { AnyStrategy } from '../../src/strategy/contract.js'
import { asLogit } from '../../strategies/as-logit.js'
import { KeptInMemory } from '../chain/played-chain.js'
import { ACCOUNT, simulate } from './virtual/simulate.js'

const POLICY: ChainPolicy = { actions: 'merge', mergeMin: 5, maxCostShare: 0.01 }
const MINUTES = 7

function traded() {
  const ends = new Map<string, number>()
  let corrected = 0
  const { bot, clock, api } = simulate({
    seed: 1,
    server: { world: 'demo', accounts: [{ address: ACCOUNT, collateral: 1000 }] },
    strategy: asLogit as AnyStrategy,
    choice: { select: { minTimeLeftSec: 15, max: 5, refreshSec: 5 } },
    chain: { policy: POLICY, keeper: new KeptInMemory() },
    tap: {
      event: (event: CoreEvent) => {
        if (event.kind === 'chain-ended') ends.set(event.outcome, (ends.get(event.outcome) ?? 0) + 1)
      },
      step: (decision) => {
        corrected += decision.corrected.length
      },
    },
  })
  bot.start()
  clock.runUntil(clock.monoMs() + MINUTES * 60_000)
  const { ledger } = api.exchange
  const units = (raw: bigint) => Number(raw) / 1e6
  let tied = 0
  for (const { conditionId, tokensRaw } of ledger.holdings(ACCOUNT)) {
    const { status, winner } = api.exchange.market(conditionId)!
    const [yes, no] = [units(tokensRaw[0]), units(tokensRaw[1])]
    if (status === 'OPEN' || status === 'CLOSED') tied += Math.min(yes, no)
    else tied += status === 'CANCELLED' ? (yes + no) / 2 : winner === 0 ? yes : no
  }
  const { totalRaw, availableRaw, lockedRaw } = ledger.collateral(ACCOUNT)
  const share = units(availableRaw + lockedRaw) / (units(totalRaw) + tied)
  return { share, ends, corrected, capital: bot.snapshot().capital, fills: bot.snapshot().totals.fills }
}

describe('a bot that merges and redeems', () => {
  // without: 0.88, and 0.54 after half an hour
  it('has its equity, open inventory aside, free or behind orders, and alarms nobody', () => {
    const { share, ends, corrected, capital, fills } = traded()
    expect(fills).toBeGreaterThan(100)
    expect(capital?.merged).toBeGreaterThan(300)
    expect(share).toBeGreaterThan(0.95)
    // what rests or is matched is never merged, so nothing is reverted
    expect([...ends.keys()]).toEqual(['confirmed'])
    expect(corrected).toBe(0)
  })
})
