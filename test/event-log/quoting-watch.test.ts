import { expect, it } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { notQuoting } from '../../src/domain/run/not-quoting.js'
import type { NotQuoting } from '../../src/domain/run/snapshot.js'
import { QuotingWatch } from '../../src/event-log/quoting-watch.js'
import { createLogger } from '../../src/telemetry/log/log.js'
import { SAMPLE_MARKET } from '../telemetry/sample-snapshot.js'

const UNMEASURED = { wallMs: () => 0, turnedMonoMs: () => undefined }

function watched(...looks: readonly (NotQuoting | undefined)[]) {
  const lines: string[] = []
  const write = (text: string) => {
    const { event, reason } = JSON.parse(text)
    lines.push(reason ?? event)
  }
  const watch = new QuotingWatch(
    createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false }),
    UNMEASURED,
  )
  for (const [index, why] of looks.entries()) {
    const market = why === undefined ? SAMPLE_MARKET : { ...SAMPLE_MARKET, notQuoting: why }
    watch.look({ markets: [market], monoMs: index * 1000 })
  }
  return lines
}
const stale = { reason: 'feed-stale', detail: 'silence for 3 s' } as const
const halted = { reason: 'halted', detail: 'operator: lunch' } as const

it('says once why a market is not quoted, once when it is again, and nothing of what passes within a look', () => {
  expect(watched(undefined, undefined, undefined)).toEqual(['quoting'])
  expect(watched(stale, { ...stale, detail: 'silence for 4 s' }, stale, undefined, undefined)).toEqual([
    'feed-stale',
    'quoting',
  ])
  expect(watched(undefined, undefined, stale, undefined, undefined)).toEqual(['quoting'])
  expect(watched(stale, stale, halted, halted)).toEqual(['feed-stale', 'halted'])
})

/** At info, by event or reason, and the number that stands beside it; `why` of each look for each market. */
function looks(count: number, whys: readonly (NotQuoting | undefined)[], level: 'info' | 'debug' = 'info') {
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const logger = createLogger({ level, format: 'json', scrub: (text) => text, write, terminal: false })
  const watch = new QuotingWatch(logger, UNMEASURED)
  const markets = Array.from({ length: count }, (_, n) => ({ ...SAMPLE_MARKET, conditionId: `0x${n}` as ConditionId }))
  for (const [index, why] of whys.entries())
    watch.look({
      markets: markets.map((market) => (why === undefined ? market : { ...market, notQuoting: why })),
      monoMs: index * 1000,
    })
  return lines
}
const times = <T>(count: number, ...of: readonly T[]) => Array.from({ length: count }, () => of).flat()

it('tells once of a market that flips, and how often it did once it is steady', () => {
  const flips = times(20, undefined, undefined, stale, stale)
  const lines = looks(1, [...flips, ...times(40, stale)])
  expect(lines.map(({ event, reason, changes }) => [event, reason, changes])).toEqual([
    ['quoting', undefined, undefined],
    ['not-quoting', 'feed-stale', undefined],
    ['quoting', undefined, undefined],
    ['not-quoting', 'feed-stale', undefined],
    ['quoting', undefined, undefined],
    ['not-quoting', 'feed-stale', undefined],
    ['unsteady', undefined, 6],
    ['not-quoting', 'feed-stale', 39],
  ])
  // one that flips with each look never stands long enough to be told otherwise
  expect(looks(1, times(30, undefined, stale)).map(({ event }) => event)).toEqual(['unsteady'])
})

it('tells of a market that was unsteady as of any other, once it has been steady', () => {
  const lines = looks(1, [...times(10, undefined, stale), ...times(40, undefined), stale, stale])
  expect(lines.map(({ event }) => event)).toEqual(['unsteady', 'quoting', 'not-quoting'])
})

it('tells since when: the moment at which something began to rest or nothing did, else the look that saw it', () => {
  const lines: { since: string; reason?: string }[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const logger = createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false })
  let nowMs = 0
  let turnedMs = 0
  const watch = new QuotingWatch(logger, { wallMs: () => 1_000_000 + nowMs, turnedMonoMs: () => turnedMs })
  const look = (why?: NotQuoting) => {
    nowMs += 1000
    const market = why === undefined ? SAMPLE_MARKET : { ...SAMPLE_MARKET, notQuoting: why }
    watch.look({ markets: [market], monoMs: nowMs })
  }
  turnedMs = 400
  look()
  look()
  turnedMs = 2300
  look(stale)
  look(stale)
  // silent for another reason: nothing has turned
  look(halted)
  look(halted)
  // told of before, as where nobody looked for a while: not now
  look()
  look()
  expect(lines.map(({ since, reason }) => [reason, Date.parse(since) - 1_000_000])).toEqual([
    [undefined, 400],
    ['feed-stale', 2300],
    ['halted', 5000],
    [undefined, 7000],
  ])
})

it('tells of each change of an unsteady market at debug, and for how many looks it was what, once it is steady', () => {
  const flips = times(10, undefined, stale)
  const steady = times(40, stale)
  const lines = looks(1, [...flips, ...steady], 'debug')
  const last = lines.at(-1)
  expect(last).toMatchObject({ event: 'not-quoting', reason: 'feed-stale', changes: 19 })
  expect(last?.['looks']).toEqual({ quoted: 6, 'feed-stale': 37 })
  const changes = lines.filter(({ level }) => level === 20)
  expect(changes.map(({ event }) => event)).toEqual(times(7, 'not-quoting', 'quoting').slice(0, 13))
})

it('names the markets of which it tells at once, for programs', () => {
  const [, told] = looks(5, [undefined, undefined, halted, halted])
  expect(told?.['conditionIds']).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4'])
})

it('never calls a market unsteady that changes now and then', () => {
  const slow = times(10, ...times(15, undefined), ...times(15, stale))
  expect(looks(1, slow).map(({ event }) => event)).toEqual(times(10, 'quoting', 'not-quoting'))
})

it('leaves a market that is over to its own line', () => {
  const over = { reason: 'market-not-open', detail: 'the market is CLOSED' } as const
  expect(looks(1, [over, over])).toEqual([])
  expect(looks(9, [over, over])).toEqual([])
  expect(looks(1, [over, over], 'debug')).toMatchObject([{ event: 'not-quoting', reason: 'market-not-open' }])
})

it('tells of many markets at once as of one, and of each at debug', () => {
  const whys = [undefined, undefined, halted, halted]
  expect(
    looks(5, whys).map(({ event, markets, reason, conditionId }) => [event, markets, reason, conditionId]),
  ).toEqual([
    ['quoting', 5, undefined, undefined],
    ['not-quoting', 5, 'halted', undefined],
  ])
  expect(looks(5, whys, 'debug').filter(({ conditionId }) => conditionId !== undefined)).toHaveLength(10)
  expect(looks(4, whys)).toHaveLength(8)
})

const whole = { signedIn: true }
const quiet = { ...SAMPLE_MARKET, ownQuotes: [] }
const decision = { conditionId: quiet.conditionId, approved: [], refused: [], waiting: [] }

it.each([
  ['something rests', SAMPLE_MARKET, whole, undefined],
  ['nothing was decided', quiet, whole, 'undecided'],
  ['the bot is halted', quiet, { ...whole, halted: { cause: 'loss', reason: 'r', actor: 'a', atMs: 0 } }, 'halted'],
  ['the market is over', { ...quiet, status: 'CLOSED' }, whole, 'market-not-open'],
  ['the feed is stale', { ...quiet, feed: { health: 'stale', ageMs: 1, reason: 'silence' } }, whole, 'feed-stale'],
  [
    'nobody chose the market',
    { ...quiet, dropped: true, feed: { health: 'stale', ageMs: 0, reason: 'no data yet' } },
    whole,
    'not-selected',
  ],
  ['the strategy failed', { ...quiet, fault: 'threw' }, whole, 'strategy-fault'],
  ['nobody is signed in', quiet, { signedIn: false }, 'not-signed-in'],
] as const)('has a reason where %s', (_name, market, all, reason) => {
  expect(notQuoting(market, undefined, all)?.reason).toBe(reason)
})

it('knows by the last decision whether it was stopped, refused, held back or not wished at all', () => {
  const why = (more: object) => notQuoting(quiet, { ...decision, ...more }, whole)
  expect(why({})).toEqual({ reason: 'no-wish', detail: 'the strategy wants no quote here' })
  expect(why({ note: 'too near the end' })?.detail).toBe('too near the end')
  expect(why({ waiting: ['the fee'] })).toEqual({ reason: 'budget', detail: 'waits for the fee' })
  const unsure = { stopped: 'the clock is unsure', stoppedBy: 'clock-unsure' }
  expect(why(unsure)).toEqual({ reason: 'clock-unsure', detail: 'the clock is unsure' })
  const refused = [{ reason: 'fee-cap', detail: 'the fee is 20 bps', quote: {} }]
  expect(why({ refused })).toEqual({ reason: 'fee-cap', detail: 'the fee is 20 bps' })
  const unfunded = [
    { reason: 'no-collateral', detail: 'orders would need 2 of collateral in all, 0 is there', quote: {} },
  ]
  expect(why({ refused: unfunded })?.reason).toBe('no-collateral')
  const unread = notQuoting(quiet, { ...decision, refused: unfunded } as never, { ...whole, isAccountUnread: true })
  expect(unread).toEqual({ reason: 'budget', detail: 'waits for the account to be read' })
  expect(why({ refused, ...unsure })).toEqual({ reason: 'clock-unsure', detail: 'the clock is unsure' })
})
