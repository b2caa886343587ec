// A tape opened: folders, single files, torn tails, lines that are none, and the order of time over several runs.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { EMPTY_BOOK } from '../../src/domain/market/book.js'
import type { Market } from '../../src/domain/market/market.js'
import { inTimeOrder } from '../../src/recording/in-time-order.js'
import { lineText } from '../../src/recording/lines/tape-line.js'
import { openTape } from '../../src/recording/open-tape.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { marketOf } from '../venue/session/fake-venue.js'
import { freshFolder, recordsIn, removeFolders } from './tape-bench.js'

afterEach(removeFolders)

const FEE = (at: number, feeRateBps: number) =>
  lineText({ k: 'fee', at, conditionId: marketOf(1).conditionId, feeRateBps })
const member = (...lines: string[]) => gzipSync(`${lines.join('\n')}\n`)

function tapeOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const fees = async (path: string, notes: string[] = []) =>
  (await recordsIn(path, notes)).flatMap(({ event }) => (event.kind === 'fee' ? [event.feeRateBps] : []))

describe('a file', () => {
  it('is read member after member', async () => {
    const folder = tapeOf({ 'market-a-0001.jsonl.gz': Buffer.concat([member(FEE(1, 10)), member(FEE(2, 20))]) })
    expect(await fees(folder)).toEqual([10, 20])
    expect(await fees(join(folder, 'market-a-0001.jsonl.gz'))).toEqual([10, 20])
  })

  it('may be plain text, with or without an end of its last line', async () => {
    const folder = tapeOf({ 'any.jsonl': `${FEE(1, 10)}\n${FEE(2, 20)}` })
    expect(await fees(join(folder, 'any.jsonl'))).toEqual([10, 20])
  })

  it.each([1, 5, 12, 30])('loses only its tail when %i bytes of it are cut off', async (cut) => {
    const whole = Buffer.concat([member(FEE(1, 10)), member(FEE(2, 20))])
    const folder = tapeOf({ 'market-a-0001.jsonl.gz': whole.subarray(0, whole.length - cut) })
    const read = await fees(folder)
    expect([[10], [10, 20]]).toContainEqual(read)
  })

  it('says where a line is none', async () => {
    const bad = (text: string) => tapeOf({ 'market-a-0001.jsonl.gz': member(FEE(1, 10), text, FEE(3, 30)) })
    const place = /market-a-0001\.jsonl\.gz:2: /
    for (const [text, words] of [
      ['not json', '(line): expected one JSON object, got not json'],
      ['{"k":"fee","at":2,"conditionId":"0xc1","feeRateBps":"x"}', 'feeRateBps: expected number, got "x"'],
      ['{"k":"fee","at":-2,"conditionId":"0xc1","feeRateBps":1}', 'at: '],
      ['{"k":"head","at":2,"format":2,"stream":"market","run":"a","segment":1}', 'format: expected 1, got 2'],
    ] as const) {
      await expect(fees(bad(text))).rejects.toThrow(place)
      await expect(fees(bad(text))).rejects.toThrow(words)
    }
  })

  it('that is damaged before its end is refused, with what was still good', async () => {
    const whole = Buffer.concat([member(FEE(1, 10)), member(FEE(2, 20)), member(FEE(3, 30))])
    const at = member(FEE(1, 10)).length + 20
    whole[at] = (whole[at] ?? 0) ^ 0xff
    await expect(fees(tapeOf({ 'market-a-0001.jsonl.gz': whole }))).rejects.toMatchObject({ code: 'bad-tape' })
  })

  it('of which none is there is refused', async () => {
    await expect(openTape(join(freshFolder(), 'nowhere'))).rejects.toThrow(/expected a tape, got nothing/)
    // one that cannot be looked at need not be none
    const inFile = join(tapeOf({ 'a.txt': '' }), 'a.txt', 'tape')
    await expect(openTape(inFile)).rejects.toThrow(/a\.txt\/tape: expected a tape, got ENOTDIR/)
    await expect(openTape(tapeOf({ 'a.txt': '' }))).rejects.toThrow(/expected files such as market-<run>-0001/)
  })
})

describe('a folder', () => {
  it('is one order of time over its runs', async () => {
    const folder = tapeOf({
      'market-a-0001.jsonl.gz': member(FEE(1, 1), FEE(5, 5)),
      'market-a-0002.jsonl.gz': member(FEE(6, 6)),
      'market-b-0001.jsonl.gz': member(FEE(2, 2), FEE(6, 7)),
    })
    expect(await fees(folder)).toEqual([1, 2, 5, 6, 7])
  })

  it('is heard on where one of two runs beside each other ends, and each thing once', async () => {
    const { conditionId } = marketOf(1)
    const event = (at: number, told: MarketDataEvent) => lineText({ k: 'event', at, event: told, venueMs: at })
    const watch = (at: number) => lineText({ k: 'market', at, via: 'watch', market: marketOf(1) })
    const link = (at: number, state: 'up' | 'down') => event(at, { kind: 'link', state })
    const book = (at: number) => event(at, { kind: 'snapshot', conditionId, book: EMPTY_BOOK })
    const change = (at: number, size: number) =>
      event(at, {
        kind: 'change',
        conditionId,
        change: { outcome: 0, side: 'BUY', price: ticks(40), size: lots(size) },
      })
    const folder = tapeOf({
      'market-a-0001.jsonl.gz': member(
        link(1, 'up'),
        watch(2),
        book(3),
        change(6, 10),
        lineText({ k: 'end', at: 8, reason: '' }),
      ),
      'market-b-0001.jsonl.gz': member(
        link(2, 'up'),
        watch(4),
        book(5),
        change(7, 10),
        change(9, 20),
        link(10, 'down'),
      ),
    })
    const told = (await recordsIn(folder)).map(({ atMs, event: { kind, ...rest } }) => {
      const { kind: what, state, change: { size } = { size: undefined } } = Object(Object(rest).event)
      return [atMs * 1000, what ?? kind, state ?? size]
    })
    expect(told).toEqual([
      [1, 'link', 'up'],
      [2, 'market', undefined],
      [3, 'snapshot', undefined],
      [6, 'change', 10],
      // the other run's book, as it stands
      [8, 'snapshot', undefined],
      [9, 'change', 20],
      [10, 'link', 'down'],
    ])
  })

  it('may tell other terms of a market in a later run, and of another one by its id', async () => {
    const [market, other] = [marketOf(1), { ...marketOf(2), id: marketOf(1).id }]
    const watch = (at: number, terms: Market) => lineText({ k: 'market', at, via: 'watch', market: terms })
    const folder = tapeOf({
      'market-a-0001.jsonl.gz': member(watch(1, market)),
      'market-b-0001.jsonl.gz': member(watch(2, { ...market, ticksPerUnit: 1000 }), watch(3, other)),
    })
    const told = (await recordsIn(folder)).flatMap(({ event }) => (event.kind === 'market' ? [event.market] : []))
    expect(told.map(({ ticksPerUnit }) => ticksPerUnit)).toEqual([market.ticksPerUnit, 1000, other.ticksPerUnit])
  })

  it('whose lines fall back in time is refused with the place, as a tape put behind a later one is', async () => {
    const folder = tapeOf({ 'market-a-0001.jsonl.gz': member(FEE(5, 1), FEE(6, 2), FEE(2, 3)) })
    const words = /market-a-0001\.jsonl\.gz:3: at: expected at least 6, as lines are in the order of time, got 2; /
    await expect(fees(folder)).rejects.toThrow(words)
    const files = { 'market-a-0001.jsonl.gz': member(FEE(5, 1)), 'market-a-0002.jsonl.gz': member(FEE(4, 1)) }
    await expect(fees(tapeOf(files))).rejects.toThrow('0002.jsonl.gz:1: at: expected at least 5')
  })

  it('that misses a file says so', async () => {
    const notes: string[] = []
    const folder = tapeOf({
      'market-a-0001.jsonl.gz': member(FEE(1, 1)),
      'market-a-0003.jsonl.gz': member(FEE(6, 6)),
    })
    expect(await fees(folder, notes)).toEqual([1, 6])
    expect(notes).toEqual([expect.stringMatching(/0003.*expected segment 2 before it, got none/)])
  })
})

describe('streams in time order', () => {
  it('are merged, each opened no sooner than it begins', async () => {
    const opened: number[] = []
    const source = (startsAt: number, batches: number[][]) => ({
      startsAt,
      open: async function* () {
        opened.push(startsAt)
        yield* batches
      },
    })
    const out: number[] = []
    const openedAt: [number, number][] = []
    const merged = inTimeOrder(
      [source(1, [[1, 4], [], [9, 10]]), source(5, [[5], [6, 11]]), source(20, [[20, 21]])],
      (value) => value,
    )
    for await (const batch of merged) {
      out.push(...batch)
      openedAt.push([batch[0] ?? 0, opened.length])
    }
    expect(out).toEqual([1, 4, 5, 6, 9, 10, 11, 20, 21])
    expect(openedAt[0]).toEqual([1, 1])
    expect(openedAt.filter(([at]) => at < 20).every(([, count]) => count < 3)).toBe(true)
  })
})

it('a market that was dropped and is followed again is told of again, with the terms that it had', async () => {
  const market = marketOf(1)
  const told = (at: number) => lineText({ k: 'market', at, via: 'watch', market })
  const dropped = lineText({ k: 'dropped', at: 2, conditionId: market.conditionId })
  const folder = tapeOf({ 'market-a-0001.jsonl.gz': member(told(1), told(1), dropped, told(3)) })
  expect((await recordsIn(folder)).map(({ event }) => event.kind)).toEqual(['market', 'market-dropped', 'market'])
})
