import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { NotOurs } from '../../../src/domain/run/market-claim.js'
import { FixedShare } from '../../../src/fleet/markets/fixed-share.js'

const MARKETS = Array.from({ length: 60 }, (_, i) => `0x${(i * 7919).toString(16).padStart(64, '0')}` as ConditionId)

it('gives each market to one bot, about as many to each, and says whose the others are', () => {
  const shares = [1, 2, 3].map((bot) => {
    const share = new FixedShare({ name: 'desk', bot, of: 3 })
    const told = new Map<ConditionId, NotOurs | undefined>()
    share.start({ tell: (conditionId, whyNot) => told.set(conditionId, whyNot) })
    for (const conditionId of [...MARKETS, ...MARKETS]) share.selected({ conditionId })
    return { share, told }
  })
  for (const market of MARKETS) {
    const owners = shares.filter(({ share }) => share.refusal(market) === undefined)
    expect(owners).toHaveLength(1)
    expect(shares.filter(({ told }) => told.get(market) === undefined)).toEqual(owners)
  }
  for (const { share } of shares) {
    expect(share.view.markets.held).toBeGreaterThan(10)
    expect(share.view).toMatchObject({ name: 'desk', memory: 'none', bots: 3, markets: { unclaimed: 0 } })
    expect(share.view.markets.held + share.view.markets.others).toBe(60)
  }
  const why = [...(shares[0]?.told.values() ?? [])].find((one) => one !== undefined)
  expect(why?.reason).toBe('other-bot')
  expect(why?.detail).toMatch(/^it is of the share of bot [23] of 3 \(fleet.markets.fixed\): nobody takes it over$/)
})
