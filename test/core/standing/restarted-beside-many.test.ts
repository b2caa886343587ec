// A wallet after weeks of short markets: thousands of tokens that pay nothing, of markets that no run reads any more. What a start knows of them
// is looked at a few times each, whatever else happens: counted here as reads of the account's own entries.

import { describe, expect, it } from 'vitest'
import type { Holding, UnreadHolding } from '../../../src/domain/account/account.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { HeldTokens } from '../../../src/domain/run/standing.js'
import { at } from '../../execution/builders.js'
import { A, market, raw } from '../../risk/builders.js'
import { book, CoreDriver } from '../core-driver.js'

const MANY = 400
const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
const idOf = (index: number) => `0x${(index + 16).toString(16).padStart(64, '0')}` as ConditionId

/** A run after another; `looks` counts how often an entry of what the account shows beside its markets is looked at. */
function restarted() {
  const held = Array.from({ length: MANY }, (_, index): HeldTokens => {
    return { conditionId: idOf(index), tokensRaw: [raw(index + 1), 0n], worth: 0 }
  })
  const seen = { looks: 0 }
  const entries = held.map(({ conditionId, tokensRaw }): UnreadHolding => {
    const token = { tokenId: `${conditionId}1`, totalRaw: tokensRaw[0], lockedRaw: 0n, pendingRaw: 0n }
    return {
      get conditionId() {
        seen.looks++
        return conditionId
      },
      tokens: [token],
    }
  })
  const driver = new CoreDriver()
  driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held } })
  driver.push({ kind: 'verify', held, orders: [], listAfterMs: 0 })
  const collateral = { totalRaw: raw(1000), lockedRaw: 0n, pendingRaw: 0n, availableRaw: raw(1000) }
  driver.push({ kind: 'account', snapshot: { collateral, holdings: [], unread: entries }, askedSeq: driver.seq })
  driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs }) })
  driver.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
  return { driver, seen, held }
}

describe('a start beside thousands of tokens that nobody reads', () => {
  it('keeps what was held as it was, and looks at each once or twice for it', () => {
    const { driver, seen, held } = restarted()
    seen.looks = 0
    expect(driver.core.standing.standing().held).toEqual(held)
    expect(seen.looks).toBeLessThanOrEqual(3 * MANY)
  })

  it('looks at none of them in a turn that is about something else', () => {
    const { driver, seen } = restarted()
    const { markets } = driver.core.beliefs
    const get = markets.get.bind(markets)
    let asked = 0
    markets.get = (conditionId) => {
      asked++
      return get(conditionId)
    }
    seen.looks = 0
    driver.push({ kind: 'book', conditionId: A, book: book(47, 48), via: 'socket' })
    expect(seen.looks).toBe(0)
    expect(asked).toBeLessThan(MANY)
  })

  it('finds one of them that becomes known, and what it has won', () => {
    const { driver } = restarted()
    const outcomes = market(A).outcomes.map((one, index) => ({ ...one, tokenId: `${idOf(7)}${index + 1}` }))
    const won = { ...market(idOf(7)), outcomes: [outcomes[0]!, outcomes[1]!], status: 'RESOLVED', winner: 0 } as const
    driver.push({ kind: 'market', market: won })
    driver.wake(10_000)
    const missed = driver.core.standing.takeChanges().filter(({ kind }) => kind === 'missed')
    expect(missed).toEqual([expect.objectContaining({ conditionId: idOf(7), pnl: expect.closeTo(8, 6) })])
  })
})

/** As `held` of a former run has it, and gone from the account; `looks` counts how often an entry of it, or of the account, is looked at. */
function goneMeanwhile() {
  const seen = { looks: 0 }
  const counted = <T extends { readonly conditionId: ConditionId }>({ conditionId, ...rest }: T): T =>
    ({
      get conditionId() {
        seen.looks++
        return conditionId
      },
      ...rest,
    }) as unknown as T
  const gone = Array.from({ length: MANY }, (_, index): HeldTokens => {
    return { conditionId: idOf(index), tokensRaw: [raw(index + 1), 0n], worth: 0 }
  })
  const holdings = Array.from({ length: MANY }, (_, index) => {
    const nothing = { lockedRaw: [0n, 0n], pendingRaw: [0n, 0n] } as const
    return counted<Holding>({ conditionId: idOf(MANY + index), tokensRaw: [raw(1), 0n], ...nothing })
  })
  const driver = new CoreDriver()
  driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held: gone } })
  driver.push({ kind: 'verify', held: gone, orders: [], listAfterMs: 0 })
  driver.start()
  const collateral = { totalRaw: raw(1000), lockedRaw: 0n, pendingRaw: 0n, availableRaw: raw(1000) }
  const read = () => driver.push({ kind: 'account', snapshot: { collateral, holdings }, askedSeq: driver.seq })
  read()
  driver.push({ kind: 'orders-listed', records: [], askedSeq: driver.seq })
  return { driver, seen, read }
}

describe('a start after thousands of tokens have gone from the account', () => {
  it('looks for each of them in what the account shows, and through all of that for none', () => {
    const { seen } = goneMeanwhile()
    expect(seen.looks).toBeLessThanOrEqual(20 * MANY)
  })

  it('judges none of them again until their market or the account is read', () => {
    const { driver, read } = goneMeanwhile()
    const { formerFills } = driver.core.beliefs.ledger
    const of = formerFills.of.bind(formerFills)
    let judged = 0
    formerFills.of = (conditionId) => {
      judged++
      return of(conditionId)
    }
    for (let turn = 0; turn < 10; turn++)
      driver.push({ kind: 'book', conditionId: A, book: book(40 + turn, 48), via: 'socket' })
    expect(judged).toBe(0)
    driver.push({ kind: 'market', market: { ...market(idOf(7)), status: 'RESOLVED', winner: 1 } })
    expect(judged).toBeLessThanOrEqual(2)
    judged = 0
    read()
    expect(judged).toBeLessThanOrEqual(2 * MANY)
  })
})
