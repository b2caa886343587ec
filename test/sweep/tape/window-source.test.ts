import { describe, expect, it } from 'vitest'
import { runModel } from '../../../src/backtest/run-model.js'
import { columnRecords } from '../../../src/recording/cache/column-tape.js'
import type { TapeRecord } from '../../../src/recording/tape-record.js'
import type { Window } from '../../../src/sweep/search/windows.js'
import { shareTape } from '../../../src/sweep/tape/shared-tape.js'
import { Openings } from '../../../src/sweep/tape/window-opening.js'
import { windowSource } from '../../../src/sweep/tape/window-source.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { runOptions, START_MS, sandboxRecords, sourceOf } from '../../backtest/made-markets.js'

const records = sandboxRecords({ durationMs: 20_000 })
const MIDDLE = { fromMs: START_MS + 8000, toMs: START_MS + 14_000 }

async function shared(of: readonly TapeRecord[]) {
  const tape = await shareTape(sourceOf(of))
  if (tape === undefined) throw new Error('expected a tape')
  return tape
}

function openingOf(of: readonly TapeRecord[], fromMs: number) {
  const openings = new Openings([fromMs])
  for (const record of of) openings.take(record)
  return openings.found.get(fromMs) ?? []
}

async function ran(of: readonly TapeRecord[], window: Window) {
  const source = windowSource(await shared(of), window, openingOf(of, window.fromMs))
  const found = await runModel(runOptions([], { source, strategy: fixedSpread }))
  if (found === undefined) throw new Error('expected a run')
  const { run, fromMs, toMs, events } = found
  return { fills: run.fills.length, hash: run.decisionHash, fromMs, toMs, events }
}

describe('a tape in shared memory', () => {
  it('is the tape', async () => {
    const tape = await shared(records)
    expect([...columnRecords(tape)].flat()).toEqual(records)
    expect(tape).toMatchObject({ records: records.length, fromMs: records[0]?.atMs, toMs: records.at(-1)?.atMs })
    const [piece] = tape.pieces
    expect(piece?.bytes instanceof Uint8Array && piece.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('gives the records of a window: the first moment included, the last not', async () => {
    const expected = records.filter(({ atMs }) => atMs >= MIDDLE.fromMs && atMs < MIDDLE.toMs)
    expect(expected.length).toBeGreaterThan(20)
    expect([...columnRecords(await shared(records), MIDDLE)].flat()).toEqual(expected)
  })

  it('is known by what it holds', async () => {
    const changed = records.map((record, i) => (i === 30 ? { ...record, atMs: record.atMs + 0.001 } : record))
    const { holds } = await shared(records)
    expect((await shared([...records])).holds).toBe(holds)
    expect((await shared(changed)).holds).not.toBe(holds)
    expect(await shareTape(sourceOf([]))).toBeUndefined()
  })
})

describe('a window', () => {
  it('over the whole tape is the tape', async () => {
    const whole = await runModel(runOptions(records, { strategy: fixedSpread }))
    const window = { fromMs: Math.floor(records[0]?.atMs ?? 0), toMs: (records.at(-1)?.atMs ?? 0) + 1 }
    expect(await ran(records, window)).toMatchObject({ hash: whole?.run.decisionHash, fills: whole?.run.fills.length })
  })

  it('in the middle trades at once: it knows the markets and the books as they stand', async () => {
    const found = await ran(records, MIDDLE)
    expect(found.fills).toBeGreaterThan(0)
    expect(found.fromMs).toBe(MIDDLE.fromMs)
    expect(found.toMs).toBeLessThan(MIDDLE.toMs)
  })

  it('in which nothing is told is one in which nothing is earned', async () => {
    const night = { fromMs: START_MS + 30_000, toMs: START_MS + 40_000 }
    const source = windowSource(await shared(records), night, [])
    const found = await runModel(runOptions([], { source, strategy: fixedSpread }))
    expect(found).toMatchObject({ fromMs: night.fromMs, run: { volume: 0, pnl: { total: 0 } } })
    expect(found?.run.fills).toHaveLength(0)
  })

  it('that begins where a book was lost has none either, until the tape tells it again', () => {
    const [first] = records.flatMap(({ event }) =>
      event.kind === 'market-data' && event.event.kind === 'snapshot' ? [event.event] : [],
    )
    if (first === undefined) throw new Error('expected a book')
    const { conditionId } = first
    const lost = { kind: 'unreadable', conditionId, message: 'lost' } as const
    const at = (atMs: number, event: typeof lost | typeof first): TapeRecord => ({
      ...{ atMs: START_MS + atMs, event: { kind: 'market-data', event } },
    })
    const told = (of: readonly TapeRecord[]) =>
      openingOf([...of, at(9000, lost)], START_MS + 9000).flatMap(({ event }) =>
        event.kind === 'market-data' && 'conditionId' in event.event && event.event.conditionId === conditionId
          ? [event.event.kind]
          : [],
      )
    const before = records.filter(({ atMs }) => atMs < START_MS + 7000)
    expect(told(before)).toEqual(['snapshot'])
    expect(told([...before, at(7000, lost)])).toEqual(['unreadable'])
    expect(told([...before, at(7000, lost), at(8000, first)])).toEqual(['snapshot'])
  })

  it('does not look ahead: what comes after it changes nothing', async () => {
    const later = records.filter(({ atMs }) => atMs < MIDDLE.toMs)
    expect(await ran(later, MIDDLE)).toEqual(await ran(records, MIDDLE))
    expect(
      openingOf(
        later.filter(({ atMs }) => atMs < MIDDLE.fromMs + 1000),
        MIDDLE.fromMs,
      ),
    ).toEqual(openingOf(records, MIDDLE.fromMs))
  })

  it('opens with the books that were told until then', () => {
    const opening = openingOf(records, MIDDLE.fromMs)
    const kinds = opening.map(({ event }) => (event.kind === 'market-data' ? event.event.kind : event.kind))
    expect(kinds).toEqual(['market', 'market', 'snapshot', 'snapshot'])
    for (const { event, atMs } of opening) {
      expect(atMs).toBe(MIDDLE.fromMs)
      if (event.kind !== 'market-data' || event.event.kind !== 'snapshot') continue
      const { conditionId, seq } = event.event
      const told = records.flatMap(({ atMs: at, event: each }) =>
        at < MIDDLE.fromMs && each.kind === 'market-data' && each.event.kind === 'change' ? [each.event] : [],
      )
      expect(seq).toBe(told.filter((change) => change.conditionId === conditionId).at(-1)?.seq)
    }
  })

  it('forgets markets that are over or were left, and says that the connection is down', () => {
    const [first, second] = records.flatMap(({ event }) => (event.kind === 'market' ? [event.market] : []))
    if (first === undefined || second === undefined) throw new Error('expected two markets')
    const over: TapeRecord[] = [
      { atMs: 1, event: { kind: 'market', market: first } },
      { atMs: 2, event: { kind: 'market', market: second } },
      { atMs: 3, event: { kind: 'market-dropped', conditionId: first.conditionId } },
      {
        atMs: 4,
        event: { kind: 'market-data', event: { kind: 'status', conditionId: second.conditionId, status: 'CANCELLED' } },
      },
      { atMs: 5, event: { kind: 'market-data', event: { kind: 'link', state: 'down' } } },
      { atMs: 9, event: { kind: 'fee', conditionId: first.conditionId, feeRateBps: 5 } },
    ]
    expect(openingOf(over, 8)).toEqual([
      { atMs: 8, event: { kind: 'market-data', event: { kind: 'link', state: 'down' } } },
    ])
    expect(openingOf(over, 3)).toHaveLength(2)
  })

  it('knows how the others of a group have ended, dropped or not, as long as one of it is there', () => {
    const known = records.flatMap(({ event }) => (event.kind === 'market' ? [event.market] : []))
    const [first, second] = known.map((market) => ({ ...market, groupId: 'g' }))
    if (first === undefined || second === undefined) throw new Error('expected two markets')
    const lost = { ...first, status: 'RESOLVED', winner: 1 } as const
    const drop = (atMs: number, { conditionId }: typeof first): TapeRecord => ({
      ...{ atMs, event: { kind: 'market-dropped', conditionId } },
    })
    const over: TapeRecord[] = [
      { atMs: 1, event: { kind: 'market', market: first } },
      { atMs: 2, event: { kind: 'market', market: second } },
      { atMs: 3, event: { kind: 'market', market: lost } },
      drop(4, first),
      drop(6, second),
      { atMs: 9, event: { kind: 'fee', conditionId: first.conditionId, feeRateBps: 5 } },
    ]
    const markets = (atMs: number) =>
      openingOf(over, atMs).flatMap(({ event }) => (event.kind === 'market' ? [event.market] : []))
    expect(markets(3)).toEqual([first, second])
    expect(markets(4)).toEqual([lost, second])
    expect(markets(6)).toEqual([lost, second])
    expect(markets(8)).toEqual([])
  })
})
