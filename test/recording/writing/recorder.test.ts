// What a session tells and what its tape tells are the same; and no fault of recording is one of the session.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import { openTape } from '../../../src/recording/open-tape.js'
import { LATE_BOOK } from '../../../src/venue/session/socket/late-rooms.js'
import { API_KEY, hashOf, marketOf, wireMarket, wireOrder } from '../../venue/session/fake-venue.js'
import {
  allText,
  freshFolder,
  marketEvents,
  type RecordedBench,
  recordsIn,
  removeFolders,
  startRecorded,
} from '../tape-bench.js'

afterEach(removeFolders)

const SLOW = { timeout: 15_000, interval: 50 }

const FIRST = marketOf(1)
const level = (price: string, size: string) => ({ price, size })
const books = [
  { outcomeId: 'y1', tokenId: '101', bids: [level('0.4', '5000000')], asks: [level('0.6', '7000000')] },
  { outcomeId: 'n1', tokenId: '102', bids: [], asks: [] },
]
const envelope = (seq: number, data: unknown, ts = 1_767_225_600_123) => ({ conditionId: '0xc1', seq, ts, data })

/** Frames of every kind, some of which nobody can read. */
function pushFrames({ venue, clock }: RecordedBench): void {
  const { socket } = venue
  socket.push('orderbook.snapshot', envelope(7, { books }))
  clock.advance(3)
  socket.push('orderbook.update', envelope(8, { tokenId: '101', side: 'BUY', price: '0.41', size: '1000000' }))
  socket.push(
    'trade',
    envelope(1, {
      tradeId: 't1',
      matchType: 'mint',
      tokenId: '102',
      side: 'BUY',
      price: '0.55',
      size: '2000000',
      makers: [],
      timestamp: '2026-01-01T00:00:00.000Z',
    }),
  )
  socket.push('orderbook.update', envelope(9, { tokenId: '999', side: 'BUY', price: '0.41', size: '1000000' }))
  socket.push('orderbook.update', { ...envelope(3, {}), conditionId: '0xc9' })
  socket.push('of.another.release', { any: ['thing', 1.5] })
  socket.push('trade.settlement', envelope(2, { tradeId: 't1', status: 'settled' }))
  socket.push('market.status', envelope(3, { status: 'CLOSED', clobMarketStatus: 'REGISTERED' }))
  clock.advance(700)
  socket.cut()
  clock.advance(20)
}

const order = wireOrder(5, { orderType: 'GTC', pendingSize: '0', expiration: '0' })

function watchFirst(bench: RecordedBench): void {
  bench.session.marketData.start()
  bench.session.marketData.watch([FIRST])
  bench.clock.advance(50)
}

describe('a tape', () => {
  it('tells what the session told, in its order, of frames that could not be read too', async () => {
    const bench = startRecorded()
    watchFirst(bench)
    pushFrames(bench)
    await bench.recorder.close('the test ends')
    const records = await recordsIn(bench.folder)
    expect(marketEvents(records)).toEqual(bench.told)
    expect(bench.told.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['snapshot', 'change', 'trade', 'unreadable']),
    )
    expect(records[0]?.event).toEqual({ kind: 'market', market: FIRST })
    expect(records.find(({ venueMs }) => venueMs !== undefined)?.venueMs).toBe(1_767_225_600_123)
    // nothing of what came is lost, whether anybody can read it today or not
    expect(allText(bench.folder)).toContain('"name":"of.another.release","payload":{"any":["thing",1.5]}')
  })

  it('is in the order of time, by the wall clock', async () => {
    const bench = startRecorded()
    watchFirst(bench)
    pushFrames(bench)
    await bench.recorder.close('the test ends')
    const times = (await recordsIn(bench.folder)).map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBe(bench.clock.startWallMs)
  })

  it('has the answers of reads, exactly, and terms only when they are news', async () => {
    const bench = startRecorded()
    const { venue, clock, session } = bench
    venue.on('GET', /^\/markets\/m1$/, () => ({ json: wireMarket(1) }))
    venue.on('GET', /^\/markets\?/, () => ({
      json: {
        data: [wireMarket(1), wireMarket(2)],
        pagination: { page: 1, pageSize: 100, total: 2, totalPages: 1, hasNext: false, hasPrev: false },
      },
    }))
    venue.on('GET', /fee/, () => ({
      json: { marketId: 'm1', feeRateBps: 120, feeRateBpsOverride: null, makerFeeRateBps: 0 },
    }))
    venue.on('GET', /best-bids/, () => ({
      json: {
        marketId: 'm1',
        conditionId: '0xc1',
        bestBids: [{ outcomeId: 'y1', tokenId: '101', bestBid: level('0.4', '5000000') }],
      },
    }))
    venue.on('GET', /orderbook/, () => ({ json: { marketId: 'm1', conditionId: '0xc1', books, seq: 12 } }))
    const done = vi.fn()
    session.marketData.readMarket('m1', done)
    session.marketData.listMarkets({}, done)
    session.marketData.readMarket('m1', done)
    session.marketData.readFee(FIRST, done)
    session.marketData.readBestBids(FIRST, done)
    session.marketData.readBook(FIRST, done)
    clock.advance(500)
    await bench.recorder.close('the test ends')
    const events = (await recordsIn(bench.folder)).map(({ event }) => event)
    expect(done.mock.calls.map(([answer]) => answer)).toEqual(Array(6).fill(expect.objectContaining({ ok: true })))
    const conditionId = FIRST.conditionId
    expect(events.sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'best-bids', conditionId, bids: [{ price: 40, size: 500 }, undefined] },
      { kind: 'book', conditionId, book: expect.anything(), seq: 12 },
      { kind: 'fee', conditionId, feeRateBps: 120 },
      { kind: 'market', market: FIRST },
      { kind: 'market', market: marketOf(2) },
    ])
  })

  it('has own orders, and no token, key or signature of the session', async () => {
    const bench = startRecorded({ scrub: (text) => text.replaceAll('known-secret', '[secret]') })
    watchFirst(bench)
    bench.venue.socket.push('order', envelope(1, order))
    // a venue that repeats what it was shown
    const token = bench.venue.socket.auths.at(-1)?.accessToken
    expect(token).toMatch(/^access-token/)
    bench.venue.socket.push('hello', { apiKey: API_KEY, accessToken: token, other: 'known-secret' })
    await bench.recorder.close('the test ends')
    const own = (await recordsIn(bench.folder)).filter(({ event }) => event.kind === 'own-order')
    expect(own).toMatchObject([{ event: { record: { hash: hashOf(5), remainingRaw: 5_000_000n } } }])
    const text = allText(bench.folder)
    for (const secret of [API_KEY, 'access-token', 'refresh-token', 'known-secret', '0xbb'])
      expect(text).not.toContain(secret)
    expect(text).toContain('"apiKey":"[secret]"')
  })

  it('names what it is of in its manifest', async () => {
    const bench = startRecorded()
    watchFirst(bench)
    await bench.recorder.close('the test ends')
    const { manifest } = await openTape(bench.folder)
    expect(manifest?.runs).toMatchObject([
      {
        run: '20260101T000000000Z',
        by: 'run',
        endedAt: expect.stringMatching(/^2026-01-01T/),
        profile: { name: 'fake' },
        markets: [{ id: 'm1', conditionId: '0xc1', question: 'Question 1?' }],
        segments: { market: [{ file: 'market-20260101T000000000Z-0001.jsonl.gz', closed: true }] },
      },
    ])
  })
})

describe('files', () => {
  it('a later one can be read alone; together they say everything once', async () => {
    const bench = startRecorded({ segmentMs: 500 })
    watchFirst(bench)
    pushFrames(bench)
    bench.clock.advance(2000)
    await bench.recorder.close('the test ends')
    const files = readdirSync(bench.folder).filter((name) => name.startsWith('market-'))
    expect(files.length).toBeGreaterThan(2)
    expect(marketEvents(await recordsIn(bench.folder))).toEqual(bench.told)
    const alone = await recordsIn(join(bench.folder, files[1] ?? ''))
    expect(alone[0]?.event).toEqual({ kind: 'market', market: FIRST })
  })

  it('tells that a book was late, which no frame says', async () => {
    const bench = startRecorded({}, 3000)
    watchFirst(bench)
    const { socket } = bench.venue
    const bid = { tokenId: '101', side: 'BUY', price: '0.41', size: '1000000' }
    socket.push('orderbook.snapshot', envelope(7, { books }, bench.clock.wallMs()))
    socket.push('orderbook.update', envelope(8, bid, bench.clock.wallMs() - 9000))
    await bench.recorder.close('the test ends')
    const late = { kind: 'unreadable', conditionId: FIRST.conditionId, message: expect.stringContaining(LATE_BOOK) }
    expect(bench.told).toContainEqual(late)
    expect(marketEvents(await recordsIn(bench.folder))).toContainEqual(late)
  })

  it('a later one has the books as they stand: alone it tells what the whole tells from there on', async () => {
    const bench = startRecorded({ segmentMs: 500 })
    watchFirst(bench)
    const { socket } = bench.venue
    const bid = (seq: number, price: string, size: string) =>
      socket.push('orderbook.update', envelope(seq, { tokenId: '101', side: 'BUY', price, size }, 1000 + seq))
    socket.push('orderbook.snapshot', envelope(7, { books }, 1007))
    bid(8, '0.41', '1000000')
    bid(9, '0.4', '0')
    bench.clock.advance(600)
    bid(10, '0.42', '3000000')
    await bench.recorder.close('the test ends')
    const [first, second] = readdirSync(bench.folder).filter((name) => name.startsWith('market-'))
    const told = async (path: string) => marketEvents(await recordsIn(path)).filter(({ kind }) => kind !== 'link')
    const alone = await told(join(bench.folder, second ?? ''))
    const [book, ...rest] = alone
    expect(book).toEqual({
      ...{ kind: 'snapshot', conditionId: FIRST.conditionId, seq: 9, venueMs: 1009 },
      book: [
        { bids: [{ price: 41, size: 100 }], asks: [{ price: 60, size: 700 }] },
        { bids: [], asks: [] },
      ],
    })
    expect(rest.map(({ kind }) => kind)).toContain('change')
    // read as a whole, it is not told again
    expect(await told(bench.folder)).toEqual(bench.told.filter(({ kind }) => kind !== 'link'))
    // and so it does where the file before is missing
    rmSync(join(bench.folder, first ?? ''))
    expect(await told(bench.folder)).toEqual(alone)
  })

  it('a later one names own orders that rest, which its books show: alone they are not taken for others', async () => {
    const bench = startRecorded({ segmentMs: 500 })
    watchFirst(bench)
    const { socket } = bench.venue
    socket.push('orderbook.snapshot', envelope(7, { books }))
    socket.push('order', envelope(1, order))
    socket.push('order', envelope(2, { ...order, orderHash: hashOf(6), price: '0.39' }))
    socket.push('order', envelope(3, { ...order, orderHash: hashOf(7), price: '0.38' }))
    socket.push('order', envelope(4, { ...order, orderHash: hashOf(6), status: 'cancelled_local', remainingSize: '0' }))
    bench.clock.advance(600)
    socket.push(
      'order',
      envelope(5, { ...order, orderHash: hashOf(7), filledSize: '1000000', remainingSize: '4000000' }),
    )
    await bench.recorder.close('the test ends')
    const [, second] = readdirSync(bench.folder).filter((name) => name.startsWith('market-'))
    const own = async (path: string) =>
      (await recordsIn(path)).flatMap(({ event }) =>
        event.kind === 'own-order'
          ? [`${event.record.hash === hashOf(5) ? 'a' : 'b'} ${event.record.remainingRaw}`]
          : [],
      )
    expect(await own(join(bench.folder, second ?? ''))).toEqual(['a 5000000', 'b 5000000', 'b 4000000'])
    const kinds = (await recordsIn(join(bench.folder, second ?? ''))).map(({ event }) =>
      event.kind === 'market-data' ? event.event.kind : event.kind,
    )
    expect(kinds.lastIndexOf('market')).toBeLessThan(kinds.indexOf('own-order'))
    expect(kinds.indexOf('own-order')).toBeLessThan(kinds.indexOf('snapshot'))
    // read as a whole, each word is told once
    expect(await own(bench.folder)).toHaveLength(5)
  })

  it('with one missing between them are a gap: the next one tells the books again', async () => {
    const bench = startRecorded({ segmentMs: 500 })
    watchFirst(bench)
    const { socket } = bench.venue
    socket.push('orderbook.snapshot', envelope(7, { books }))
    for (let seq = 8; seq < 11; seq++) {
      bench.clock.advance(600)
      socket.push(
        'orderbook.update',
        envelope(seq, { tokenId: '101', side: 'BUY', price: '0.41', size: `${seq}000000` }),
      )
    }
    await bench.recorder.close('the test ends')
    const files = readdirSync(bench.folder).filter((name) => name.startsWith('market-'))
    expect(files.length).toBeGreaterThanOrEqual(4)
    rmSync(join(bench.folder, files[2] ?? ''))
    const events = marketEvents(await recordsIn(bench.folder))
    const lost = events.findIndex(({ kind }) => kind === 'unreadable')
    expect(events[lost]).toMatchObject({ message: 'a file of the tape is missing before this one' })
    expect(events[lost + 1]).toMatchObject({ kind: 'snapshot', seq: 9, book: [{ bids: [{ size: 900 }, {}] }, {}] })
  })

  it('of several runs in one folder are one tape, the link down between them', async () => {
    const folder = freshFolder()
    const first = startRecorded({ folder })
    watchFirst(first)
    await first.recorder.close('the test ends')
    const { clock } = first
    clock.advance(1000)
    const second = startRecorded({ folder, clock })
    watchFirst(second)
    await second.recorder.close('the test ends')
    const links = marketEvents(await recordsIn(folder)).filter(
      (event) => event.kind === 'link' && event.state !== 'heard',
    )
    expect(links).toEqual(['up', 'down', 'up', 'down'].map((state) => ({ kind: 'link', state })))
    expect((await openTape(folder)).manifest?.runs).toHaveLength(2)
  })
})

describe('the core stream', () => {
  const event = (seq: number): CoreEvent => ({
    seq,
    at: { monoMs: seq, wallMs: seq, venueMs: seq },
    kind: 'account-changed',
  })
  const decision = (seq: number): Decision => ({
    seq,
    markets: [],
    commands: [],
    ended: [],
    corrected: [{ conditionId: FIRST.conditionId, differenceRaw: [-(10n ** 20n), 0n] }],
    faults: [],
    wakeAtMonoMs: Number.POSITIVE_INFINITY,
  })

  it('has each event with its decision; one whose step failed without', async () => {
    const { recorder, folder } = startRecorded()
    for (const seq of [1, 2, 3]) {
      recorder.tap.event(event(seq))
      if (seq !== 2) recorder.tap.step(decision(seq))
    }
    await recorder.close('the test ends')
    const tape = await openTape(folder)
    const steps: unknown[] = []
    for await (const batch of tape.coreRecords(recorder.run)) steps.push(...batch)
    expect(steps).toEqual([
      { kind: 'step', event: event(1), decision: decision(1) },
      { kind: 'step', event: event(2) },
      { kind: 'step', event: event(3), decision: decision(3) },
    ])
  })
})

describe('a recording that fails', () => {
  it('before there was anything to tell leaves no tape behind, however long it took', async () => {
    const bench = startRecorded()
    bench.clock.advance(60_000)
    await bench.recorder.close('the venue was not reached')
    expect(existsSync(bench.folder)).toBe(false)
    expect(bench.stopped).toEqual([])
  })

  it('says so once and leaves the session alone: the folder is a file', async () => {
    const folder = freshFolder()
    await mkdir(dirname(folder), { recursive: true })
    await writeFile(folder, 'no folder')
    const bench = startRecorded({ folder })
    watchFirst(bench)
    pushFrames(bench)
    await bench.recorder.close('the test ends')
    expect(bench.stopped).toEqual([expect.stringMatching(/^recording has stopped, the rest goes on: .*tape/)])
    expect(bench.told.map(({ kind }) => kind)).toContain('trade')
    expect(readFileSync(folder, 'utf8')).toBe('no folder')
  })

  it('stops for good when the disk is full, and the torn tail is left out with a word', async () => {
    let written = 0
    const bench = startRecorded({
      core: false,
      openFile: async (path) => {
        const { open } = await import('node:fs/promises')
        const file = await open(path, 'wx')
        return {
          close: () => file.close(),
          write: async (bytes: Uint8Array) => {
            written++
            if (written <= 1) return file.write(bytes)
            await file.write(bytes.subarray(0, bytes.length / 2))
            throw new Error('ENOSPC: no space left on device, write')
          },
        } as never
      },
    })
    watchFirst(bench)
    const { socket } = bench.venue
    for (let seq = 8; seq < 1508; seq++) {
      socket.push('orderbook.update', envelope(seq, { tokenId: '101', side: 'BUY', price: '0.41', size: `${seq}0000` }))
    }
    await vi.waitFor(() => expect(bench.stopped).toHaveLength(1))
    pushFrames(bench)
    await bench.recorder.close('the test ends')
    expect(bench.stopped[0]).toContain('no space left on device')
    expect(bench.recorder.failure).toContain('ENOSPC')
    const notes: string[] = []
    const events = marketEvents(await recordsIn(bench.folder, notes))
    expect(notes).toEqual([expect.stringMatching(/the tail is torn: left out after line \d+/)])
    expect(events).toEqual([...bench.told.slice(0, events.length - 1), { kind: 'link', state: 'down' }])
    expect((await openTape(bench.folder)).manifest?.runs[0]?.failure).toContain('ENOSPC')
  })

  it('by a disk too slow keeps its memory bounded: lines are lost, counted, and the books not believed', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => {
      release = done
    })
    const bench = startRecorded({
      core: false,
      maxWaiting: 50_000,
      openFile: async (path) => {
        const { open } = await import('node:fs/promises')
        const file = await open(path, 'wx')
        return {
          close: () => file.close(),
          write: async (bytes: Uint8Array) => {
            await held
            return file.write(bytes)
          },
        } as never
      },
    })
    watchFirst(bench)
    bench.venue.socket.push('orderbook.snapshot', envelope(7, { books }))
    const wide = 'x'.repeat(1000)
    for (let n = 0; n < 300; n++) bench.venue.socket.push('noise', { wide })
    const change = { tokenId: '101', side: 'BUY', price: '0.41', size: '1000000' }
    bench.venue.socket.push('orderbook.update', envelope(8, change))
    release()
    await vi.waitFor(() => {
      bench.venue.socket.push('noise', {})
      bench.clock.advance(1000)
      expect(allText(bench.folder).includes('"k":"gap"')).toBe(true)
    }, SLOW)
    await bench.recorder.close('the test ends')
    const events = marketEvents(await recordsIn(bench.folder))
    const lost = events.findIndex(({ kind }) => kind === 'unreadable')
    expect(events[lost]).toMatchObject({
      message: expect.stringMatching(/the recording lost \d+ lines: the disk is too slow/),
    })
    // the venue goes on with changes, and tells no book again: the tape does
    expect(events[lost + 1]).toMatchObject({
      kind: 'snapshot',
      seq: 8,
      book: [{ bids: [{ price: 41 }, { price: 40 }] }, {}],
    })
    const [run] = (await openTape(bench.folder)).manifest?.runs ?? []
    expect(run?.dropped).toBeGreaterThan(50)
    expect(bench.stopped).toEqual([])
  })
})
