// Foreign recordings as tapes: each shipped mapping with its sample, and rows that cannot be read.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { tape } from '../../../src/cli/commands/tapes/tape.js'
import { captureContext } from '../../cli/commands/sandbox.js'
import { freshFolder, marketEvents, recordsIn, removeFolders } from '../tape-bench.js'

afterEach(removeFolders)

const MAPPINGS = readdirSync('config/tapes').filter((name) => name.endsWith('.yaml'))
const samples = (mapping: string) =>
  readdirSync('config/tapes/samples')
    .filter((name) => name.startsWith(`${mapping.replace('.yaml', '')}.`))
    .map((name) => join('config/tapes/samples', name))

async function imported(mapping: string, paths: readonly string[]) {
  const out = freshFolder()
  const run = captureContext(true)
  expect(await tape('import', paths, { mapping, out }, run.context)).toBe('ok')
  return { out, said: JSON.parse(run.stdout).imported, records: await recordsIn(out) }
}

const shipped = (name: string) => imported(join('config/tapes', name), samples(name))

describe('every shipped mapping', () => {
  it.each(MAPPINGS)('%s makes a good tape of its sample', async (name) => {
    expect(samples(name)).toHaveLength(1)
    const { out, said, records } = await shipped(name)
    expect(said).toMatchObject({ skipped: 0 })
    const times = records.map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const verify = captureContext(true)
    expect(await tape('verify', [out], {}, verify.context)).toBe('ok')
    expect(JSON.parse(verify.stdout)).toMatchObject({ problems: [], notes: [] })
  })
})

describe('trades', () => {
  it('have the side of who took, sizes exact, times to the microsecond', async () => {
    const { records } = await shipped('trades.yaml')
    const trades = marketEvents(records).flatMap((event) => (event.kind === 'trade' ? [event.trade] : []))
    expect(trades).toMatchObject([
      { tradeId: 't-1', outcome: 0, side: 'BUY', price: 46, sizeRaw: 20_000_000n },
      { tradeId: 't-2', outcome: 0, side: 'BUY', price: 47 },
      { tradeId: 't-3', outcome: 1, side: 'BUY', price: 78, sizeRaw: 100_000_000n },
      { tradeId: 't-4', outcome: 1, side: 'BUY', price: 55 },
      { tradeId: 't-5', outcome: 0, side: 'BUY', price: 23 },
    ])
    expect(trades[0]?.venueMs).toBe(Date.parse('2026-03-02T14:30:00.120Z') + 0.451)
    const markets = records.flatMap(({ event }) => (event.kind === 'market' ? [event.market] : []))
    expect(markets).toMatchObject([
      { id: 'INX-A', ticksPerUnit: 100, lotRaw: 1_000_000n, endMs: Date.parse('2026-03-02T21:00:00Z') },
      { id: 'INX-B' },
    ])
  })
})

it('trades that two recordings tell of are taken once, and those of one id that differ each', async () => {
  const folder = dirname(freshFolder())
  const [sample = ''] = samples('trades.yaml')
  const [head, ...rows] = readFileSync(sample, 'utf8').trim().split('\n')
  const later = (row = '') => row.replace('T14:30:00', 'T14:30:03')
  const write = (name: string, lines: readonly (string | undefined)[]) => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const one = write('one.csv', [head, ...rows])
  // the first again, as another recorder saw it later, and a part of the same trade at another price
  const other = write('other.csv', [head, later(rows[0]), later(rows[0]).replace(',46,', ',45,')])
  const { said, records } = await imported('config/tapes/trades.yaml', [one, other])
  const ids = marketEvents(records).flatMap((event) => (event.kind === 'trade' ? [event.trade.tradeId] : []))
  expect(ids.toSorted()).toEqual(['t-1', 't-1', 't-2', 't-3', 't-4', 't-5'])
  expect(said).toMatchObject({ rows: 7, repeated: 1 })
})

describe('a row of a trade alone', () => {
  const [common, ms] = [
    'markets: [{ id: m, question: Q, end: 2026-05-30T20:00:00Z, tickSize: 0.01, sizeStep: 0.01 }]',
    1_767_600_000_000,
  ]
  const trades = 'trades: { price: { column: price, unit: probability }, size: { column: size, unit: shares } }'
  const shownOf = async (mapping: readonly string[], rows: readonly string[]) => {
    const folder = dirname(freshFolder())
    const [at, path] = [join(folder, 'alone.yaml'), join(folder, 'alone.rows')]
    writeFileSync(at, [...mapping, 'time: { column: ts, unit: ms }', trades, common].join('\n'))
    writeFileSync(path, `${rows.join('\n')}\n`)
    const { records } = await imported(at, [path])
    return marketEvents(records).flatMap((event) => {
      if (event.kind === 'trade') return [event.trade.price]
      return event.kind === 'snapshot' ? [event.book[0].bids.length + event.book[0].asks.length] : []
    })
  }
  const quotes =
    'quotes: { bid: { column: bid, unit: probability }, ask: { column: ask, unit: probability }, size: 100 }'

  it('says nothing of the best quotes, whose cells it leaves blank', async () => {
    const csv = [
      'ts,bid,ask,price,size',
      `${ms},0.40,0.44,,`,
      `${ms + 1},,,0.40,20`,
      `${ms + 2},0,1,0.40,20`,
      `${ms + 3},,,,`,
    ]
    expect(await shownOf(['format: csv', quotes], csv)).toEqual([2, 40, 40, 0, 0])
  })

  it('says nothing of a whole book, which it has null', async () => {
    const books = [
      'books: { bids: { column: b, price: 0, size: 1 }, asks: { column: a, price: 0, size: 1 },',
      '  priceUnit: probability, sizeUnit: shares }',
    ]
    const rows = [
      { ts: ms, b: [[0.4, 100]], a: [[0.44, 100]], price: null, size: null },
      { ts: ms + 1, b: null, a: null, price: 0.4, size: 20 },
      { ts: ms + 2, b: [[0.4, 100]], a: [[0.44, 100]], price: null, size: null },
    ].map((row) => JSON.stringify(row))
    expect(await shownOf(['format: jsonl', ...books], rows)).toEqual([2, 40, 2])
  })
})

describe('best quotes', () => {
  it('have empty sides where nothing was offered, and a gap where nothing was told', async () => {
    const { records, said } = await shipped('best-quotes.yaml')
    const told = marketEvents(records).flatMap((event): unknown[] => {
      if (event.kind === 'unreadable') return ['gap']
      if (event.kind !== 'snapshot') return []
      const [{ bids, asks }] = event.book
      return [[bids[0]?.price, asks[0]?.price]]
    })
    expect(told).toEqual([
      [410, 450],
      [undefined, 450],
      [undefined, undefined],
      [420, 440],
      'gap',
      [515, 530],
      [undefined, 530],
    ])
    expect(said.gaps).toBe(1)
    const gap = records.find(({ event }) => event.kind === 'market-data' && event.event.kind === 'unreadable')
    expect(gap?.atMs).toBe((1_775_934_366 + 600) * 1000)
  })
})

describe('ladders', () => {
  it('have one level for all orders at a price', async () => {
    const folder = dirname(freshFolder())
    const orders = '[[0.40, 20], [0.39, 1], [0.40, 5.5], [0.40, 0]]'
    writeFileSync(
      join(folder, 'l3.jsonl'),
      `{"pt":1780160000000,"id":"cup","back":${orders},"lay":[]}\n{"pt":1780160001500,"id":"cup","tradePrice":0.42,"tradeSize":30}`,
    )
    const { records } = await imported('config/tapes/ladders.yaml', [join(folder, 'l3.jsonl')])
    const [shown] = marketEvents(records).flatMap((event) => (event.kind === 'snapshot' ? [event.book[0].bids] : []))
    expect(shown).toEqual([
      { price: 40, size: 2550 },
      { price: 39, size: 100 },
    ])
  })

  it('have the trades of a time stamp before its book, against the book before', async () => {
    const { records } = await shipped('ladders.yaml')
    const told = marketEvents(records).flatMap((event) => {
      if (event.kind === 'snapshot') return [event.book[0].bids.map(({ price, size }) => `${price}:${size}`).join(' ')]
      if (event.kind === 'change') return [`${event.change.side} at ${event.change.price}: ${event.change.size}`]
      return event.kind === 'trade' ? [`${event.trade.side} ${event.trade.price}`] : []
    })
    expect(told).toEqual([
      ...['40:12000 39:30050', 'BUY 42', 'SELL at 42: 5000', 'SELL 40', 'BUY at 40: 0'],
      ...['BUY at 39: 0', 'SELL at 43: 0'],
    ])
  })

  it('are told as what has changed, what goes first, and as a whole where they begin, stand or come back after a gap', async () => {
    const folder = dirname(freshFolder())
    const row = (sec: number, back: unknown, lay: unknown) =>
      JSON.stringify({ pt: 1_780_160_000_000 + sec * 1000, id: 'cup', back, lay })
    const rows = [
      row(0, [[0.4, 20]], [[0.42, 5]]),
      row(1, [[0.4, 20]], [[0.42, 5]]),
      // the whole book goes up: nowhere in between is it crossed
      row(2, [[0.43, 7]], [[0.44, 5]]),
      row(90, [[0.43, 8]], [[0.44, 5]]),
      row(91, [[0.43, 9]], [[0.44, 5]]),
      JSON.stringify({ pt: 1_780_160_092_000, id: 'cup', tradePrice: 0.43, tradeSize: 1 }),
    ]
    writeFileSync(join(folder, 'gap.jsonl'), rows.join('\n'))
    const mapping = join(folder, 'gap.yaml')
    writeFileSync(mapping, `${readFileSync('config/tapes/ladders.yaml', 'utf8')}\ngapSec: 60\n`)
    const { records } = await imported(mapping, [join(folder, 'gap.jsonl')])
    const told = marketEvents(records).flatMap((event) =>
      event.kind === 'change' ? [`${event.change.side} ${event.change.price} ${event.change.size}`] : [event.kind],
    )
    expect(told).toEqual([
      ...['link', 'snapshot', 'snapshot', 'BUY 40 0', 'SELL 42 0', 'BUY 43 700', 'SELL 44 500'],
      ...['unreadable', 'snapshot', 'BUY 43 900', 'trade', 'link'],
    ])
  })
})

describe('what cannot be read', () => {
  const withFiles = (rows: string, mapping = readFileSync('config/tapes/trades.yaml', 'utf8')) => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    const [rowFile, mappingFile] = [join(folder, 'rows.csv'), join(folder, 'mapping.yaml')]
    writeFileSync(rowFile, rows)
    writeFileSync(mappingFile, mapping)
    return { rowFile, mappingFile, out: join(folder, 'out') }
  }
  const HEAD = 'trade_id,ticker,created_time,yes_price,count,taker_side\n'

  it.each([
    ['t,INX-A,noon,46,20,yes', ':2: created_time: expected a time, got "noon"'],
    ['t,INX-A,2026-03-02T14:30:00Z,46.5,20,yes', ':2: yes_price: expected a multiple of 0.01, got 46.5'],
    ['t,INX-A,2026-03-02T14:30:00Z,46,many,yes', ':2: count: expected a number, got "many"'],
    ['t,INX-A,2026-03-02T14:30:00Z,46,20,maybe', ':2: taker_side: expected one of yes, no, got "maybe"'],
    ['t,INX-A,2026-03-02T14:30:00Z,100,20,yes', ':2: yes_price: expected a price between 0 and 1, got "100" (cents)'],
    ['t,INX-A,2026-03-02T14:30:00Z,,20,yes', ':2: yes_price: expected a price, got nothing beside count "20"'],
    [
      't,OTHER,2026-03-02T14:30:00Z,46,20,yes',
      'of the mapping\'s markets, got rows of markets that it does not name, as "OTHER"',
    ],
    ['t,INX-A,2026-03-02T14:30:00Z,46, ,yes', ':2: count: expected a number, got nothing'],
    ['t,INX-A,2026-03-02T14:30:00Z,0x2E,20,yes', ':2: yes_price: expected a number, got "0x2E"'],
    ['t,INX-A,2026-03-02T14:30:00Z,46,1e300,yes', ':2: count: expected at most 10000000000000 shares, got 1e+300'],
    ['t,INX-A,2026-03-02T14:30:00Z,,,yes', "of the mapping's markets, got rows without any"],
    ['t,INX-A,2026-03-02T14:30:00Z,46', ':2: (row): expected 6 cells, got 4'],
    [
      't,INX-A,2026-03-02T14:30:01Z,46,20,yes\nt,INX-A,2026-03-02T14:30:00Z,46,20,yes',
      ':3: created_time: expected rows in the order of time',
    ],
    ['', 'expected rows, got none'],
  ])('%s', async (row, words) => {
    const { rowFile, mappingFile, out } = withFiles(`${HEAD}${row}\n`)
    const { context } = captureContext(true)
    await expect(tape('import', [rowFile], { mapping: mappingFile, out }, context)).rejects.toThrow(words)
    // nothing is left of it
    expect(readdirSync(dirname(rowFile)).sort()).toEqual(['mapping.yaml', 'rows.csv'])
  })

  it.each([';', '\t', '|'])('columns with "%s" between them, which would all be missing', async (divider) => {
    const rows = `${HEAD}t,INX-A,2026-03-02T14:30:00Z,46,20,yes\n`.replaceAll(',', divider)
    const { rowFile, mappingFile, out } = withFiles(rows)
    await expect(
      tape('import', [rowFile], { mapping: mappingFile, out }, captureContext(true).context),
    ).rejects.toThrow(/rows\.csv:1: \(head\): expected columns with commas between them, got "trade_id/)
  })

  it.each([
    ['"back":[[0.4,1e300]],"lay":[]', ':1: back[0]: expected at most 100000000000 shares, got 1e+300'],
    ['"back":[[0.4,""]],"lay":[]', ':1: back[0]: expected a number, got ""'],
    ['"tradePrice":0.4,"tradeSize":""', ':1: tradeSize: expected a number, got nothing'],
  ])('in JSON: %s', async (cells, words) => {
    const mapping = readFileSync('config/tapes/ladders.yaml', 'utf8')
    const { rowFile, mappingFile, out } = withFiles(`{"pt":1780160000000,"id":"cup",${cells}}`, mapping)
    const { context } = captureContext(true)
    await expect(tape('import', [rowFile], { mapping: mappingFile, out }, context)).rejects.toThrow(words)
  })

  it('columns that no row has, so that a mapping that fits nothing makes no tape', async () => {
    const named = readFileSync('config/tapes/trades.yaml', 'utf8').replace('yes_price', 'price_of_yes')
    const { rowFile, mappingFile, out } = withFiles(`${HEAD}t,INX-A,2026-03-02T14:30:00Z,46,0,yes\n`, named)
    const { context } = captureContext(true)
    await expect(tape('import', [rowFile], { mapping: mappingFile, out }, context)).rejects.toThrow(
      /rows\.csv: expected the column "price_of_yes" \(trades\.price of the mapping\), got none in 1 rows/,
    )
    expect(readdirSync(dirname(rowFile)).sort()).toEqual(['mapping.yaml', 'rows.csv'])
  })

  it.each([
    [
      'tickSize: 0.03',
      /mapping\.yaml:\d+:\d+ markets\.0\.tickSize: expected a fraction that divides 1, as 0\.01, got 0\.03$/m,
    ],
    ['sizeStep: 0.00015', /markets\.0\.sizeStep: expected a multiple of 0\.0001, got 0\.00015/],
  ])('terms that no market can have: %s', async (term, words) => {
    const key = term.replace(/:.*/, ': [0-9.]+')
    const text = readFileSync('config/tapes/trades.yaml', 'utf8').replace(new RegExp(key), term)
    const { rowFile, mappingFile, out } = withFiles(`${HEAD}t,INX-A,2026-03-02T14:30:00Z,46,20,yes\n`, text)
    const { context } = captureContext(true)
    await expect(tape('import', [rowFile], { mapping: mappingFile, out }, context)).rejects.toThrow(words)
  })

  it('books in another unit than the mapping says are no tape of empty books', async () => {
    const mapping = (unit: string) =>
      [
        'format: csv\ntime: { column: t, unit: s }',
        `quotes: { bid: { column: bid, unit: ${unit} }, ask: { column: ask, unit: ${unit} }, size: 100 }`,
        'markets: [{ id: a, question: A?, tickSize: 0.01, sizeStep: 0.01, end: 2026-02-01T00:00:00Z }]\n',
      ].join('\n')
    const made = async (rows: string, unit: string) => {
      const { rowFile, mappingFile, out } = withFiles(`t,bid,ask\n${rows}\n`, mapping(unit))
      await tape('import', [rowFile], { mapping: mappingFile, out }, captureContext(true).context)
      return await recordsIn(out)
    }
    const cents = '1767225600,45,47\n1767225601,45,48'
    await expect(made(cents, 'probability')).rejects.toThrow(
      'rows.csv:2: bid: expected a price between 0 and 1, got "45" (probability), and no other price of a book is one',
    )
    expect(marketEvents(await made(cents, 'cents'))).toMatchObject([
      { kind: 'link' },
      { kind: 'snapshot', book: [{ bids: [{ price: 45 }], asks: [{ price: 47 }] }, {}] },
      { kind: 'snapshot' },
      { kind: 'link' },
    ])
    // nobody offers, as some write it, and nobody at all
    await made(`1767225599,-1,999\n${cents}`, 'cents')
    await made('1767225600,0,1', 'probability')
  })

  it('rows that tell nothing are counted', async () => {
    const { rowFile, mappingFile, out } = withFiles(
      `${HEAD}t,INX-A,2026-03-02T14:30:00Z,46,20,yes\nu,INX-A,2026-03-02T14:30:00Z,,0,yes\nv,INX-A,2026-03-02T14:31:00Z,,,\n`,
    )
    const run = captureContext(false)
    await tape('import', [rowFile], { mapping: mappingFile, out }, run.context)
    expect(run.stdout).toContain('3 rows of 1 markets, 1 events, 0 gaps\n2 rows told nothing')
  })

  it.each([
    ['2026-03-02T14:30:00', ''],
    ['2026-03-02 14:30:00.000', ''],
    ['2026-03-02 15:30:00+01', ''],
    ['2026-03-02T09:30:00-0500', ''],
    ['2026-03-02 14:30:00 UTC', ''],
    ['3/2/2026 14:30', 'expected a time, got "3/2/2026 14:30"'],
    ['2026-13-02 14:30:00', 'expected a time, got "2026-13-02 14:30:00"'],
  ])('a time as many write it: %s', async (time, refusal) => {
    const { rowFile, mappingFile, out } = withFiles(`${HEAD}t,INX-A,${time},46,20,yes\n`)
    const made = tape('import', [rowFile], { mapping: mappingFile, out }, captureContext(true).context)
    if (refusal !== '') return await expect(made).rejects.toThrow(refusal)
    await made
    expect((await recordsIn(out))[0]?.atMs).toBe(Date.parse('2026-03-02T14:30:00Z'))
  })

  it('an empty first cell beside a quoted one', async () => {
    const withoutIds = readFileSync('config/tapes/trades.yaml', 'utf8').replace('  id: trade_id\n', '')
    const row = ',INX-A,2026-03-02T14:30:00Z,46,20,"yes"\n'
    const { rowFile, mappingFile, out } = withFiles(`${HEAD.replace('trade_id', '')}${row}`, withoutIds)
    await tape('import', [rowFile], { mapping: mappingFile, out }, captureContext(true).context)
    expect(marketEvents(await recordsIn(out))).toContainEqual(
      expect.objectContaining({ trade: expect.objectContaining({ outcome: 0, sizeRaw: 20_000_000n }) }),
    )
  })

  it.each([
    ['in the middle, a gap before it included', ', decided: 2026-03-02T14:05:00Z', ['05 status', '09 trade']],
    ['of which nobody knows when', '', ['09 trade', '09 status']],
  ])('a decision %s', async (_words, when, last) => {
    const rows = [0, 1, 2, 9].map((minute) => `t,INX-B,2026-03-02T14:0${minute}:00Z,46,20,yes\n`)
    rows.splice(1, 0, 't,INX-A,2026-03-02T14:00:00Z,46,20,yes\n')
    const text = readFileSync('config/tapes/trades.yaml', 'utf8').replace(
      'above 6000?,',
      `above 6000?, winner: no${when},`,
    )
    const { rowFile, mappingFile, out } = withFiles(`${HEAD}${rows.join('')}`, `gapSec: 120\n${text}`)
    await tape('import', [rowFile], { mapping: mappingFile, out }, captureContext(true).context)
    const told = (await recordsIn(out)).flatMap(({ event, atMs }) => {
      if (event.kind !== 'market-data' || event.event.kind === 'link') return []
      return [`${new Date(atMs).toISOString().slice(14, 16)} ${event.event.kind}`]
    })
    const first = ['00 trade', '00 trade', '01 trade', '02 trade', '02 unreadable', '04 unreadable']
    expect(told).toEqual([...first, ...last])
  })

  it('a packed file whose end is torn', async () => {
    const { rowFile, mappingFile, out } = withFiles('')
    const packed = gzipSync(`${HEAD}t,INX-A,2026-03-02T14:30:00Z,46,20,yes\n`)
    writeFileSync(`${rowFile}.gz`, packed.subarray(0, -4))
    const { context } = captureContext(true)
    await expect(tape('import', [`${rowFile}.gz`], { mapping: mappingFile, out }, context)).rejects.toThrow(
      'the tail is torn: left out after line 2; expected a whole file',
    )
  })

  it('a mapping with an unknown key is refused with its place', async () => {
    const { rowFile, mappingFile, out } = withFiles(HEAD, 'format: csv\ntimes: {}\n')
    const { context } = captureContext(true)
    await expect(tape('import', [rowFile], { mapping: mappingFile, out }, context)).rejects.toThrow(
      /mapping\.yaml:2:1 times: expected a known key, got "times"; did you mean "time"\?/,
    )
  })

  it('quoted cells, and rows of markets that nobody named', async () => {
    const { rowFile, mappingFile, out } = withFiles(
      `${HEAD}"t ""1""",INX-A,2026-03-02T14:30:00Z,46,"20",yes\nt,OTHER,2026-03-02T14:30:00Z,46,20,yes\n`,
    )
    const run = captureContext(true)
    await tape('import', [rowFile], { mapping: mappingFile, out }, run.context)
    expect(JSON.parse(run.stdout).imported).toMatchObject({ rows: 2, skipped: 1, markets: 1 })
    expect(marketEvents(await recordsIn(out))).toContainEqual(
      expect.objectContaining({ trade: expect.objectContaining({ tradeId: 't "1"', sizeRaw: 20_000_000n }) }),
    )
  })
})
