import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Hex } from '../../src/domain/market/market.js'
import type { Fill, PublicTrade } from '../../src/domain/orders/fill.js'
import type { OrderDraft, OrderRecord } from '../../src/domain/orders/order.js'
import type { CoreEvent, CoreInput } from '../../src/domain/run/core-event.js'
import { FillLog } from '../../src/event-log/fill-log.js'
import { createLogger } from '../../src/telemetry/log/log.js'
import { marketOf } from '../venue/session/fake-venue.js'

const market = marketOf(1)
const { conditionId } = market
const hash = `0x${'ab'.repeat(32)}` as Hex
const draft: OrderDraft = {
  ...{ conditionId, outcome: 0, side: 'BUY', price: ticks(40), size: lots(1000), type: 'POST_ONLY' },
  ...{ expirationSec: 1_900_000_000, feeRateBps: 100 },
}
const SIZE = 5_000_000n
/** Somebody sells five YES to us. */
const trade = (more: Partial<PublicTrade> = {}): CoreInput => {
  const sold = { tradeId: 't1', conditionId, matchType: 'direct', outcome: 0, side: 'SELL', price: ticks(40) } as const
  return { kind: 'trade', conditionId, trade: { ...sold, sizeRaw: SIZE, venueMs: 1000, ...more } }
}
const record = (pendingRaw: bigint, more: Partial<OrderRecord> = {}): CoreInput => {
  const { outcome, side, price } = draft
  const amounts = { originalRaw: 10n * SIZE, filledRaw: 0n, pendingRaw, remainingRaw: 10n * SIZE - pendingRaw }
  const of = { hash, account: '0x1', conditionId, outcome, side, price, ...amounts, type: 'POST_ONLY' } as const
  const times = { expirationSec: 1_900_000_000, createdMs: 0, updatedMs: 1001 }
  return { kind: 'order', record: { ...of, ...times, status: 'partially_filled', ...more } }
}
const listed = (...fills: readonly Partial<Fill>[]): CoreInput => ({
  kind: 'fills-listed',
  askedSeq: 0,
  fills: fills.map((fill) => ({
    ...{ tradeId: 't1', hash, conditionId, outcome: 0, side: 'BUY', price: ticks(40), sizeRaw: SIZE, feeRaw: 20_000n },
    ...{ liquidity: 'maker', status: 'pending', venueMs: 1000, ...fill },
  })),
})
const settled = (tradeId = 't1', status: 'settled' | 'failed' = 'settled'): CoreInput => ({
  ...{ kind: 'settlement', conditionId, tradeId, status },
})

const wordOf = ({ event, tradeId, status }: Record<string, unknown>) =>
  [event, tradeId, ...(event === 'fill' ? [] : [status])].join(' ')

function logged(events: readonly CoreInput[], telling = { tellsOrders: true, makerPaysFee: true }) {
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const logger = createLogger({ level: 'debug', format: 'json', scrub: (text) => text, write, terminal: false })
  const log = new FillLog(logger, new Map([[conditionId, market]]), telling)
  log.signed(hash, draft)
  const told: string[][] = []
  for (const event of events) {
    log.event(event)
    told.push(lines.splice(0).map(wordOf))
  }
  return told
}

describe('a fill', () => {
  it('is told with the record that shows it, and neither the list nor a second settlement tells it again', () => {
    const events = [
      ...[trade(), record(SIZE), listed({}), settled()],
      ...[listed({ status: 'settled' }), settled(), listed({}), listed({ status: 'settled' })],
    ]
    expect(logged(events)).toEqual([[], ['fill t1'], [], ['settlement t1 settled'], [], [], [], []])
  })

  it('that lies between the ticks of today is told at its own price', () => {
    const lines: Record<string, unknown>[] = []
    const write = (text: string) => void lines.push(JSON.parse(text))
    const logger = createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false })
    const log = new FillLog(logger, new Map([[conditionId, market]]), { tellsOrders: false, makerPaysFee: true })
    log.signed(hash, draft)
    log.event(listed({ paidRaw: 2_050_000n }))
    expect(lines).toMatchObject([{ event: 'fill', price: 0.41, shares: 5 }])
  })

  it('carries what the books assume of it, and joins order and settlement', () => {
    const lines: Record<string, unknown>[] = []
    const write = (text: string) => void lines.push(JSON.parse(text))
    const logger = createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false })
    const log = new FillLog(logger, new Map([[conditionId, market]]), { tellsOrders: true, makerPaysFee: true })
    log.signed(hash, draft)
    for (const event of [trade(), record(SIZE)]) log.event(event)
    expect(lines).toMatchObject([
      {
        ...{
          event: 'fill',
          level: 30,
          tradeId: 't1',
          hash,
          market: market.id,
          conditionId,
          outcome: 'YES',
          side: 'BUY',
        },
        ...{ price: 0.4, shares: 5, fee: expect.any(Number), liquidity: 'maker', at: '1970-01-01T00:00:01.000Z' },
      },
    ])
    expect(lines[0]?.['fee']).toBeGreaterThan(0)
    expect(lines[0]).not.toHaveProperty('beforeStart')
  })

  it('that is heard of first as settled has both its lines; and one that failed', () => {
    expect(logged([listed({ status: 'settled' })])).toEqual([['fill t1', 'settlement t1 settled']])
    expect(logged([listed({ status: 'failed' })])).toEqual([['fill t1', 'settlement t1 failed']])
  })

  it('of both sides of a match is told for both orders', () => {
    expect(logged([listed({ hash: '0x02' }, {}), settled()])).toEqual([
      ['fill t1', 'fill t1'],
      ['settlement t1 settled', 'settlement t1 settled'],
    ])
  })

  it("follows the trade that is the other outcome's", () => {
    expect(logged([trade({ matchType: 'mint', outcome: 1, side: 'BUY', price: ticks(60) }), record(SIZE)])).toEqual([
      [],
      ['fill t1'],
    ])
  })

  it('after fill is told by what the order has grown', () => {
    const second = trade({ tradeId: 't2', venueMs: 2000 })
    const events = [trade(), record(SIZE), second, record(SIZE, { filledRaw: SIZE, updatedMs: 2000 })]
    expect(logged(events)).toEqual([[], ['fill t1'], [], ['fill t2']])
  })

  it.each([
    ['no trade was printed', []],
    ['it was of another size', [trade({ sizeRaw: SIZE + 1n })]],
    ['it was at another price', [trade({ price: ticks(41) })]],
    ['its taker stood on our side', [trade({ side: 'BUY' })]],
    ['it was long before', [trade({ venueMs: 500 })]],
    ['it came after the record', [trade({ venueMs: 1500 })]],
  ])('waits for the list where %s', (_name, before) => {
    expect(logged([...before, record(SIZE), listed({})]).slice(-2)).toEqual([[], ['fill t1']])
  })

  it('waits for the list where the venue does not tell of orders, and where the order is none of this run', () => {
    expect(logged([trade(), record(SIZE)], { tellsOrders: false, makerPaysFee: true })).toEqual([[], []])
    expect(logged([trade(), record(SIZE, { hash: '0x02' })])).toEqual([[], []])
  })

  it('is not told by a record that is older than the last', () => {
    const events = [trade(), record(SIZE), record(0n, { updatedMs: 900 }), record(SIZE, { updatedMs: 1002 })]
    expect(logged(events).flat()).toEqual(['fill t1'])
  })
})

it('says of a match from before the start that it is one: a run before may have told it', () => {
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const logger = createLogger({ level: 'debug', format: 'json', scrub: (text) => text, write, terminal: false })
  const log = new FillLog(logger, new Map(), { tellsOrders: true, makerPaysFee: true })
  const at = { monoMs: 0, wallMs: 0, venueMs: 1500 }
  const pnl = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
  log.event({ kind: 'restored', standing: { pauses: [], pnl, heldMs: 1200 }, seq: 1, at })
  const fills = [{}, { tradeId: 't2', venueMs: 1300 }, { tradeId: 't3', venueMs: 1600 }]
  log.event({ ...listed(...fills), seq: 2, at } as CoreEvent)
  // t2 happened while nobody looked on: the run before was dead already
  expect(lines.map(({ tradeId, level, beforeStart }) => [tradeId, level, beforeStart])).toEqual([
    ['t3', 30, undefined],
    ['t2', 30, true],
    ['t1', 20, true],
  ])
})
