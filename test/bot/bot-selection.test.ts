import { expect, it } from 'vitest'
import type { BotParts } from '../../src/bot/bot-parts.js'
import { BotSelection } from '../../src/bot/bot-selection.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import { marketChoice } from '../../src/feed/schema.js'
import type { MarketListing } from '../../src/venue/market-data.js'
import { market } from '../risk/builders.js'

it('says why a market that was chosen cannot be quoted any more, once', () => {
  const [a, b] = ['0xa', '0xb'].map((id) => market(id as ConditionId, { endMs: 1e15 }))
  if (a === undefined || b === undefined) throw new Error('no markets')
  let listing: MarketListing = { markets: [a, b], refused: [] }
  const warned: unknown[] = []
  const now = { monoMs: 0 }
  const selection = new BotSelection(
    {
      choice: marketChoice.parse({ select: {} }),
      marketData: {
        listMarkets: (_query: unknown, done: (answer: unknown) => void) => done({ ok: true, value: listing }),
        readMarket: () => undefined,
        watch: () => undefined,
      },
      clock: { monoMs: () => now.monoMs },
      venueClock: { venueMs: () => 0 },
      settings: { feed: { acceptMarketChanges: false } },
      known: () => undefined,
      tap: { log: (level: string, message: string) => level === 'warn' && warned.push(message) },
    } as unknown as BotParts & { readonly known: () => undefined },
    () => undefined,
  )
  const refresh = () => {
    selection.refresh()
    now.monoMs += 60_000
  }
  refresh()
  const strange = { id: 'x', conditionId: '', question: '', reason: 'outcomes: none' }
  listing = { markets: [a], refused: [strange, { ...strange, id: b.id, reason: 'status: PAUSED' }] }
  refresh()
  refresh()
  expect(warned).toEqual(['the market cannot be quoted any more: status: PAUSED'])
  expect(selection.chosen).toEqual([a])
})
