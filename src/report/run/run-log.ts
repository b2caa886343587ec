// What is noted of a run while it goes: looks at the bot from time to time, fills with the mid before and after, decisions as a hash.

import { createHash } from 'node:crypto'
import type { Lots } from '../../domain/amounts/size.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { netDirection, yesProbability } from '../../domain/market/yes-view.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import { isResting } from '../../domain/orders/own-order.js'
import type { Command } from '../../domain/run/command.js'
import type { Decision } from '../../domain/run/decision.js'
import type { BotSnapshot, MarketSnapshot } from '../../domain/run/snapshot.js'
import type { MarketSample, RunFill, Sample } from '../result.js'
import { HaltNotes } from './halt-notes.js'
import { type Mids, type MidsAfterOptions, midsAfter, NO_MIDS } from './mids-after.js'
import { FaultNotes } from './run-faults.js'
import { UnquotedTime } from './unquoted-time.js'

/** Shares of an open market's time. */
interface Quoted {
  openMs: number
  bothMs: number
  anyMs: number
  touchMs: number
  insideMs: number
}

export interface MarketNotes {
  readonly question: string
  tapeVolume: number
  readonly quoted: Quoted
  /** Kept whatever becomes of the others: a market that is over before the next look is due has no other. */
  readonly first: MarketSample
  samples: MarketSample[]
}

type MatchNotes = Mids & Pick<RunFill, 'isEstimate'>

export interface RunLogOptions extends MidsAfterOptions {
  readonly snapshot: () => BotSnapshot
  readonly shares: (conditionId: ConditionId, size: Lots) => number
  /** A hash over all decisions, to compare runs by: only where two can be the same. */
  readonly hashesDecisions: boolean
  /** Looks kept, in all markets together; more are thinned to every second one. 60,000 by default. */
  readonly mostLooks?: number
}

const MOST_SAMPLES = 60_000
const MOST_SAMPLES_PER_MARKET = 2400
const LEAST_SAMPLES_PER_MARKET = 300
/** So many looks of each market at least are to be left: else the first ones have none. */
const LOOKS_LEFT = 8
const FIRST_PERIOD_MS = 1000
/** Characters. A call for each decision would cost as much as the hash itself. */
const HASHED_AT_ONCE = 1 << 16

export class RunLog {
  readonly #options: RunLogOptions
  readonly #hash = createHash('sha256')
  /** Decisions that the hash has not been told of yet. */
  #unhashed = ''
  readonly #matches = new Map<string, MatchNotes>()
  readonly #markets = new Map<string, MarketNotes>()
  /** Decided about, so that a first look at them was asked for. */
  readonly #met = new Set<ConditionId>()
  readonly unquoted = new UnquotedTime()
  readonly faults = new FaultNotes()
  readonly halts = new HaltNotes()
  readonly orders = { placed: 0, shares: 0, cancelled: 0, refused: 0 }
  decisions = 0
  samples: Sample[] = []
  #periodMs = FIRST_PERIOD_MS
  /** Of all markets together, kept. */
  #looks = 0
  #peak = 0
  maxDrawdown = 0
  #isOver = false
  readonly #mostLooks: number

  constructor(options: RunLogOptions) {
    this.#options = options
    this.#mostLooks = options.mostLooks ?? MOST_SAMPLES
  }

  /** Milliseconds until the next look. */
  get periodMs(): number {
    return this.#periodMs
  }

  decided(decision: Decision, atMs: number): void {
    const { markets, commands, ended, corrected, faults } = decision
    if (markets.length + commands.length + ended.length + corrected.length + faults.length === 0) return
    this.decisions += 1
    this.unquoted.decided(decision)
    this.faults.decided(decision)
    this.#meet(markets, atMs)
    if (this.#options.hashesDecisions) this.#note(decision)
    for (const command of commands) {
      if (command.kind === 'place') this.#place(command)
      else if (command.kind === 'cancel') this.orders.cancelled += command.hashes.length
    }
  }

  /** Looks are minutes apart on a long run, and a market may live for less: it is looked at as soon as something is decided about it. */
  #meet(markets: Decision['markets'], atMs: number): void {
    const strangers = new Set<ConditionId>()
    for (const { conditionId } of markets) if (!this.#met.has(conditionId)) strangers.add(conditionId)
    if (strangers.size === 0) return
    for (const conditionId of strangers) this.#met.add(conditionId)
    this.#options.after(0, () => {
      for (const market of this.#options.snapshot().markets)
        if (strangers.has(market.conditionId)) this.#notesOf(market, sampleOf(market, atMs))
    })
  }

  #note(decision: Decision): void {
    this.#unhashed += textOf(decision)
    if (this.#unhashed.length > HASHED_AT_ONCE) this.#hashNoted()
  }

  #hashNoted(): void {
    this.#hash.update(this.#unhashed)
    this.#unhashed = ''
  }

  #place({ conditionId, intents }: Extract<Command, { readonly kind: 'place' }>): void {
    this.orders.placed += intents.length
    for (const { draft } of intents) this.orders.shares += this.#options.shares(conditionId, draft.size)
  }

  decisionHash(): string | undefined {
    if (!this.#options.hashesDecisions) return undefined
    this.#hashNoted()
    return this.#hash.copy().digest('hex')
  }

  /** A match of ours, at the moment in which it happens. */
  matched({ tradeId, conditionId }: PublicTrade, isEstimate: boolean): void {
    const mid: MidsAfterOptions['mid'] = (of) => (this.#isOver ? undefined : this.#options.mid(of))
    this.#matches.set(tradeId, { isEstimate, ...midsAfter(conditionId, { ...this.#options, mid }) })
  }

  /** What was noted of a match, which is forgotten with that. */
  takeMatch(tradeId: string): MatchNotes {
    const noted = this.#matches.get(tradeId)
    this.#matches.delete(tradeId)
    return noted ?? { isEstimate: false, ...NO_MIDS }
  }

  /** A trade of anybody. */
  traded(trade: PublicTrade, market: Pick<Market, 'unitRaw'>): void {
    const notes = this.#markets.get(trade.conditionId)
    if (notes) notes.tapeVolume += Number(trade.sizeRaw) / Number(market.unitRaw)
  }

  look(atMs: number): void {
    const snapshot = this.#options.snapshot()
    const { markets, totals } = snapshot
    this.halts.look(snapshot.halted)
    if (!this.#isOver) this.unquoted.look(snapshot)
    const { spread, inventory, fees, total, worstCaseLoss, fills } = totals
    this.#peak = Math.max(this.#peak, total)
    this.maxDrawdown = Math.max(this.maxDrawdown, this.#peak - total)
    this.samples.push({ atMs, pnl: { spread, inventory, fees, total }, worstCaseLoss, fills })
    for (const market of markets) this.#lookAt(market, atMs)
    if (this.#hasTooMany()) this.#thin()
  }

  /** What is looked at from now on is what becomes of the fills: nothing is told of the markets any more, and neither time in them nor a mid counts. */
  marketsOver(): void {
    this.#isOver = true
  }

  notes(): ReadonlyMap<string, MarketNotes> {
    return this.#markets
  }

  #lookAt(market: MarketSnapshot, atMs: number): void {
    const sample = sampleOf(market, atMs)
    const notes = this.#notesOf(market, sample)
    notes.samples.push(sample)
    this.#looks += 1
    if (market.status === 'OPEN' && !this.#isOver) count(notes.quoted, sample, this.#periodMs)
  }

  #notesOf({ conditionId, question }: MarketSnapshot, first: MarketSample): MarketNotes {
    const known = this.#markets.get(conditionId)
    if (known !== undefined) return known
    const quoted = { openMs: 0, bothMs: 0, anyMs: 0, touchMs: 0, insideMs: 0 }
    const notes = { question, tapeVolume: 0, quoted, first, samples: [] }
    this.#markets.set(conditionId, notes)
    return notes
  }

  /** A market of a few minutes keeps its looks however many came before it: what counts is what is kept. */
  #hasTooMany(): boolean {
    const { length } = this.samples
    if (length > MOST_SAMPLES_PER_MARKET) return true
    return length > LEAST_SAMPLES_PER_MARKET && this.#looks > this.#mostLooks
  }

  /** Half as often from now on; where the markets are too many for that, those that came first are not drawn. */
  #thin(): void {
    const isOfMarkets = this.#markets.size > this.#mostLooks / LOOKS_LEFT
    if (isOfMarkets && this.samples.length <= MOST_SAMPLES_PER_MARKET) {
      this.#dropFirst()
      return
    }
    this.#periodMs *= 2
    const every = <T>(items: readonly T[]) => items.filter((_item, i) => i % 2 === 0)
    this.samples = every(this.samples)
    this.#looks = 0
    for (const notes of this.#markets.values()) {
      notes.samples = every(notes.samples)
      this.#looks += notes.samples.length
    }
  }

  /** Their numbers stay. A quarter at once, so that it is rare. */
  #dropFirst(): void {
    for (const notes of this.#markets.values()) {
      if (this.#looks <= 0.75 * this.#mostLooks) return
      this.#looks -= notes.samples.length
      notes.samples = []
    }
  }
}

/** Amounts, which JSON has no word for, are in few decisions: only those are gone through value by value. */
function textOf(decision: Decision): string {
  const hasAmounts = decision.corrected.length > 0 || decision.commands.some(({ kind }) => kind === 'chain-act')
  return hasAmounts ? JSON.stringify(decision, plain) : JSON.stringify(decision)
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

function count(quoted: Quoted, { ownBid, ownAsk, othersBid, othersAsk }: MarketSample, periodMs: number): void {
  quoted.openMs += periodMs
  if (ownBid !== undefined && ownAsk !== undefined) quoted.bothMs += periodMs
  if (ownBid === undefined && ownAsk === undefined) return
  quoted.anyMs += periodMs
  const atBid = ownBid !== undefined && (othersBid === undefined || ownBid >= othersBid - 1e-9)
  const atAsk = ownAsk !== undefined && (othersAsk === undefined || ownAsk <= othersAsk + 1e-9)
  if (atBid || atAsk) quoted.touchMs += periodMs
  const isInside =
    (ownBid !== undefined && othersBid !== undefined && ownBid > othersBid + 1e-9) ||
    (ownAsk !== undefined && othersAsk !== undefined && ownAsk < othersAsk - 1e-9)
  if (isInside) quoted.insideMs += periodMs
}

/** Everything of YES. */
function sampleOf(market: MarketSnapshot, atMs: number): MarketSample {
  const { ownQuotes, bestOthers, shares, pnl, fair } = market
  const [yesBid, noBid] = bestOthers
  let ownBid: number | undefined
  let ownAsk: number | undefined
  for (const quote of ownQuotes) {
    if (!isResting(quote)) continue
    const price = yesProbability(quote.outcome, quote.price)
    if (netDirection(quote) === 1) ownBid = ownBid === undefined ? price : Math.max(ownBid, price)
    else ownAsk = ownAsk === undefined ? price : Math.min(ownAsk, price)
  }
  return {
    atMs,
    inventory: shares[0] - shares[1],
    pnl: pnl.total,
    ...(yesBid === undefined ? {} : { othersBid: yesBid.price }),
    ...(noBid === undefined ? {} : { othersAsk: 1 - noBid.price }),
    ...(ownBid === undefined ? {} : { ownBid }),
    ...(ownAsk === undefined ? {} : { ownAsk }),
    ...(fair === undefined ? {} : { fair }),
  }
}
