import { describe, expect, it } from 'vitest'
import { troubles } from '../../../src/control/view/troubles.js'
import type { BotSnapshot, MarketSnapshot, NotQuoting } from '../../../src/domain/run/snapshot.js'
import { SAMPLE, SAMPLE_MARKET } from '../../telemetry/sample-snapshot.js'

const LATELY = {
  ...{ windowSec: 300, requests: 200, unanswered: 0, serverErrors: 0, limited: 0, refused: 3 },
  ...{ meanMs: 20, slowestMs: 80, longestStepMs: 4 },
}
const DONE = { merged: 0, redeemed: 0, cost: 0 }
const said = (snapshot: Partial<BotSnapshot>, lately: Partial<typeof LATELY> = {}, idle: readonly NotQuoting[] = []) =>
  troubles({ ...SAMPLE, ...snapshot }, { ...LATELY, ...lately }, idle).map(({ whose, what }) => `${whose}: ${what}`)
const market = (change: Partial<MarketSnapshot>) => ({ markets: [SAMPLE_MARKET, { ...SAMPLE_MARKET, ...change }] })

it('there is none where all is well', () => {
  expect(said({})).toEqual([])
})

describe('whose it is', () => {
  const at = { reason: 'why', actor: 'x', atMs: 0 }
  it.each([
    [{ halted: { cause: 'operator', ...at } }, 'person: halted (operator): why'],
    [{ halted: { cause: 'daily-loss', ...at } }, 'ours: halted (daily-loss): why'],
    [{ waiting: { cause: 'venue', reason: 'a 502', sinceMs: 0 } }, 'venue: waiting (venue): a 502'],
    [{ waiting: { cause: 'clock', reason: 'off', sinceMs: 0 } }, 'ours: waiting (clock): off'],
    [market({ feed: { health: 'stale', ageMs: 9, reason: 'silent' } }), 'venue: 1 of 2 feeds are stale: silent'],
    [{ totals: { ...SAMPLE.totals, unknownOrders: 2 } }, 'venue: orders of unknown outcome: 2; they are looked up'],
    [{ signedIn: false }, 'venue: the wallet is not signed in'],
    [{ isAccountUnread: true }, 'venue: the account has not been read yet: what is held is not known'],
    [market({ fault: 'it threw' }), `ours: ${SAMPLE_MARKET.question}: it threw`],
    [market({ slowed: true }), 'ours: the strategy is slow in 1 of 2 markets'],
    [{ answersBehindMs: 14_960 }, 'venue: what it answers about books is 15.0 s behind what its socket tells'],
    [{ clockErrorMs: 1500 }, 'ours: the clock is unsure by 1500 ms'],
    [{ markets: [] }, 'ours: no markets are chosen'],
    [
      { capital: { ...DONE, failure: 'unsent: insufficient funds' } },
      'ours: the last transaction on the chain came to nothing: unsent: insufficient funds',
    ],
    [
      { capital: { ...DONE, pending: { act: 'merge', nonce: 1, hash: '0x1', replaced: 0, trouble: 'not replaced' } } },
      'ours: the merge on the chain is not through: not replaced',
    ],
  ] as const)('%j', (change, expected) => {
    expect(said(change)).toEqual([expected])
  })

  it('requests that fail are the venue’s once they are no accident; its 429 and long steps are ours', () => {
    expect(said({}, { serverErrors: 3 })).toEqual([])
    expect(said({}, { serverErrors: 3, unanswered: 4 })).toEqual([
      'venue: of 200 requests in 5 min 4 were not answered, 3 with a fault of the server',
    ])
    expect(said({}, { limited: 1, longestStepMs: 400 })).toEqual([
      'ours: answers that told us to ask less (429): 1 in 5 min',
      'ours: one event took 400 ms: the machine or the strategy is too slow',
    ])
    const blocked = SAMPLE.budgets.map((budget) => ({ ...budget, blockedForMs: 500 }))
    expect(said({ budgets: blocked })).toEqual(['venue: no request is sent for a while: write'])
    expect(said({ budgets: blocked }, { limited: 1 })).toContain('ours: no request is sent for a while: write')
  })

  it('nothing quoted anywhere is a trouble of its own, unless it passes in a moment or is somebody’s will', () => {
    const none = { reason: 'no-collateral', detail: 'free collateral: would be 1.6, allowed 0' } as const
    const two = market({})
    expect(said(two, {}, [none])).toEqual([])
    expect(said(two, {}, [none, { reason: 'no-wish', detail: 'no' }])).toEqual([
      'ours: nothing is quoted: no-collateral, no-wish in all of 2 markets (free collateral: would be 1.6, allowed 0)',
    ])
    expect(said(two, {}, [none, { reason: 'pulled', detail: 'paused' }])).toEqual([])
    const stale = { reason: 'feed-stale', detail: 'silent' } as const
    expect(said(two, {}, [stale, stale])).toEqual(['venue: nothing is quoted: feed-stale in all of 2 markets (silent)'])
  })

  it('a market that nobody chose is none: what is held there is shown, its feed is not followed', () => {
    const held = { dropped: true, ownQuotes: [], feed: { health: 'stale', ageMs: 0, reason: 'no data yet' } } as const
    const left = { reason: 'not-selected', detail: 'not chosen' } as const
    expect(said(market(held), {}, [left])).toEqual([])
    const none = { reason: 'no-collateral', detail: 'free: 0' } as const
    expect(said(market(held), {}, [left, none])).toEqual([
      'ours: nothing is quoted: no-collateral in all of 1 markets (free: 0)',
    ])
  })

  it('a fault of several markets is told once, also where nothing is quoted because of it', () => {
    const notQuoting = { reason: 'strategy-fault', detail: 'it threw (mine.ts:9)' } as const
    const faulty = { ...SAMPLE_MARKET, fault: notQuoting.detail, notQuoting }
    expect(said({ markets: [faulty, { ...faulty, question: 'Snow?' }] }, {}, [notQuoting, notQuoting])).toEqual([
      'ours: 2 markets: it threw (mine.ts:9)',
      'ours: nothing is quoted: strategy-fault in all of 2 markets',
    ])
  })

  it('the venue’s come first, and one is not told twice', () => {
    const waiting = { cause: 'sign-in', reason: 'refused', sinceMs: 0 } as const
    expect(said({ ...market({ fault: 'it threw' }), waiting, signedIn: false })).toEqual([
      'venue: waiting (sign-in): refused',
      `ours: ${SAMPLE_MARKET.question}: it threw`,
    ])
  })
})
