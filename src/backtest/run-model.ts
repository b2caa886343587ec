// One run of a bot on a tape, under one fill model: the same bot as live, its two ports a tape and simulated fills.

import { Bot } from '../bot/bot.js'
import type { BotParts, BotTap } from '../bot/bot-parts.js'
import { marketBooks } from '../bot/market-books.js'
import type { CoreSettings } from '../core/settings.js'
import { lotsToRaw } from '../domain/amounts/size.js'
import { bestPair } from '../domain/market/best-pair.js'
import type { MarketBook } from '../domain/market/book.js'
import { type ConditionId, isFinal, rawToShares } from '../domain/market/market.js'
import { seededRandom } from '../domain/random.js'
import type { Decision } from '../domain/run/decision.js'
import { Desk } from '../execution/budget/permit-desk.js'
import type { TapeEvent, TapeRecord, TapeSource } from '../recording/tape-record.js'
import { tradesOnce } from '../recording/trades-once.js'
import type { MarketSeen, ModelRun } from '../report/result.js'
import { FillTable } from '../report/run/fill-table.js'
import { MarketsSeen } from '../report/run/markets-seen.js'
import { runFill } from '../report/run/run-fill.js'
import { RunLog } from '../report/run/run-log.js'
import { runOf } from '../report/run/run-summary.js'
import { TOLD_WITHIN_MS } from '../venue/simulated/fills/feed-telling.js'
import type { Latency } from '../venue/simulated/fills/latency.js'
import type { FillOnGrid } from '../venue/simulated/fills/paper-grids.js'
import {
  createPaperTrading,
  type PaperTrading,
  type PaperTradingOptions,
} from '../venue/simulated/fills/paper-trading.js'
import { QUEUE_MODELS, type QueueModel } from '../venue/simulated/fills/queue-models.js'
import { MOMENT_MS } from '../venue/simulated/fills/taken-levels.js'
import { tapMarketData } from '../venue/simulated/fills/tapped-market-data.js'
import type { TapeTimes } from './as-it-was.js'
import { OthersBook } from './others-book.js'
import { RecordLatency } from './record-latency.js'
import { TapeFacts } from './tape-facts.js'
import { TapeMarketData } from './tape-market-data.js'
import { TapePlayer } from './tape-player.js'
import { VirtualClock } from './virtual-clock.js'

export interface RunModelOptions {
  readonly source: TapeSource
  readonly settings: CoreSettings
  readonly choice: BotParts['choice']
  /** The request budget of the key. */
  readonly limits: BotParts['budget']['limits']
  readonly paper: Pick<
    PaperTradingOptions,
    'account' | 'fees' | 'startCollateralRaw' | 'settlementDelayMs' | 'stopMatchingBeforeMs'
  >
  /** Made anew for each run: what it draws depends on nothing else than the time, by the tape's wall clock. */
  readonly latency: (times: TapeTimes) => Latency
  /** When the bot of the tape began, by the tape's wall clock: so does this one. Without it, when the tape first tells more than of markets. */
  readonly startMs?: number
  readonly mergedBestBids: boolean
  readonly model: QueueModel
  /** Takers of whom the tape has no trace: estimated by all models but `risk-averse`, or nowhere. Those who met the recording bot left one. */
  readonly unseenTakers: 'estimated' | 'none'
  /** From the venue to us, milliseconds, where the tape has no stamps of the venue. */
  readonly feedMs: number
  /** Values from outside, as they were heard. */
  readonly signals?: (clock: VirtualClock) => NonNullable<BotParts['signals']>
  readonly onProgress?: (records: number, atMs: number) => void
  /** Hears that it goes on, before each moment and each timer: a run never hands back to the event loop, and is busy for as long as it takes. */
  readonly onTurn?: () => void
  readonly onLog?: BotTap['log']
  /** Hears every decision, `atMs` by the wall clock of the tape. */
  readonly onDecision?: (decision: Decision, atMs: number) => void
}

export interface ModelOutcome {
  readonly run: ModelRun
  readonly events: number
  readonly fromMs: number
  readonly toMs: number
  /** What the bot chose from. */
  readonly seen: readonly MarketSeen[]
}

interface PlayedOutcome extends ModelOutcome {
  readonly run: ModelRun & { readonly fills: FillTable }
}

/** The first record of a tape comes this soon after the start of its bot, milliseconds. */
const STARTED_WITHIN_MS = 60_000
/** Milliseconds after the last record, for settlements and their news. */
const AFTERMATH_MS = 1000

/** `undefined` for a tape without records. */
export async function runModel(options: RunModelOptions): Promise<PlayedOutcome | undefined> {
  const first = await firstRecord(options.source)
  return first === undefined ? undefined : new TapeRun(options, first.atMs).play()
}

async function firstRecord(source: TapeSource): Promise<TapeRecord | undefined> {
  for await (const batch of source.records()) if (batch[0]) return batch[0]
  return undefined
}

class TapeRun {
  readonly #options: RunModelOptions
  readonly #fromMs: number
  readonly #clock: VirtualClock
  readonly #player: TapePlayer
  readonly #facts = new TapeFacts()
  readonly #venueBooks: OthersBook
  readonly #toldBooks: OthersBook
  readonly #paper: PaperTrading
  readonly #tape: TapeMarketData
  readonly #bot: Bot
  readonly #log: RunLog
  readonly #latency: RecordLatency
  readonly #seen: MarketsSeen
  readonly #fills = new FillTable()
  #hasStarted = false
  /** The venue stamped what it told last: what belongs together then has one moment. */
  #isStamped = false
  /** How much later than its stamp the last record was taken to have happened at the venue. */
  #venueBehindMs = 0

  constructor(options: RunModelOptions, fromMs: number) {
    this.#options = options
    this.#fromMs = fromMs
    const { startMs = fromMs } = options
    // of a later part of a tape the bot had begun long before
    const beginsMs = startMs < fromMs - STARTED_WITHIN_MS ? fromMs : Math.min(startMs, fromMs)
    const startWallMs = Math.floor(beginsMs) - 1000
    const clock = new VirtualClock(startWallMs, options.onTurn)
    this.#clock = clock
    const wallMs = () => clock.wallMs()
    this.#latency = new RecordLatency(options.latency({ now: wallMs, venueBehind: () => this.#venueBehindMs }), wallMs)
    this.#seen = new MarketsSeen(options.choice.select ?? {})
    this.#player = new TapePlayer({
      ...options,
      ...{ clock, startWallMs, source: tradesOnce(options.source) },
      listener: {
        atVenue: (record) => this.#atVenue(record),
        venueMomentOver: () => this.#venueBooks.settle(),
        received: (record) => this.#received(record),
        receivedMomentOver: () => this.#toldBooks.settle(),
      },
    })
    this.#log = new RunLog({
      snapshot: () => this.#bot.snapshot(),
      mid: (conditionId) => this.#mid(conditionId, this.#venueBooks.book(conditionId)),
      // who takes a level moves the mid: what its fills lose is counted from where it stood before
      midBefore: (conditionId) => this.#mid(conditionId, this.#venueBooks.bookBefore(conditionId)),
      shares: (conditionId, size) => {
        // as the bot counts it
        const market = this.#bot.core.beliefs.markets.get(conditionId) ?? this.#facts.market(conditionId)
        return market ? rawToShares(lotsToRaw(size, market.lotRaw), market) : 0
      },
      after: (delayMs, run) => clock.after(delayMs, run),
      hashesDecisions: true,
    })
    this.#paper = this.#createPaper()
    const times = { nowMs: () => clock.monoMs(), venueMs: () => clock.wallMs() - this.#venueBehindMs }
    this.#venueBooks = new OthersBook(times, (event) => this.#paper.onMarketData(event))
    this.#toldBooks = new OthersBook(times, (event) => this.#tape.received(event))
    this.#tape = new TapeMarketData({
      clock,
      ...{ facts: this.#facts, venueBooks: this.#venueBooks, toldBooks: this.#toldBooks },
      trip: (about) => this.#latency.trip('read', about),
      mergedBestBids: options.mergedBestBids,
    })
    this.#bot = this.#createBot()
    if (beginsMs < fromMs) clock.after(beginsMs - clock.wallMs(), () => this.#start())
  }

  async play(): Promise<PlayedOutcome> {
    const toMs = (await this.#player.play()) ?? this.#fromMs
    this.#log.marketsOver()
    this.#paper.onMarketData({ kind: 'link', state: 'down' })
    // settlements of the last matches, and what is told of them
    const { settlementDelayMs } = this.#options.paper
    this.#start()
    this.#clock.runUntil(this.#clock.monoMs() + settlementDelayMs + this.#latency.longestBackMs + AFTERMATH_MS)
    this.#log.look(this.#clock.wallMs())
    for (const over of this.#paper.fillsLeft().toReversed()) this.#noteFill(over)
    const run = runOf({
      ...{ model: this.#options.model, log: this.#log, fills: this.#fills, markets: this.#facts.all },
      book: (conditionId) => this.#venueBooks.book(conditionId),
      books: (market) => marketBooks(this.#bot.core.beliefs, market),
      snapshot: this.#bot.snapshot(),
    })
    this.#bot.halt()
    const { matched } = this.#latency
    return {
      run: { ...run, fills: this.#fills, ...(matched === undefined ? {} : { latency: matched }) },
      events: this.#player.records,
      fromMs: this.#fromMs,
      toMs,
      seen: this.#seen.all(),
    }
  }

  #noteFill({ fill, grid }: FillOnGrid): void {
    const market = this.#facts.market(fill.conditionId)
    const noted = this.#log.takeMatch(fill.tradeId)
    if (market !== undefined) this.#fills.add(runFill(fill, { ...market, ...grid }, noted))
  }

  #createPaper(): PaperTrading {
    const { paper, model, unseenTakers } = this.#options
    return createPaperTrading({
      ...paper,
      ...{ clock: this.#clock, latency: this.#latency },
      fillModel: {
        queue: model,
        toldWithinMs: () => (this.#isStamped ? MOMENT_MS : TOLD_WITHIN_MS),
        recordedBot: {
          recordedBest: (conditionId) => this.#venueBooks.recordedBest(conditionId),
          shownAt: (conditionId, place) => this.#venueBooks.shownAt(conditionId, place),
        },
        // a lower bound has what the tape proves, and nothing else; the others each have luck of their own
        ...(model === 'risk-averse' ? {} : { insideRandom: seededRandom(QUEUE_MODELS.indexOf(model)) }),
        unseenTakers: unseenTakers === 'estimated',
      },
      onMatch: (trade, isEstimate) => this.#log.matched(trade, isEstimate),
      onFillOver: (over) => this.#noteFill(over),
    })
  }

  #createBot(): Bot {
    const { settings, choice, limits, signals = () => [], onLog, onDecision } = this.#options
    const [clock, log] = [this.#clock, this.#log]
    return new Bot({
      settings,
      ...{ choice, clock, signals: signals(clock) },
      // fills are decided at the venue's time, so the bot's own view of the tape is not what paper trading hears
      marketData: tapMarketData(this.#tape, {
        onMarketData: () => undefined,
        setMarket: (market) => this.#paper.setMarket(market),
        // the tape says when the venue goes by another tick; the bot hears of it later
        tellOn: (market) => this.#paper.tellOn(market),
        onOrderTold: (listener) => this.#paper.onOrderTold(listener),
      }),
      trading: this.#paper,
      journal: { append: (_lines, done) => done() },
      recovered: [],
      venueClock: { venueMs: () => clock.wallMs(), errorMs: () => 0, jumps: () => 0, beyondMs: () => undefined },
      budget: { limits, learnFirst: false, desk: new Desk() },
      tap: {
        event: (event) => {
          if (event.kind === 'submit-failed') log.orders.refused += 1
        },
        step: (decision) => {
          log.decided(decision, clock.wallMs())
          onDecision?.(decision, clock.wallMs())
        },
        looked: (found) => this.#seen.note(found, clock.wallMs()),
        log: (level, message, details) => onLog?.(level, message, details),
      },
    })
  }

  #atVenue({ event, atMs, venueMs }: TapeRecord): void {
    if (event.kind === 'market-data') this.#isStamped = venueMs !== undefined
    if (venueMs !== undefined) this.#venueBehindMs = this.#clock.wallMs() - venueMs
    this.#latency.during(atMs, () => this.#happens(event))
  }

  #happens(event: TapeEvent): void {
    if (event.kind === 'market') this.#paper.setGrid(event.market)
    this.#facts.take(event)
    if (event.kind === 'market-data' && event.event.kind === 'trade') {
      const market = this.#facts.market(event.event.conditionId)
      if (market) this.#log.traded(event.event.trade, market)
    }
    this.#venueBooks.take(event)
    // of its own orders the recording bot knew before any level showed them
    if (event.kind === 'own-order') this.#toldBooks.take(event)
  }

  #received({ event }: TapeRecord): void {
    // the bot starts when the first markets are known, as one that is started beside a venue does
    if (event.kind !== 'market') this.#start()
    if (event.kind !== 'own-order') this.#toldBooks.take(event)
    if (event.kind === 'market') this.#tape.regridded(event.market.conditionId)
  }

  #start(): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#bot.start()
    const look = () => {
      this.#log.look(this.#clock.wallMs())
      this.#clock.after(this.#log.periodMs, look)
    }
    this.#clock.after(this.#log.periodMs, look)
  }

  #mid(conditionId: ConditionId, book: MarketBook | undefined): number | undefined {
    const market = this.#facts.market(conditionId)
    // a book of before a gap, or of a market that is over, is none
    if (!book || !market || isFinal(market) || !this.#facts.answersFor(conditionId)) return undefined
    const [yes, no] = bestPair(book, market.ticksPerUnit)
    return yes && no && (yes.price + 1 - no.price) / 2
  }
}
