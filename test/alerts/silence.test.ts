import { expect, it } from 'vitest'
import { Silence } from '../../src/alerts/silence.js'
import type { BotSnapshot, MarketSnapshot, NotQuoting } from '../../src/domain/run/snapshot.js'
import { SAMPLE_MARKET } from '../telemetry/sample-snapshot.js'

const quoted: MarketSnapshot = SAMPLE_MARKET
const idle = (reason: NotQuoting['reason'], detail = 'why'): MarketSnapshot => ({
  ...SAMPLE_MARKET,
  ownQuotes: [],
  notQuoting: { reason, detail },
})
const halted = { cause: 'loss', reason: 'r', actor: 'a', atMs: 0 } as const
const waiting = { cause: 'venue', reason: 'r', sinceMs: 0 } as const
type Look = Pick<BotSnapshot, 'markets' | 'halted' | 'waiting'>

/** What is told of looks, each so many seconds after the last. */
function told(
  ...looks: readonly (readonly [afterSec: number, markets: readonly MarketSnapshot[], more?: Partial<Look>])[]
) {
  const silence = new Silence(120_000)
  let nowMs = 1_000_000
  return looks.flatMap(([afterSec, markets, more]) => {
    nowMs += afterSec * 1000
    const news = silence.look({ markets, ...more }, nowMs)
    return news === undefined ? [] : [`${news.kind}: ${news.text}`]
  })
}

it('tells once when nothing was quoted for long, why, and when something is again', () => {
  const silent = [idle('feed-stale', 'silence'), idle('no-wish'), idle('feed-stale')]
  expect(told([0, [quoted]], [1, silent], [119, silent], [1, silent], [60, silent], [20, [...silent, quoted]])).toEqual(
    [
      'not-quoting: nothing for 120 s: feed-stale in 2, no-wish in 1 of 3 markets (silence)',
      'quoting: quoted again after 200 s',
    ],
  )
})

it('tells of a bot that has no market', () => {
  expect(told([0, []], [120, []])).toEqual(['not-quoting: nothing for 120 s: no market is chosen'])
})

it('begins anew with every quote, and tells nothing of an end that was not told', () => {
  const silent = [idle('no-wish')]
  expect(told([0, silent], [100, silent], [1, [quoted]], [1, silent], [100, silent], [1, [quoted]])).toEqual([])
})

it.each([
  ['halted', [idle('halted')], { halted }],
  ['waiting', [idle('waiting')], { waiting }],
  ['told of by the bot whose markets they are', [idle('other-bot')], {}],
] as const)('leaves alone what is %s, and counts from its end', (_name, markets, more) => {
  const silent = [idle('no-wish')]
  expect(told([0, markets, more], [500, markets, more], [1, silent], [100, silent], [1, markets, more])).toEqual([])
  expect(told([0, silent], [60, markets, more], [1, silent], [119, silent], [1, silent])).toHaveLength(1)
})
