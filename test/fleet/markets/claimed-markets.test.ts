import { expect, it } from 'vitest'
import { ClaimedMarkets } from '../../../src/fleet/markets/claimed-markets.js'
import type { MarketBook } from '../../../src/fleet/markets/market-book.js'
import { bookOf, botOf } from './builders.js'

const LEASE_MS = 12_000
const at = (ms: number) => ({ monoMs: ms, wallMs: 1_000_000 + ms })
const shown = {
  ...{ bot: 'a', label: 'bot a', weight: 1, run: 1, restMs: 60_000, wants: ['m'], holdings: [] },
  isClear: () => true,
}
const found = (book: MarketBook | undefined) => ({ book, redisRun: 'redis', newId: 'anew' })

function holding() {
  const claimed = new ClaimedMarkets(LEASE_MS)
  claimed.heard(claimed.look(found(bookOf({})), shown, at(1_200)), shown.restMs, at(1_000))
  return claimed
}

it('may act on what it holds for a third of a lease from before it asked, by either clock', () => {
  const claimed = holding()
  expect([...claimed.held]).toEqual(['m'])
  expect(claimed.mayAct(at(4_999), 60_000)).toBe(true)
  expect(claimed.mayAct(at(5_000), 60_000)).toBe(false)
  // asleep: the monotonic clock stood still
  expect(claimed.mayAct({ monoMs: 2_000, wallMs: 1_006_000 }, 60_000)).toBe(false)
  // orders that may rest for longer than the others were told
  expect(claimed.mayAct(at(2_000), 60_001)).toBe(false)
  expect(new ClaimedMarkets(LEASE_MS).mayAct(at(0), 0)).toBe(false)
})

it('knows what it found where nobody has answered, and is no younger for it', () => {
  const claimed = holding()
  const others = bookOf(
    { a: botOf({ version: 12 }), b: botOf({ version: 13 }) },
    { version: 13, claims: { n: { bot: 'b', since: 13 } } },
  )
  claimed.look(found(others), shown, at(3_000))
  claimed.failed()
  expect(claimed.ageMs(at(3_000))).toBe(2_000)
  // what b has claimed is not forgotten, though Redis has
  const told = claimed.look(found(undefined), shown, at(4_000))
  expect(told.book).toMatchObject({ memory: 'told', claims: { n: { bot: 'b', since: 13 } } })
})

it('knows nothing more where it takes no part', () => {
  const claimed = holding()
  const refused = claimed.look(found(bookOf({ a: botOf({ run: 2 }) }, { version: 20 })), shown, at(2_000))
  claimed.heard(refused, shown.restMs, at(2_000))
  expect([claimed.held.size, claimed.mayAct(at(2_000), 0)]).toEqual([0, false])
  expect(claimed.look(found(undefined), shown, at(3_000)).book.memory).toBe('forgotten')
})

it('tells of what may rest that was placed while orders lived longer, until it cannot rest any more', () => {
  const claimed = holding()
  const told = (restMs: number, monoMs: number) => {
    const seen = claimed.look(found(bookOf({})), { ...shown, restMs }, at(monoMs))
    claimed.heard(seen, restMs, at(monoMs))
    return seen.book.bots['a']?.restMs
  }
  expect(told(60_000, 2_000)).toBe(60_000)
  // a reload: orders live for five seconds from now on, and those of the last look for 60 from then
  expect(told(5_000, 3_000)).toBe(59_000)
  expect(claimed.mayAct(at(3_500), 5_000)).toBe(true)
  expect([told(5_000, 40_000), told(5_000, 56_999), told(5_000, 57_000), told(5_000, 58_000)]).toEqual([
    ...[22_000, 5_001, 5_000, 5_000],
  ])
  expect(told(60_000, 59_000)).toBe(60_000)
})

it('tells of what the run before it may have left', () => {
  const claimed = new ClaimedMarkets(LEASE_MS)
  const former = bookOf({ a: botOf({ restMs: 120_000 }), b: botOf({ restMs: 300_000 }) })
  const told = (book: MarketBook, monoMs: number) => {
    const seen = claimed.look(found(book), { ...shown, run: 2, restMs: 5_000 }, at(monoMs))
    claimed.heard(seen, 5_000, at(monoMs))
    return seen.book
  }
  const first = told(former, 1_000)
  expect(first.bots['a']).toMatchObject({ run: 2, restMs: 120_000 })
  expect(told(first, 31_000).bots['a']?.restMs).toBe(90_000)
  expect(told(first, 131_000).bots['a']?.restMs).toBe(5_000)
})
