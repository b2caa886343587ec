// What is remembered beside the exchange comes back from a store, and follows from its events.

import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { codeOf, epochEnd, epochStart, ReferralBook } from '../../../../src/server/api/accounts/referral-book.js'
import { TradingRecord } from '../../../../src/server/api/accounts/trading-record.js'
import { UserDirectory } from '../../../../src/server/api/accounts/user-directory.js'
import type { DurableValues } from '../../../../src/server/api/kept/durable-values.js'
import { CommentStore } from '../../../../src/server/api/markets/comment-store.js'
import { matchesOf } from '../../../../src/server/api/markets/match-scores.js'
import { PriceHistory } from '../../../../src/server/api/markets/price-history.js'
import { ALICE, BOB, VenueDriver } from '../venue-driver.js'

/** A store whose values are copied in and out, as through a file. */
function fakeValues(): DurableValues {
  const kept = new Map<string, { kind: string; id: string; value: unknown }>()
  return {
    isDurable: true,
    put: (kind, id, value) => {
      const key = `${kind}|${id}`
      kept.set(key, { kind, id, value: structuredClone(value) })
    },
    delete: (kind, id) => {
      kept.delete(`${kind}|${id}`)
    },
    get: <T>(kind: string, id: string) => structuredClone(kept.get(`${kind}|${id}`)?.value) as T | undefined,
    all: <T>(kind: string) =>
      [...kept.values()].filter((one) => one.kind === kind).map(({ id, value }) => [id, structuredClone(value) as T]),
  }
}

const { conditionId } = new VenueDriver().market
const half = { numerators: [1n, 1n], denominator: 2n, isFinal: false } as const
const won = { numerators: [1n, 0n], denominator: 1n, isFinal: true } as const

describe('after a restart', () => {
  it('users keep names and ids, and are told again to whom it matters', () => {
    const values = fakeValues()
    const first = new UserDirectory(() => undefined, values)
    const { id } = first.rename(ALICE, 'Alice_1', 5)
    const seen: string[] = []
    const second = new UserDirectory((address) => seen.push(address), values)
    expect(seen).toEqual([ALICE])
    expect(second.find('alice_1')).toMatchObject({ id, address: ALICE, createdAt: '1970-01-01T00:00:00.005Z' })
    expect(() => second.rename(BOB, 'ALICE_1', 9)).toThrow(/taken/)
  })

  it('comments are all there, and ids go on', () => {
    const values = fakeValues()
    const say = (store: CommentStore, text: string) =>
      store.add({ marketId: 'm', parentId: null, author: ALICE, text, createdMs: 1 }).id
    expect(say(new CommentStore(values), 'one')).toBe('comment_1')
    const second = new CommentStore(values)
    expect(say(second, 'two')).toBe('comment_2')
    expect(second.ofMarket('m').map(({ text }) => text)).toEqual(['two', 'one'])
  })

  it('attributions, earnings and payments stand', () => {
    const values = fakeValues()
    const first = new ReferralBook(values)
    for (const account of [ALICE, BOB]) first.register(account)
    first.attribute(BOB, codeOf(ALICE), 1)
    const fill = {
      account: BOB,
      conditionId,
      outcome: 0,
      cashRaw: -5n,
      tokensRaw: 9n,
      volumeRaw: 50n,
      feeRaw: 3n,
    } as const
    first.add(fill, 1)
    first.notePayment(ALICE, 2n)
    const second = new ReferralBook(values)
    second.register(ALICE)
    expect(second.refereesOf(ALICE)).toMatchObject([{ account: BOB, volumeRaw: 50n, feesRaw: 3n, epochFeesRaw: 3n }])
    expect(second.paidRaw(ALICE)).toBe(2n)
    expect(second.attribute(BOB, codeOf(ALICE), 2).changed).toBe(false)
  })

  it('profits stand, realized or not', () => {
    const values = fakeValues()
    const fill = {
      account: ALICE,
      conditionId,
      outcome: 0,
      cashRaw: -40n,
      tokensRaw: 100n,
      volumeRaw: 40n,
      feeRaw: 0n,
    } as const
    new TradingRecord(() => half, values).add(fill)
    const open = new TradingRecord(() => half, values)
    expect(open.performance(ALICE)).toMatchObject({ unrealizedRaw: 10n, realizedRaw: 0n, trades: 1 })
    const over = new TradingRecord(() => won, values)
    over.close(conditionId)
    const last = new TradingRecord(() => won, values)
    expect(last.performance(ALICE)).toMatchObject({ unrealizedRaw: 0n, realizedRaw: 60n })
    // a late settlement after the end
    last.add({ ...fill, cashRaw: 0n, tokensRaw: 7n })
    expect(last.performance(ALICE)).toMatchObject({ realizedRaw: 67n })
    expect(last.markets(ALICE)).toEqual([{ conditionId, profitRaw: 67n, isFinal: true }])
  })

  it('candles are what they were', () => {
    const values = fakeValues()
    const first = new PriceHistory(values)
    const trade = { tradeId: 't', conditionId, matchType: 'direct', outcome: 0, side: 'BUY', sizeRaw: 100n } as const
    for (const [i, price] of [40, 45, 38, 41, 60].entries()) {
      first.add({ ...trade, price: ticks(price), venueMs: i * 1_700_000 }, 100)
    }
    const second = new PriceHistory(values)
    for (const interval of ['10s', '1m', '5m', '15m', '1h', '6h', '1d'] as const) {
      const of = (history: PriceHistory) => history.candles(conditionId, interval, { limit: 100 })
      expect({ interval, candles: of(second) }).toEqual({ interval, candles: of(first) })
    }
    expect(second.last(conditionId)).toBe(60)
  })

  it('matches stay at their first times', () => {
    const values = fakeValues()
    const configured = [{ id: 'm', home: 'A', away: 'B', startsInSec: 60, goals: [] }]
    const [first] = matchesOf(configured, 0, values)
    expect(matchesOf(configured, 1_000_000, values)).toEqual([first])
    expect(first).toMatchObject({ startMs: 60_000, endMs: 60_000 + 150 * 60_000 })
  })
})

describe('referral codes and epochs', () => {
  it('a code belongs to its wallet, whatever the spelling, and is short', () => {
    expect(codeOf(ALICE)).toBe(codeOf(`0x${ALICE.slice(2).toLowerCase()}`))
    expect(codeOf(ALICE)).not.toBe(codeOf(BOB))
    expect(codeOf(ALICE)).toMatch(/^[2-9A-HJ-NP-Z]{10}$/)
  })

  it('an epoch begins on Monday, 00:00 UTC', () => {
    const monday = Date.parse('2030-01-07T00:00:00Z')
    expect([epochStart(monday - 1), epochEnd(monday - 1)]).toEqual([monday - 7 * 86_400_000, monday])
    expect(epochStart(monday)).toBe(monday)
  })
})
