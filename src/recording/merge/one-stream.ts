// What several recorders were told, as one stream: each market is told of by one of them at a time.
//
//   leader      the recorder that tells of a market: the first one that does, until its link or its tape ends, or it loses the book
//   follower    heard beside it: its words are the same ones again, and only keep its book for the moment in which it takes over
//   hand-over   what the leader has missed, a snapshot of the follower's book as it stands, then the follower's words; a trade that was told
//               already stays told once
//
// The link is up while any recorder's is.

import { bookOfLevels, type LevelMap, levelKey, levelMap, putLevel } from '../../domain/collections/level-map.js'
import { QuoinError } from '../../domain/error.js'
import { type ConditionId, isFinal, type Market } from '../../domain/market/market.js'
import { changedTerms, describeChanges } from '../../domain/market/market-terms.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import type { OrderRecord } from '../../domain/orders/order.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import { toExactJson } from '../lines/exact-json.js'
import type { TapeRecord } from '../tape-record.js'
import { MissedWords, type Word } from './missed-words.js'

interface KnownBook {
  levels: LevelMap
  seq: number | undefined
  venueMs: number | undefined
}

interface Source {
  /** `undefined` while it has said nothing of a link: then it counts as up. */
  isUp: boolean | undefined
  readonly books: Map<ConditionId, KnownBook>
}

type OfMarket = Exclude<MarketDataEvent, { readonly kind: 'link' }>

/** Trades and settlements remembered, so that a second telling is known. */
const REMEMBERED = 100_000
/** Two recorders' times of one trade differ by less. Further apart one id is of two: whoever counts trades begins anew with each recording. */
const SAME_WITHIN_MS = 10_000
const NOTHING: readonly TapeRecord[] = []

export class OneStream {
  readonly #sources = new Map<number, Source>()
  readonly #leaders = new Map<ConditionId, number>()
  readonly #terms = new Map<ConditionId, { readonly market: Market; readonly source: number; readonly text: string }>()
  readonly #conditions = new Map<string, ConditionId>()
  /** By trade, settlement, end or order: who has told it, and when it was. */
  readonly #told = new Map<string, { readonly teller: number; readonly whenMs: number }>()
  readonly #missed = new MissedWords(SAME_WITHIN_MS)
  /** Tellers of a trade or a settlement that another one has told of, too: their ids are the same ones. */
  readonly #kin = new Set<number>()
  /** Records left out because another tape tells the same. */
  repeated = 0
  /** Times at which another recorder took a market over. */
  handOvers = 0
  readonly #mayTermsDiffer: boolean

  /** `mayTermsDiffer`: of runs that are one tape already, a later one may have found a market with other terms, or another one by its id. */
  constructor({ mayTermsDiffer }: { readonly mayTermsDiffer: boolean }) {
    this.#mayTermsDiffer = mayTermsDiffer
  }

  /** What one recorder was told; returns what the merged tape tells. Throws `bad-tape` where two tapes contradict each other. */
  take(index: number, record: TapeRecord): readonly TapeRecord[] {
    const source = this.#source(index)
    const { event } = record
    if (event.kind === 'market') return this.#market(index, event.market, record)
    if (event.kind === 'market-dropped') return this.#dropped(index, event.conditionId, record)
    if (event.kind === 'fee') return [record]
    // a hash is of one order for ever
    if (event.kind === 'own-order') return this.#once(index, { key: orderKey(event.record), whenMs: 0 }, record)
    if (event.kind === 'best-bids' || event.kind === 'book')
      return this.#isFollower(index, event.conditionId) ? this.#again() : [record]
    if (event.event.kind === 'link') return this.#link(index, event.event.state, record)
    return this.#ofMarket({ index, source, event: event.event }, record)
  }

  /** The recorder tells nothing more. */
  end(index: number, atMs: number): readonly TapeRecord[] {
    this.#sources.delete(index)
    const left = this.#left(index, atMs)
    if (this.#mayTermsDiffer && this.#sources.size === 0) {
      // of a long tape there are tens of thousands of markets, and the next run tells its own
      this.#terms.clear()
      this.#conditions.clear()
    }
    return left
  }

  get markets(): readonly Market[] {
    return [...this.#terms.values()].map(({ market }) => market)
  }

  #source(index: number): Source {
    const known = this.#sources.get(index)
    if (known) return known
    const source: Source = { isUp: undefined, books: new Map() }
    this.#sources.set(index, source)
    return source
  }

  #isFollower(index: number, conditionId: ConditionId): boolean {
    const leader = this.#leaders.get(conditionId)
    return leader !== undefined && leader !== index
  }

  #again(): readonly TapeRecord[] {
    this.repeated += 1
    return NOTHING
  }

  #market(index: number, market: Market, record: TapeRecord): readonly TapeRecord[] {
    const { id, conditionId } = market
    const known = this.#terms.get(conditionId)
    if (!this.#mayTermsDiffer && known !== undefined && known.source !== index) refuseOther(known.market, market)
    const named = this.#conditions.get(id)
    if (!this.#mayTermsDiffer && named !== undefined && named !== conditionId) {
      throw new QuoinError('bad-tape', `market ${id}: expected condition ${named} on all tapes, got ${conditionId}`)
    }
    this.#conditions.set(id, conditionId)
    const text = toExactJson(market)
    this.#terms.set(conditionId, { market, source: index, text })
    return this.#isFollower(index, conditionId) && known?.text === text ? this.#again() : [record]
  }

  #dropped(index: number, conditionId: ConditionId, record: TapeRecord): readonly TapeRecord[] {
    this.#sources.get(index)?.books.delete(conditionId)
    if (this.#isFollower(index, conditionId)) return this.#again()
    const next = this.#next(conditionId, record.atMs)
    return next.length === 0 ? [record] : next
  }

  #link(index: number, state: 'up' | 'down' | 'heard', record: TapeRecord): readonly TapeRecord[] {
    const source = this.#source(index)
    const wasUp = this.#isAnyUp(index)
    if (state === 'heard') return [record]
    source.isUp = state === 'up'
    if (state === 'up') return wasUp ? this.#again() : [record]
    source.books.clear()
    if (wasUp) return this.#left(index, record.atMs)
    const missed: TapeRecord[] = []
    for (const [conditionId, leader] of this.#leaders) {
      if (leader !== index) continue
      this.#leaders.delete(conditionId)
      missed.push(...this.#missedOf(conditionId, record.atMs))
    }
    return [...missed, record]
  }

  /** Any recorder's but that one's. */
  #isAnyUp(but: number): boolean {
    for (const [index, { isUp }] of this.#sources) if (index !== but && isUp !== false) return true
    return false
  }

  /** A recorder knows its markets no more: others take them over, or nobody knows them. */
  #left(index: number, atMs: number): readonly TapeRecord[] {
    const records: TapeRecord[] = []
    for (const [conditionId, leader] of this.#leaders) {
      if (leader !== index) continue
      const message = 'the tape that told of this market tells no more of it here'
      const lost = {
        atMs,
        event: { kind: 'market-data', event: { kind: 'unreadable', conditionId, message } },
      } as const
      const next = this.#next(conditionId, atMs)
      if (next.length > 0) records.push(...next)
      else {
        records.push(...this.#missedOf(conditionId, atMs))
        if (this.#sources.size > 0) records.push(lost)
      }
    }
    return records
  }

  /** Where there is a next leader, what was missed until it took over, and its book. */
  #next(conditionId: ConditionId, atMs: number): readonly TapeRecord[] {
    const former = this.#leaders.get(conditionId)
    this.#leaders.delete(conditionId)
    for (const [index, { isUp, books }] of this.#sources) {
      const known = books.get(conditionId)
      if (index === former || isUp === false || known === undefined) continue
      this.#leaders.set(conditionId, index)
      this.handOvers += 1
      const { seq, venueMs } = known
      const stamps = { ...(seq === undefined ? {} : { seq }), ...(venueMs === undefined ? {} : { venueMs }) }
      const event = { kind: 'snapshot', conditionId, book: bookOfLevels(known.levels), ...stamps } as const
      return [
        ...this.#missedOf(conditionId, atMs),
        { atMs, ...(venueMs === undefined ? {} : { venueMs }), event: { kind: 'market-data', event } },
      ]
    }
    return []
  }

  /** What others told of the market and its leader did not. Where ids need not be the same ones, nobody can tell whether a trade is another. */
  #missedOf(conditionId: ConditionId, atMs: number): readonly TapeRecord[] {
    const words = this.#missed
      .take(conditionId, atMs)
      .filter(({ record, teller }) => isStatus(record) || this.#kin.has(teller))
    this.repeated -= words.length
    for (const word of words) this.#tell(word.teller, word)
    return words.map(({ record }) => ({ ...record, atMs }))
  }

  #ofMarket(
    { index, source, event }: { readonly index: number; readonly source: Source; readonly event: OfMarket },
    record: TapeRecord,
  ): readonly TapeRecord[] {
    const { conditionId } = event
    learn(source.books, event, record.venueMs)
    const word = wordOf(event, record)
    if (this.#isFollower(index, conditionId)) {
      if (word !== undefined && !this.#isToldByOther(index, word))
        this.#missed.add({ ...word, conditionId, teller: index, record })
      return this.#again()
    }
    this.#leaders.set(conditionId, index)
    if (event.kind === 'unreadable') {
      const next = this.#next(conditionId, record.atMs)
      if (next.length > 0) return next
      this.#leaders.set(conditionId, index)
    }
    if (word === undefined) return [record]
    if (event.kind !== 'status') return this.#once(index, word, record)
    this.#tell(index, word)
    return [record]
  }

  /** What another recorder has told is not told again; what the same one was told twice is. */
  #once(index: number, word: Word, record: TapeRecord): readonly TapeRecord[] {
    if (this.#isToldByOther(index, word)) return this.#again()
    this.#tell(index, word)
    return [record]
  }

  #isToldByOther(index: number, { key, whenMs }: Word): boolean {
    const told = this.#told.get(key)
    const isSame = told !== undefined && Math.abs(whenMs - told.whenMs) <= SAME_WITHIN_MS
    if (!isSame || told.teller === index) return false
    this.#kin.add(index)
    return true
  }

  #tell(index: number, { key, whenMs }: Word): void {
    const before = this.#missed.told(key)
    if (before !== undefined) this.#kin.add(before)
    this.#told.delete(key)
    this.#told.set(key, { teller: index, whenMs })
    const [oldest] = this.#told.keys()
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest)
  }
}

const isStatus = ({ event }: TapeRecord) => event.kind === 'market-data' && event.event.kind === 'status'

/** Of what is told once. */
function wordOf(event: OfMarket, { atMs, venueMs = atMs }: TapeRecord): Word | undefined {
  const { conditionId } = event
  if (event.kind === 'trade') return { key: tradeKey(event.trade), whenMs: event.trade.venueMs }
  if (event.kind === 'settlement') return { key: `${conditionId} ${event.tradeId} ${event.status}`, whenMs: venueMs }
  // one that may change again could be an older one than the leader's
  if (event.kind !== 'status' || !isFinal(event)) return undefined
  return { key: `${conditionId} is ${event.status} ${event.winner}`, whenMs: venueMs }
}

/** One trade with several makers is told in parts of one id, with other prices or sizes. */
const tradeKey = ({ conditionId, tradeId, outcome, price, sizeRaw }: PublicTrade) =>
  `${conditionId} ${tradeId} ${outcome} ${price} ${sizeRaw}`

const orderKey = ({ hash, status, filledRaw, pendingRaw, remainingRaw }: OrderRecord) =>
  `${hash} ${status} ${filledRaw} ${pendingRaw} ${remainingRaw}`

function refuseOther(known: Market, market: Market): void {
  const changes = changedTerms(known, market).filter(({ isStructural }) => isStructural)
  if (changes.length === 0) return
  throw new QuoinError(
    'bad-tape',
    `market ${market.id}: expected the same terms on all tapes, got ${describeChanges(changes)}`,
  )
}

function learn(books: Source['books'], event: OfMarket, venueMs: number | undefined): void {
  const { conditionId } = event
  if (event.kind === 'snapshot') {
    books.set(conditionId, { levels: levelMap(event.book), seq: event.seq, venueMs })
  } else if (event.kind === 'change') {
    const known = books.get(conditionId)
    if (known === undefined) return
    const { outcome, side, price, size } = event.change
    putLevel(known.levels, levelKey(outcome, side, price), size)
    Object.assign(known, { seq: event.seq, venueMs })
  } else if (event.kind === 'unreadable') books.delete(conditionId)
}
