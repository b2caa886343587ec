import { describe, expect, it } from 'vitest'
import { OthersBook } from '../../src/backtest/others-book.js'
import { backtest } from '../../src/backtest/run-backtest.js'
import { runModel } from '../../src/backtest/run-model.js'
import { ticks } from '../../src/domain/amounts/price.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import type { Decision } from '../../src/domain/run/decision.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import type { QueueModel } from '../../src/venue/simulated/fills/queue-models.js'
import { bestBidPeg } from '../../strategies/best-bid-peg.js'
import { runOptions, START_MS, sandboxRecords } from './made-markets.js'

const records = sandboxRecords()

async function decided(tape: readonly TapeRecord[]) {
  const decisions: { readonly atMs: number; readonly text: string }[] = []
  const outcome = await runModel(
    runOptions(tape, {
      onDecision: (decision: Decision, atMs) => {
        const text = JSON.stringify(decision, (_key, value: unknown) =>
          typeof value === 'bigint' ? `${value}` : value,
        )
        decisions.push({ atMs, text })
      },
    }),
  )
  return { decisions, outcome }
}

const whole = await decided(records)
const run = whole.outcome?.run

it('quotes and is filled', () => {
  expect(whole.outcome?.events).toBe(records.length)
  expect(run?.fills.length).toBeGreaterThan(3)
  expect(run?.orders.placed).toBeGreaterThan(10)
  expect(run?.markets).toHaveLength(2)
  for (const market of run?.markets ?? []) expect(market.quoted.any).toBeGreaterThan(0.5)
})

it('the same tape gives the same decisions, byte for byte', async () => {
  const again = await decided(records)
  expect(again.outcome?.run.decisionHash).toBe(run?.decisionHash)
  expect(again.decisions).toEqual(whole.decisions)
})

describe('no look-ahead: what has not happened yet changes nothing', () => {
  const venueMs = (record: TapeRecord | undefined) => record?.venueMs ?? 0

  /** Decided before anything of the rest happened at the venue; the least delay so far counts as none. */
  const earlier = (decisions: typeof whole.decisions, at: number) => {
    const restFromMs = Math.min(...records.slice(at).map(venueMs))
    return decisions.filter(({ atMs }) => atMs < restFromMs)
  }

  it.each([0.2, 0.5, 0.8])('a tape cut after %f of its records', async (part) => {
    const at = Math.floor(records.length * part)
    const cut = await decided(records.slice(0, at))
    const expected = earlier(whole.decisions, at)
    expect(expected.length).toBeGreaterThan(20)
    expect(earlier(cut.decisions, at)).toEqual(expected)
  })

  it('another end of the story', async () => {
    const at = Math.floor(records.length / 2)
    const other = sandboxRecords({ seed: 8 }).filter(({ atMs }) => atMs >= (records[at]?.atMs ?? 0))
    const changed = await decided([...records.slice(0, at), ...other])
    expect(earlier(changed.decisions, at)).toEqual(earlier(whole.decisions, at))
  })
})

it('books to the unit: the parts of the profit are the whole, in total and by market', () => {
  if (run === undefined) throw new Error('no run')
  for (const { pnl } of [run, ...run.markets]) expect(pnl.spread + pnl.inventory - pnl.fees).toBeCloseTo(pnl.total, 9)
  expect(run.markets.reduce((sum, { pnl }) => sum + pnl.total, 0)).toBeCloseTo(run.pnl.total, 9)
  // cash by hand: what was paid and got, and what is left at the fair value
  for (const market of run.markets) {
    const own = [...run.fills].filter(
      ({ conditionId, status }) => conditionId === market.conditionId && status !== 'failed',
    )
    const shares = [0, 0]
    for (const { outcome, side, shares: size } of own)
      shares[outcome] = (shares[outcome] ?? 0) + (side === 'BUY' ? size : -size)
    expect(shares[0]).toBeCloseTo(market.shares[0], 6)
    expect(shares[1]).toBeCloseTo(market.shares[1], 6)
    expect(market.volume).toBeLessThanOrEqual(market.tapeVolume + 1e-9)
  }
})

it('what comes after the tape is neither time that was quoted nor a fill that is estimated', async () => {
  const options = runOptions(sandboxRecords({ seed: 4, durationMs: 60_000 }), {
    ...{ model: 'power-3', unseenTakers: 'estimated' },
  })
  const paper = { ...options.paper, settlementDelayMs: 60_000 }
  const outcome = await runModel({ ...options, paper })
  if (outcome === undefined) throw new Error('no run')
  const { markets, fills, estimated } = outcome.run
  expect(estimated).toBeGreaterThan(0)
  expect([...fills].filter(({ atMs }) => atMs > outcome.toMs)).toEqual([])
  for (const { quoted } of markets) {
    expect(quoted.openMs).toBeLessThanOrEqual(60_000)
  }
})

it('each model between the bounds has luck of its own', async () => {
  const made = sandboxRecords({ seed: 4, durationMs: 60_000 })
  const estimatesOf = async (model: QueueModel) => {
    const outcome = await runModel(runOptions(made, { model, unseenTakers: 'estimated' }))
    return [...(outcome?.run.fills ?? [])].filter(({ isEstimate }) => isEstimate).map(({ atMs }) => atMs)
  }
  const found = [await estimatesOf('power-3'), await estimatesOf('power-2'), await estimatesOf('pro-rata')]
  expect(new Set(found.map(String)).size).toBe(3)
})

it('without books nothing is quoted, and the result says why', async () => {
  const isBook = ({ event }: TapeRecord) =>
    event.kind === 'market-data' && ['snapshot', 'change'].includes(event.event.kind)
  const { onProgress: _progress, ...options } = runOptions(records.filter((record) => !isBook(record)))
  const strategy = { name: 'test', params: {} }
  const result = await backtest({ ...options, models: ['risk-averse', 'optimistic'], strategy })
  expect(result?.runs.map(({ unquoted = [] }) => unquoted[0]?.reason)).toEqual(['no-fair-value', 'no-fair-value'])
  expect(result?.warnings[0]).toMatch(/^nothing was quoted: no-fair-value for \d+ % of the time/)
  expect(run?.unquoted).toBeUndefined()
})

it('a trade that is told twice happens once, a moment later or after a connection was lost', async () => {
  const again = records.flatMap((record, i) => {
    const before = records[Math.max(0, i - 300)]
    const isTrade = ({ event }: TapeRecord) => event.kind === 'market-data' && event.event.kind === 'trade'
    const twice = isTrade(record) ? [record, record] : [record]
    return before !== undefined && isTrade(before) ? [...twice, { ...before, atMs: record.atMs }] : twice
  })
  expect(again.length).toBeGreaterThan(records.length + 20)
  const [once, twice] = [await runModel(runOptions(records)), await runModel(runOptions(again))]
  expect(twice?.run.fills).toEqual(once?.run.fills)
  expect(twice?.run.decisionHash).toBe(once?.run.decisionHash)
})

it('an order of the recording bot whose end is not on its tape is over when it has expired', async () => {
  const conditionId = records.flatMap(({ event }) => (event.kind === 'market' ? [event.market.conditionId] : []))[0]
  if (conditionId === undefined) throw new Error('no market')
  const lastsSec = 10
  // at each price of YES, more than anybody else has there
  const own = Array.from({ length: 99 }, (_, i): TapeRecord => {
    const record: OrderRecord = {
      ...{ hash: `0x${i}`, account: '0x1', conditionId, outcome: 0, side: 'BUY', price: ticks(i + 1) },
      ...{ originalRaw: 10n ** 15n, remainingRaw: 10n ** 15n, filledRaw: 0n, pendingRaw: 0n, type: 'POST_ONLY' },
      ...{ status: 'open', expirationSec: START_MS / 1000 + lastsSec, createdMs: START_MS, updatedMs: START_MS },
    }
    return { atMs: START_MS + 2000, venueMs: START_MS + 1990, event: { kind: 'own-order', record } }
  })
  const tape = [...records, ...own].toSorted((a, b) => a.atMs - b.atMs)
  const outcome = await runModel(runOptions(tape))
  const looks = outcome?.run.markets.find((market) => market.conditionId === conditionId)?.samples ?? []
  const others = (fromSec: number, toSec: number) =>
    looks.filter(({ atMs }) => atMs > START_MS + fromSec * 1000 && atMs < START_MS + toSec * 1000)
  expect(others(4, lastsSec + 10).map(({ othersBid }) => othersBid)).not.toContainEqual(expect.anything())
  const after = others(lastsSec + 13, 30)
  expect(after.length).toBeGreaterThan(3)
  for (const { othersBid } of after) expect(othersBid).toBeGreaterThan(0)
})

it('a tape without records is no run', async () => {
  expect(await runModel(runOptions([]))).toBeUndefined()
})

it('what a fill loses is counted from the mid that stood before its taker came', async () => {
  const tape = sandboxRecords({ seed: 4, durationMs: 60_000 })
  const looks: { readonly atMs: number; readonly of: string; readonly mid: number | undefined }[] = []
  const trades: { readonly atMs: number; readonly of: string }[] = []
  let nowMs = 0
  const books = new OthersBook({ nowMs: () => nowMs, venueMs: () => nowMs }, () => undefined)
  for (const { event, venueMs = 0 } of [...tape].sort((a, b) => (a.venueMs ?? 0) - (b.venueMs ?? 0))) {
    nowMs = venueMs
    books.take(event)
    if (event.kind !== 'market-data') continue
    if (event.event.kind === 'trade') trades.push({ atMs: nowMs, of: event.event.conditionId })
    if (event.event.kind !== 'change') continue
    const { conditionId } = event.event
    const [yes, no] = books.book(conditionId)?.map(({ bids }) => bids[0]?.price) ?? []
    const mid = yes === undefined || no === undefined ? undefined : (yes + 100 - no) / 200
    looks.push({ atMs: nowMs, of: conditionId, mid })
  }
  const outcome = await runModel(runOptions(tape, { model: 'power-3', strategy: bestBidPeg }))
  let moved = 0
  for (const { isEstimate, conditionId, atMs, mid } of outcome?.run.fills ?? []) {
    // what is estimated of a taker happens when its moment is over, and a record takes 10 ms at least
    const taker = trades.find((trade) => trade.of === conditionId && Math.abs(atMs - 15 - trade.atMs) < 1)
    if (!isEstimate || taker === undefined) continue
    const midAt = (ms: number) => looks.findLast((look) => look.of === conditionId && look.atMs < ms)?.mid
    expect(mid).toBeCloseTo(midAt(taker.atMs) ?? Number.NaN, 9)
    if (mid !== midAt(taker.atMs + 5)) moved += 1
  }
  expect(moved).toBeGreaterThan(0)
})

it('knows no mid of a time that the tape does not show: in a gap, of a market that is over, behind its end', async () => {
  const tape = sandboxRecords({ seed: 4, durationMs: 60_000 })
  const fillsOf = async (told: readonly TapeRecord[]) => [
    ...((await runModel(runOptions(told, { model: 'power-3', strategy: bestBidPeg })))?.run.fills ?? []),
  ]
  const fill = (await fillsOf(tape)).find(({ midAfter }) => midAfter['1'] !== undefined && midAfter['10'] !== undefined)
  if (fill === undefined) throw new Error('no fill')
  const { atMs, conditionId, midAfter } = fill
  const later = async (told: readonly TapeRecord[]) =>
    (await fillsOf(told)).find((each) => each.atMs === atMs && each.conditionId === conditionId)?.midAfter
  const toldBy = (ms: number) => tape.filter((record) => record.atMs < ms)
  const happened = (ms: number, event: MarketDataEvent): TapeRecord => ({
    atMs: ms,
    event: { kind: 'market-data', event },
  })

  const gap = await later([
    ...toldBy(atMs + 2000),
    happened(atMs + 2000, { kind: 'link', state: 'down' }),
    happened(atMs + 20_000, { kind: 'link', state: 'down' }),
  ])
  expect(gap).toEqual({ ...midAfter, '10': undefined, '60': undefined })
  const over = await later([
    ...toldBy(atMs + 2000),
    happened(atMs + 2000, { kind: 'status', conditionId: conditionId as ConditionId, status: 'RESOLVED', winner: 0 }),
    ...tape.filter((record) => record.atMs >= atMs + 2000 && isOfOther(record, conditionId)),
  ])
  expect(over).toEqual({ ...midAfter, '10': undefined, '60': undefined })
  expect(await later(toldBy(atMs + 900))).toEqual({ '1': undefined, '10': undefined, '60': undefined })
})

const isOfOther = ({ event }: TapeRecord, conditionId: string) =>
  event.kind === 'market-data' && 'conditionId' in event.event && event.event.conditionId !== conditionId

it('has every fill of a tape that is longer than paper trading lists them, in the order of time', async () => {
  const long = await runModel(runOptions(sandboxRecords({ seed: 4, durationMs: 780_000 }), { model: 'risk-averse' }))
  if (long === undefined) throw new Error('no run')
  const { fills, samples } = long.run
  const times = [...fills].map(({ atMs }) => atMs)
  expect(times.toSorted((a, b) => a - b)).toEqual(times)
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(660_000)
  // as the bot has counted them
  expect(fills).toHaveLength(samples.at(-1)?.fills ?? 0)
  expect([...fills].filter(({ mid }) => mid !== undefined).length).toBeGreaterThan(0.9 * fills.length)
})
