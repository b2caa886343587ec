import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { BotSelection } from '../../src/bot/bot-selection.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import { marketChoice } from '../../src/feed/schema.js'
import type { MarketListing } from '../../src/venue/market-data.js'
import { market } from '../risk/builders.js'

/** With what it warns of; `next` looks at the list again. */
function warning(list: () => MarketListing) {
  const warned: unknown[] = []
  const now = { monoMs: 0 }
  const selection = new BotSelection(
    {
      choice: marketChoice.parse({ select: {} }),
      marketData: {
        listMarkets: (_query: unknown, done: (answer: unknown) => void) => done({ ok: true, value: list() }),
        readMarket: () => undefined,
        watch: () => undefined,
      },
      clock: { monoMs: () => now.monoMs },
      venueClock: { venueMs: () => 0 },
      settings: { feed: { acceptMarketChanges: false } },
      known: () => undefined,
      isClear: () => false,
      trading: {},
      tap: { log: (level: string, message: string) => level === 'warn' && warned.push(message) },
    } as unknown as ConstructorParameters<typeof BotSelection>[0],
    () => undefined,
  )
  const next = () => {
    selection.refresh()
    now.monoMs += 60_000
  }
  return { selection, warned, next }
}

it('says why a market that was chosen cannot be quoted any more, once', () => {
  const [a, b] = ['0xa', '0xb'].map((id) => market(id as ConditionId, { endMs: 1e15 }))
  if (a === undefined || b === undefined) throw new Error('no markets')
  let listing: MarketListing = { markets: [a, b], refused: [] }
  const { selection, warned, next } = warning(() => listing)
  next()
  const strange = { id: 'x', conditionId: '', question: '', reason: 'outcomes: none' }
  listing = { markets: [a], refused: [strange, { ...strange, id: b.id, reason: 'status: PAUSED' }] }
  next()
  next()
  expect(warned).toEqual(['the market cannot be quoted any more: status: PAUSED'])
  expect(selection.chosen).toEqual([a])
})

it('says why nothing is chosen at the start, and after another choice, once each; not of a venue without markets', () => {
  const strange = { id: 'm7', conditionId: '', question: '', reason: 'endTimestamp: expected string' }
  let listing: MarketListing = { markets: [], refused: [] }
  const { selection, warned, next } = warning(() => listing)
  next()
  expect(warned).toEqual([])
  listing = { markets: [], refused: [strange, { ...strange, id: 'm8' }] }
  next()
  next()
  const words = 'no market can be quoted (2 found); m7: endTimestamp: expected string'
  expect(warned).toEqual([words])
  selection.choose(marketChoice.parse({ select: {} }))
  expect(warned).toEqual([words, words])
  listing = { markets: [market('0xa' as ConditionId, { endMs: 1e15 })], refused: [] }
  selection.choose(marketChoice.parse({ select: {} }))
  listing = { markets: [], refused: [strange] }
  next()
  expect(warned).toEqual([words, words])
})

it.each([
  ['a market that is not open', 0, { kind: 'market-status', status: 'CLOSED' }, 2],
  ['an order refused for its amounts', 10_000, { kind: 'submit-failed', failure: { code: 'bad-amounts' } }, 2],
  ['a stream that cannot be read', 10_000, { kind: 'feed', health: 'stale', reason: 'unreadable: price' }, 2],
  [
    'a book that cannot be read',
    10_000,
    { kind: 'read-failed', conditionId: '0xa', failure: { code: 'bad-payload' } },
    2,
  ],
  ['the same within ten seconds', 9000, { kind: 'submit-failed', failure: { code: 'bad-amounts' } }, 1],
  ['a refusal for want of money', 10_000, { kind: 'submit-failed', failure: { code: 'insufficient-balance' } }, 1],
  ['a stream that is silent', 10_000, { kind: 'feed', health: 'stale', reason: 'no news' }, 1],
])('%s after %i ms: the list is looked at as often as it says', (_name, afterMs, event, looks) => {
  const now = { monoMs: 0 }
  let looked = 0
  const selection = new BotSelection(
    {
      choice: marketChoice.parse({ select: {} }),
      marketData: { listMarkets: () => looked++ },
      clock: { monoMs: () => now.monoMs },
      venueClock: { venueMs: () => 0 },
      settings: { feed: { acceptMarketChanges: false } },
      trading: {},
    } as unknown as ConstructorParameters<typeof BotSelection>[0],
    () => undefined,
  )
  selection.refresh()
  now.monoMs += Math.max(afterMs, 2000)
  selection.heard(event as unknown as CoreEvent)
  expect(looked).toBe(looks)
})

it('looks at the list as often as the choice of now says, from that choice on', () => {
  const clock = new VirtualClock(0)
  const looks: number[] = []
  const selection = new BotSelection(
    {
      choice: marketChoice.parse({ ids: ['a'] }),
      marketData: {
        listMarkets: () => looks.push(clock.monoMs()),
        readMarket: () => looks.push(clock.monoMs()),
        watch: () => undefined,
      },
      clock,
      venueClock: { venueMs: () => 0 },
      settings: { feed: { acceptMarketChanges: false } },
      known: () => undefined,
      isClear: () => false,
      trading: {},
      tap: { log: () => undefined },
    } as unknown as ConstructorParameters<typeof BotSelection>[0],
    () => undefined,
  )
  const startMs = clock.monoMs()
  const looked = () => looks.splice(0).map((ms) => ms - startMs)
  selection.start()
  clock.runUntil(startMs + 70_000)
  expect(looked()).toEqual([60_000])
  selection.choose(marketChoice.parse({ select: { refreshSec: 15 } }))
  clock.runUntil(startMs + 101_000)
  expect(looked()).toEqual([70_000, 85_000, 100_000])
  selection.choose(marketChoice.parse({ ids: ['a'] }))
  clock.runUntil(startMs + 170_000)
  expect(looked()).toEqual([101_000, 161_000])
  selection.stop()
  clock.runUntil(startMs + 300_000)
  expect(looked()).toEqual([])
})
