// A tape's market stream as one Parquet file: a row for each trade, level and word, in the order of time. For DuckDB, pandas and the like.

import { fileWriter, parquetWriteRows } from 'hyparquet-writer'
import type { Ticks } from '../domain/amounts/price.js'
import { QuoinError, toFailure } from '../domain/error.js'
import type { MarketBook } from '../domain/market/book.js'
import type { Market } from '../domain/market/market.js'
import { replaceFileBy } from '../files/replace-file.js'
import type { TapeEvent, TapeRecord } from './tape-record.js'

const GROUP_ROWS = 100_000

/** `level` rows follow the `snapshot`, `book` or `best-bids` that they belong to. */
interface Row {
  readonly received_us: bigint
  readonly venue_ms?: number
  readonly market?: string
  readonly kind: string
  readonly outcome?: number
  readonly side?: string
  readonly ticks?: number
  readonly lots?: bigint
  readonly price?: number
  readonly shares?: number
  readonly trade_id?: string
  /** What else there is to say, such as a status. */
  readonly detail?: string
}

const COLUMNS = [
  { name: 'received_us', type: 'INT64', nullable: false },
  { name: 'venue_ms', type: 'DOUBLE', nullable: true },
  { name: 'market', type: 'STRING', nullable: true },
  { name: 'kind', type: 'STRING', nullable: false },
  { name: 'outcome', type: 'INT32', nullable: true },
  { name: 'side', type: 'STRING', nullable: true },
  { name: 'ticks', type: 'INT32', nullable: true },
  { name: 'lots', type: 'INT64', nullable: true },
  { name: 'price', type: 'DOUBLE', nullable: true },
  { name: 'shares', type: 'DOUBLE', nullable: true },
  { name: 'trade_id', type: 'STRING', nullable: true },
  { name: 'detail', type: 'STRING', nullable: true },
] as const

/** Returns the number of rows. The file appears when it is whole. Throws `bad-argument` where it cannot be written. */
export async function writeParquet(records: AsyncIterable<readonly TapeRecord[]>, file: string): Promise<number> {
  const tables = new Tables()
  let count = 0
  async function* rows() {
    for await (const batch of records) {
      for (const record of batch) {
        for (const row of tables.rows(record)) {
          count++
          yield { ...row }
        }
      }
    }
  }
  try {
    await replaceFileBy(file, { survives: 'process' }, async (draft) => {
      await parquetWriteRows({
        ...{ writer: fileWriter(draft), rows: rows(), rowGroupSize: GROUP_ROWS },
        columns: COLUMNS.map((column) => ({ ...column })),
      })
    })
  } catch (error) {
    if (error instanceof QuoinError) throw error
    throw new QuoinError(
      'bad-argument',
      `${file}: expected a file that can be written, got ${toFailure(error).message}`,
    )
  }
  return count
}

type Part = Omit<Row, 'received_us' | 'venue_ms' | 'market'>

class Tables {
  readonly #markets = new Map<string, Market>()

  rows({ atMs, venueMs, event }: TapeRecord): readonly Row[] {
    if (event.kind === 'market') this.#markets.set(event.market.conditionId, event.market)
    const conditionId = conditionOf(event)
    const market = conditionId === undefined ? undefined : this.#markets.get(conditionId)
    const shared = {
      received_us: BigInt(Math.round(atMs * 1000)),
      ...(venueMs === undefined ? {} : { venue_ms: venueMs }),
      ...(conditionId === undefined ? {} : { market: market?.id ?? conditionId }),
    }
    return partsOf(event, market).map((part) => ({ ...shared, ...part }))
  }
}

function conditionOf(event: TapeEvent): string | undefined {
  if (event.kind === 'market') return event.market.conditionId
  if (event.kind === 'own-order') return event.record.conditionId
  const inner = event.kind === 'market-data' ? event.event : event
  return 'conditionId' in inner ? inner.conditionId : undefined
}

function partsOf(event: TapeEvent, market: Market | undefined): readonly Part[] {
  switch (event.kind) {
    case 'market':
      return [{ kind: 'market', detail: event.market.status }]
    case 'fee':
      return [{ kind: 'fee', detail: String(event.feeRateBps) }]
    case 'own-order': {
      const { outcome, side, price, remainingRaw, hash, status } = event.record
      return [
        { kind: 'own-order', outcome, side, ...amount(price, remainingRaw, market), trade_id: hash, detail: status },
      ]
    }
    case 'book':
      return [{ kind: 'book' }, ...levels(event.book, market)]
    case 'best-bids':
      return [
        { kind: 'best-bids' },
        ...event.bids.flatMap((bid, outcome) => (bid ? [level({ outcome, side: 'BUY', ...bid }, market)] : [])),
      ]
    case 'market-data':
      return wordOf(event.event, market)
    case 'market-dropped':
      return [{ kind: event.kind }]
  }
}

function wordOf(
  event: Extract<TapeEvent, { kind: 'market-data' }>['event'],
  market: Market | undefined,
): readonly Part[] {
  switch (event.kind) {
    case 'snapshot':
      return [{ kind: 'snapshot' }, ...levels(event.book, market)]
    case 'change':
      return [{ ...level(event.change, market), kind: 'change' }]
    case 'trade': {
      const { outcome, side, price, sizeRaw, tradeId, matchType } = event.trade
      return [{ kind: 'trade', outcome, side, ...amount(price, sizeRaw, market), trade_id: tradeId, detail: matchType }]
    }
    case 'settlement':
      return [{ kind: 'settlement', trade_id: event.tradeId, detail: event.status }]
    case 'status':
      return [
        { kind: 'status', detail: event.status, ...(event.winner === undefined ? {} : { outcome: event.winner }) },
      ]
    case 'link':
      return [{ kind: 'link', detail: event.state }]
    case 'unreadable':
      return [{ kind: 'unreadable', detail: event.message }]
    default:
      return [{ kind: event.kind }]
  }
}

interface Offer {
  readonly outcome: number
  readonly side: string
  readonly price: Ticks
  readonly size: number
}

function level({ outcome, side, price, size }: Offer, market: Market | undefined): Part {
  return { kind: 'level', outcome, side, ...amount(price, BigInt(size) * (market?.lotRaw ?? 1n), market) }
}

function levels(book: MarketBook, market: Market | undefined): readonly Part[] {
  return book.flatMap(({ bids, asks }, outcome) => [
    ...bids.map((each) => level({ outcome, side: 'BUY', ...each }, market)),
    ...asks.map((each) => level({ outcome, side: 'SELL', ...each }, market)),
  ])
}

/** In the market's units, where its terms are known, and for people. */
function amount(price: Ticks, raw: bigint, market: Market | undefined): Omit<Part, 'kind'> {
  if (market === undefined) return { ticks: price }
  const { lotRaw, unitRaw, ticksPerUnit } = market
  return { ticks: price, lots: raw / lotRaw, price: price / ticksPerUnit, shares: Number(raw) / Number(unitRaw) }
}
