import { expect, it } from 'vitest'
import { feedSettings } from '../../src/feed/schema.js'
import { asLogit } from '../../strategies/as-logit.js'
import { MOVING } from './virtual/moving-markets.js'
import { simulate } from './virtual/simulate.js'

it('agree between stream and REST in moving markets, compared every few seconds', () => {
  const lost: string[] = []
  let compared = 0
  const { bot, clock } = simulate({
    seed: 11,
    server: { world: { ...MOVING, markets: { ...MOVING.markets, count: 2 } } },
    strategy: asLogit,
    core: { feed: feedSettings.parse({ compareBookEverySec: 5 }) },
    tap: {
      event: (event) => {
        if (event.kind === 'feed' && event.health === 'stale') lost.push(event.reason)
        if (event.kind === 'book' && event.via === 'poll') compared++
      },
    },
  })
  bot.start()
  clock.runUntil(clock.monoMs() + 40_000)
  expect(compared).toBeGreaterThan(5)
  expect(bot.snapshot().totals.openOrders).toBeGreaterThan(0)
  expect(lost).toEqual([])
})
