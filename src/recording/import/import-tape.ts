// A foreign recording as a tape: the same lines that a recorder writes, with events instead of frames. One pass, in the order of time.

import { QuoinError } from '../../domain/error.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import { inTimeOrder } from '../in-time-order.js'
import { lineText, TAPE_FORMAT, type TapeLine } from '../lines/tape-line.js'
import { importedMarket } from './imported-market.js'
import { type MappedMarket, namedColumns, type TapeMapping } from './mapping.js'
import { MarketRows, timeOf } from './row-reader.js'
import { type Row, readRows, wordOf } from './rows.js'

export interface ImportCounts {
  rows: number
  events: number
  /** Rows of markets that the mapping does not know. */
  skipped: number
  /** Rows of known markets with neither a trade nor a book in them. */
  silent: number
  /** Rows of known markets with a trade that an earlier one told of. */
  repeated: number
  gaps: number
  readonly markets: Map<string, MarketRows>
}

interface Timed {
  readonly at: number
  readonly row: Row
}

export class TapeImport {
  readonly counts: ImportCounts = {
    rows: 0,
    events: 0,
    skipped: 0,
    silent: 0,
    repeated: 0,
    gaps: 0,
    markets: new Map(),
  }
  readonly #mapping: TapeMapping
  readonly #run: string
  readonly #named: ReadonlyMap<string, MappedMarket>
  /** When a market was last told of, the longest silent first. */
  readonly #heardAt = new Map<MarketRows, number>()
  /** Columns that no row has had yet, and what they are in the mapping. */
  readonly #missing: Map<string, string>
  /** The first market that the mapping does not name. */
  #unnamed: string | undefined
  /** Markets whose decision has not been told, the first to be decided first. */
  readonly #undecided: Set<MappedMarket>
  #at = 0

  constructor(mapping: TapeMapping, run: string) {
    this.#mapping = mapping
    this.#run = run
    this.#missing = new Map(namedColumns(mapping))
    const decided = mapping.markets.filter(({ winner }) => winner !== undefined)
    this.#undecided = new Set(decided.sort((a, b) => decidedAt(a) - decidedAt(b)))
    this.#named = new Map(mapping.markets.map((market) => [market.id, market]))
  }

  /** The lines of a tape, in order. Throws `bad-tape` with file, line, field, what was expected and what was got. */
  async *lines(paths: readonly string[]): AsyncGenerator<string> {
    let isFirst = true
    for await (const group of sameTime(this.#timed(paths))) {
      const [first] = group
      if (first === undefined) continue
      if (isFirst) {
        const at = first.at
        yield lineText({ k: 'head', at, format: TAPE_FORMAT, stream: 'market', run: this.#run, segment: 1 })
        yield lineText({ k: 'event', at, event: { kind: 'link', state: 'up' } })
        isFirst = false
      }
      yield* this.#decisionsBefore(first.at)
      yield* this.#gapsBefore(first.at)
      this.#at = first.at
      yield* this.#rows(group)
    }
    if (isFirst) throw new QuoinError('bad-tape', `${paths.join(', ')}: expected rows, got none`)
    this.#checkTold(paths.join(', '))
    yield* this.#decisionsBefore(Number.POSITIVE_INFINITY)
    yield lineText({ k: 'end', at: this.#at, reason: 'the recording ends' })
  }

  /** A mapping that fits nothing makes no empty tape. */
  #checkTold(files: string): void {
    const { rows, skipped, events } = this.counts
    for (const [column, key] of this.#missing) {
      const expected = `expected the column ${JSON.stringify(column)} (${key} of the mapping)`
      throw new QuoinError('bad-tape', `${files}: ${expected}, got none in ${rows} rows`)
    }
    const told = [...this.counts.markets.values()]
    const beyond = told.find((market) => market.beyond !== undefined)?.beyond
    // beyond 0 and 1 recordings write that nobody offers; one without any offer has another unit
    if (beyond !== undefined && !told.some(({ hasOffers }) => hasOffers))
      throw new QuoinError('bad-tape', `${beyond}, and no other price of a book is one`)
    if (events > 0) return
    const named = this.#unnamed === undefined ? '' : `, as ${JSON.stringify(this.#unnamed)}`
    const got = skipped === rows ? `rows of markets that it does not name${named}` : 'rows without any'
    throw new QuoinError('bad-tape', `${files}: expected trades or books of the mapping's markets, got ${got}`)
  }

  #timed(paths: readonly string[]): AsyncGenerator<readonly Timed[]> {
    const { format, time } = this.#mapping
    const open = async function* (path: string): AsyncGenerator<readonly Timed[]> {
      let last = 0
      for await (const rows of readRows(path, format)) {
        yield rows.map((row) => {
          const at = timeOf(row, time)
          if (at < last) {
            const got = `${wordOf(row.get(time.column))} after a later one`
            throw new QuoinError(
              'bad-tape',
              `${row.place()}: ${time.column}: expected rows in the order of time, got ${got}`,
            )
          }
          last = at
          return { at, row }
        })
      }
    }
    return inTimeOrder(
      paths.map((path) => ({ startsAt: 0, open: () => open(path) })),
      ({ at }) => at,
    )
  }

  *#rows(group: readonly Timed[]): Generator<string> {
    const byMarket = new Map<MarketRows, Row[]>()
    for (const { row } of group) {
      this.counts.rows++
      for (const column of this.#missing.keys()) if (row.has(column)) this.#missing.delete(column)
      const known = this.#marketOf(row)
      if (known === undefined) {
        this.counts.skipped++
        continue
      }
      if (known.isNew) yield this.#line({ k: 'market', at: this.#at, via: 'watch', market: known.rows.market })
      const rows = byMarket.get(known.rows)
      if (rows === undefined) byMarket.set(known.rows, [row])
      else rows.push(row)
    }
    for (const [market, rows] of byMarket) {
      this.#heardAt.delete(market)
      this.#heardAt.set(market, this.#at)
      const { events, silent, repeated } = market.read(rows, this.#at / 1000)
      this.counts.silent += silent
      this.counts.repeated += repeated
      for (const event of events) yield this.#event(event)
    }
  }

  #marketOf(row: Row): { readonly rows: MarketRows; readonly isNew: boolean } | undefined {
    const { market, markets, otherMarkets } = this.#mapping
    const id = market === undefined ? markets[0]?.id : wordOf(row.get(market.column))
    if (id === undefined) return undefined
    const known = this.counts.markets.get(id)
    if (known !== undefined) return { rows: known, isNew: false }
    const other = otherMarkets && { ...otherMarkets, id, question: id, outcomes: YES_NO }
    const terms = this.#named.get(id) ?? other
    if (terms === undefined) {
      this.#unnamed ??= id
      return undefined
    }
    const rows = new MarketRows(importedMarket(terms), this.#mapping)
    this.counts.markets.set(id, rows)
    return { rows, isNew: true }
  }

  /** Silences that were over the limit by now: from there on nobody knows the book. */
  *#gapsBefore(at: number): Generator<string> {
    const { gapSec } = this.#mapping
    if (gapSec === undefined) return
    for (const [rows, heardAt] of this.#heardAt) {
      const gapAt = heardAt + gapSec * 1e6
      if (gapAt >= at) return
      this.#heardAt.delete(rows)
      this.#at = Math.max(this.#at, Math.round(gapAt))
      this.counts.gaps++
      rows.lose()
      const message = `the recording has a gap: nothing for ${gapSec} s`
      yield this.#event({ kind: 'unreadable', conditionId: rows.market.conditionId, message })
    }
  }

  /** What was decided by then of the markets that have been told of. */
  *#decisionsBefore(at: number): Generator<string> {
    for (const decision of this.#undecided) {
      if (decidedAt(decision) >= at) return
      const { id, winner, decided } = decision
      const rows = this.counts.markets.get(id)
      if (rows === undefined) continue
      if (decided !== undefined) yield* this.#gapsBefore(decidedAt(decision))
      this.#undecided.delete(decision)
      this.#heardAt.delete(rows)
      this.#at = Math.max(this.#at, decided === undefined ? 0 : decidedAt(decision))
      const { conditionId } = rows.market
      if (winner === 'cancelled') yield this.#event({ kind: 'status', conditionId, status: 'CANCELLED' })
      else yield this.#event({ kind: 'status', conditionId, status: 'RESOLVED', winner: winner === 'yes' ? 0 : 1 })
    }
  }

  #event(event: MarketDataEvent): string {
    this.counts.events++
    return this.#line({ k: 'event', at: this.#at, event, venueMs: this.#at / 1000 })
  }

  #line(line: Exclude<TapeLine, { k: 'frame' }>): string {
    return lineText(line)
  }
}

/** Unix microseconds; where nobody said when, after everything that is told. */
const decidedAt = ({ decided }: MappedMarket) => (decided === undefined ? Number.MAX_SAFE_INTEGER : decided * 1000)

const YES_NO: [string, string] = ['Yes', 'No']

/** Values of one time together. */
async function* sameTime(batches: AsyncIterable<readonly Timed[]>): AsyncGenerator<readonly Timed[]> {
  let group: Timed[] = []
  for await (const batch of batches) {
    for (const timed of batch) {
      if (group[0] !== undefined && group[0].at !== timed.at) {
        yield group
        group = []
      }
      group.push(timed)
    }
  }
  yield group
}
