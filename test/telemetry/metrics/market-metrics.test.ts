import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { EMPTY_BOOK } from '../../../src/domain/market/book.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { LivingOrder } from '../../../src/domain/orders/own-order.js'
import type { Refusal } from '../../../src/domain/orders/quote.js'
import type { CoreEvent, CoreInput } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import { BotMetrics } from '../../../src/telemetry/metrics/bot-metrics.js'
import { marketOf } from '../../venue/session/fake-venue.js'
import { SAMPLE, SAMPLE_MARKET } from '../sample-snapshot.js'

const market = marketOf(1)
const { conditionId } = market
const other = '0xc2' as ConditionId
const nothing: Decision = { seq: 1, markets: [], commands: [], ended: [], faults: [], corrected: [] }
const refused = (reason: Refusal['reason'], id = conditionId): Decision => ({
  ...nothing,
  markets: [{ conditionId: id, approved: [], refused: [{ reason, detail: '' } as Refusal], waiting: [] }],
})
const bid = { phase: 'open', draft: { conditionId, outcome: 0, side: 'BUY', price: ticks(40) } } as LivingOrder

function quoting(orders: readonly LivingOrder[]) {
  const of = new BotMetrics({ version: '1', strategy: 's', mode: 'live' }, { processMetrics: false })
  of.onMarkets({
    market: () => market,
    orders: () => orders,
    others: () => EMPTY_BOOK,
    isStarved: () => orders.length === 0,
  })
  let seq = 0
  const turn = (monoMs: number, events: readonly CoreInput[], decision = nothing) => {
    const at = { monoMs, wallMs: monoMs, venueMs: monoMs }
    for (const event of [...events, { kind: 'turn-end' }] as CoreInput[]) {
      of.onEvent({ ...event, seq: ++seq, at } as CoreEvent)
      of.onStep(event.kind === 'turn-end' ? decision : nothing, 0)
    }
  }
  const shown = async (monoMs: number, ids: readonly ConditionId[] = [conditionId]) => {
    of.onSnapshot({ ...SAMPLE, monoMs, markets: ids.map((id) => ({ ...SAMPLE_MARKET, conditionId: id })) })
    const text = await of.text()
    return (name: string) => text.split('\n').filter((line) => line.startsWith(`quoin_${name}`))
  }
  const look = (monoMs: number, ids: readonly ConditionId[]) =>
    of.look({ monoMs, markets: ids.map((id) => ({ ...SAMPLE_MARKET, conditionId: id })) })
  return { of, turn, shown, look }
}
const sells: CoreInput = { kind: 'fee-changed', conditionId }

it('counts from event to event for how long a market was quoted', async () => {
  const orders = [bid]
  const { turn, shown } = quoting(orders)
  turn(0, [sells])
  turn(1000, [], refused('feed-stale'))
  orders.push({ ...bid, draft: { ...bid.draft, outcome: 1 } })
  turn(1500, [sells])
  const lines = await shown(3500)
  expect([...lines('open_seconds'), ...lines('quoted_seconds'), ...lines('touch_seconds')]).toEqual([
    `quoin_open_seconds_total{market="${conditionId}"} 3.5`,
    `quoin_quoted_seconds_total{market="${conditionId}"} 2`,
    `quoin_touch_seconds_total{market="${conditionId}"} 3.5`,
  ])
  // a second look adds what has passed since, no more
  expect((await shown(4500))('open_seconds')).toEqual([`quoin_open_seconds_total{market="${conditionId}"} 4.5`])
})

it('counts for how long a market was short of requests', async () => {
  const orders: LivingOrder[] = []
  const { turn, shown } = quoting(orders)
  turn(0, [sells])
  orders.push(bid)
  turn(1500, [sells])
  expect((await shown(3500))('starved_seconds')).toEqual([`quoin_starved_seconds_total{market="${conditionId}"} 1.5`])
})

it('counts refusals by market and reason, and decisions', async () => {
  const { turn, shown } = quoting([])
  turn(0, [], refused('feed-stale'))
  turn(1, [], refused('feed-stale'))
  turn(2, [], refused('halted', other))
  const lines = await shown(3, [conditionId, other])
  expect(lines('quotes_refused')).toEqual([
    `quoin_quotes_refused_total{market="${conditionId}",reason="feed-stale"} 2`,
    'quoin_quotes_refused_total{market="0xc2",reason="halted"} 1',
  ])
  expect(lines('decisions_total')).toEqual(['quoin_decisions_total 3'])
})

it('counts how often the stream of a market was lost, from 0', async () => {
  const { turn, shown } = quoting([])
  const feed = (health: 'live' | 'stale'): CoreInput => ({ kind: 'feed', conditionId, health, reason: 'gap' })
  expect((await shown(0))('feed_losses')).toEqual([`quoin_feed_losses_total{market="${conditionId}"} 0`])
  turn(1, [feed('live'), feed('stale'), feed('live'), feed('stale')])
  expect((await shown(2))('feed_losses')).toEqual([`quoin_feed_losses_total{market="${conditionId}"} 2`])
})

it('leaves nothing of a market that is over', async () => {
  const { turn, shown } = quoting([bid])
  turn(0, [sells], refused('feed-stale'))
  expect((await shown(1000))('').filter((line) => line.includes(conditionId)).length).toBeGreaterThan(20)
  // one that was refused before anybody looked is no exception
  turn(1000, [], refused('halted', other))
  expect((await shown(1000, []))('').filter((line) => line.includes('market="0x'))).toEqual([])
})

it('counts on in a market of which nothing is heard, and keeps nothing of one that is over, though nobody scrapes', async () => {
  const { of, turn, shown, look } = quoting([bid])
  turn(0, [sells], refused('feed-stale'))
  turn(0, [{ kind: 'fee-changed', conditionId: other }], refused('halted', other))
  for (let second = 1; second <= 20; second++) look(second * 1000, [conditionId])
  expect(of.turnedMonoMs(other)).toBeUndefined()
  const text = await of.text()
  expect(text.split('\n').filter((line) => line.includes(`market="${other}"`))).toEqual([])
  expect((await shown(20_000))('open_seconds')).toEqual([`quoin_open_seconds_total{market="${conditionId}"} 20`])
})

it("shows what steers a terminal in a market's question escaped", async () => {
  const of = new BotMetrics({ version: '1', strategy: 's', mode: 'live' }, { processMetrics: false })
  const question = 'Who\u001b[2J wins\u0007?\r\n\u202eeslaf\u009b"'
  of.onSnapshot({ ...SAMPLE, markets: [{ ...SAMPLE_MARKET, conditionId, question }] })
  const text = await of.text()
  expect(text.match(/[^\n\u0020-\u007e]/u)).toBeNull()
  expect(text).toContain(String.raw`question="Who\\u001b[2J wins\\u0007?\\r\\n\\u202eeslaf\\u009b\""`)
})

it('counts the fills that the snapshot shows, and goes on counting those of markets that are over', async () => {
  const of = new BotMetrics({ version: '1', strategy: 's', mode: 'live' }, { processMetrics: false })
  const shown = async (fills: readonly number[], all: number) => {
    const markets = fills.map((count, index) => ({
      ...SAMPLE_MARKET,
      ...{ fills: count, conditionId: `0xc${index}` as ConditionId },
    }))
    of.onSnapshot({ ...SAMPLE, markets, totals: { ...SAMPLE.totals, fills: all } })
    return (await of.text()).split('\n').filter((line) => line.startsWith('quoin_fills_'))
  }
  expect(await shown([0, 0], 0)).toEqual([
    ...['quoin_fills_total{market="0xc0"} 0', 'quoin_fills_total{market="0xc1"} 0', 'quoin_fills_all_total 0'],
  ])
  expect(await shown([3, 1], 4)).toEqual([
    ...['quoin_fills_total{market="0xc0"} 3', 'quoin_fills_total{market="0xc1"} 1', 'quoin_fills_all_total 4'],
  ])
  // the second one is over, and had another fill before that
  expect(await shown([5], 7)).toEqual(['quoin_fills_total{market="0xc0"} 5', 'quoin_fills_all_total 7'])
  expect((await shown([5, 2], 7))[1]).toBe('quoin_fills_total{market="0xc1"} 2')
})

it('goes on counting the shares of markets that are over', async () => {
  const { turn, shown } = quoting([])
  const fill: Partial<Fill> = { tradeId: 't1', hash: '0x01', conditionId, side: 'SELL', sizeRaw: 2n * market.unitRaw }
  turn(0, [
    { kind: 'market', market },
    { kind: 'fills-listed', fills: [fill as Fill], askedSeq: 0 },
  ])
  expect((await shown(1))('shares_filled')).toEqual([
    `quoin_shares_filled_total{market="${conditionId}",side="sell"} 2`,
    `quoin_shares_filled_total{market="${conditionId}",side="buy"} 0`,
    ...['quoin_shares_filled_all_total{side="buy"} 0', 'quoin_shares_filled_all_total{side="sell"} 2'],
  ])
  expect((await shown(2, []))('shares_filled')).toEqual([
    ...['quoin_shares_filled_all_total{side="buy"} 0', 'quoin_shares_filled_all_total{side="sell"} 2'],
  ])
})
