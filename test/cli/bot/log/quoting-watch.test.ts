import { expect, it } from 'vitest'
import { QuotingWatch } from '../../../../src/cli/bot/log/quoting-watch.js'
import { notQuoting } from '../../../../src/domain/run/not-quoting.js'
import type { NotQuoting } from '../../../../src/domain/run/snapshot.js'
import { createLogger } from '../../../../src/telemetry/log.js'
import { SAMPLE_MARKET } from '../../../telemetry/sample-snapshot.js'

function watched(...looks: readonly (NotQuoting | undefined)[]) {
  const lines: string[] = []
  const write = (text: string) => {
    const { event, reason } = JSON.parse(text)
    lines.push(reason ?? event)
  }
  const watch = new QuotingWatch(
    createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false }),
  )
  for (const why of looks)
    watch.look({ markets: [why === undefined ? SAMPLE_MARKET : { ...SAMPLE_MARKET, notQuoting: why }] })
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

const whole = { signedIn: true }
const quiet = { ...SAMPLE_MARKET, ownQuotes: [] }
const decision = { conditionId: quiet.conditionId, approved: [], refused: [], waiting: [] }

it.each([
  ['something rests', SAMPLE_MARKET, whole, undefined],
  ['nothing was decided', quiet, whole, 'undecided'],
  ['the bot is halted', quiet, { ...whole, halted: { cause: 'loss', reason: 'r', actor: 'a', atMs: 0 } }, 'halted'],
  ['the market is over', { ...quiet, status: 'CLOSED' }, whole, 'market-not-open'],
  ['the feed is stale', { ...quiet, feed: { health: 'stale', ageMs: 1, reason: 'silence' } }, whole, 'feed-stale'],
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
  expect(why({ stopped: 'the clock is unsure' })).toEqual({ reason: 'stopped', detail: 'the clock is unsure' })
  const refused = [{ reason: 'fee-cap', detail: 'the fee is 20 bps', quote: {} }]
  expect(why({ refused })).toEqual({ reason: 'fee-cap', detail: 'the fee is 20 bps' })
  expect(why({ refused, stopped: 'pulled' })).toEqual({ reason: 'fee-cap', detail: 'pulled' })
})
