import { expect, it } from 'vitest'
import type { BotLife } from '../seeds/bot-life.js'
import { Differing } from '../seeds/invariants/differing.js'
import type { SettledParts } from '../seeds/invariants/settled.js'
import { Violations } from '../seeds/invariants/violation.js'

/** 6 of token 0 and 4 of token 1 are held; a purchase of 3 of token 0, less a fee of 1, and a sale of 2 of token 1 are not settled. */
function pulled({ counts = [8n, 2n] as readonly bigint[], isSurprised = false } = {}) {
  const violations = new Violations(() => 0)
  const pending = { status: 'pending', feeRaw: 1n }
  const fills = [
    { ...pending, outcome: 0, side: 'BUY', sizeRaw: 3n },
    { ...pending, outcome: 1, side: 'SELL', sizeRaw: 2n },
    { ...pending, outcome: 0, side: 'BUY', sizeRaw: 5n, status: 'settled' },
  ]
  const eye = new Differing({
    ...{ violations, isSurprised: () => isSurprised, truth: { tokensRaw: () => [6n, 4n] } },
    world: { api: { exchange: { tradesOf: () => fills } } },
  } as unknown as SettledParts)
  const market = { id: 'a', conditionId: '0xa' }
  const turn = (isMismatched: boolean) => {
    const ledger = { isAnyMismatched: isMismatched, isMismatched: () => isMismatched }
    const beliefs = {
      ...{ ledger, markets: new Map([['0xa', market]]) },
      positions: { position: () => ({ tokensRaw: counts }) },
    }
    eye.turned({ bot: { core: { beliefs } } } as unknown as BotLife)
  }
  return { turn, found: () => violations.found.map(({ invariant, what }) => `${invariant}: ${what}`) }
}

it('a market is not pulled for what it holds where the bot counts that, once for each time', () => {
  const { turn, found } = pulled()
  turn(false)
  expect(found()).toEqual([])
  turn(true)
  turn(true)
  expect(found()).toEqual(['held-back: a is pulled for what it holds, and the bot counts that: 8/2'])
  turn(false)
  turn(true)
  expect(found()).toHaveLength(2)
})

it('it may be where the count is another, by a token of either outcome', () => {
  for (const counts of [
    [8n, 3n],
    [7n, 2n],
  ]) {
    const { turn, found } = pulled({ counts })
    turn(true)
    expect(found()).toEqual([])
  }
})

it('and while something that the bot cannot know of has moved what is held', () => {
  const { turn, found } = pulled({ isSurprised: true })
  turn(true)
  expect(found()).toEqual([])
})
