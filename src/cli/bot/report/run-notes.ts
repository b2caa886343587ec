// What a running bot is looked at for its report: from time to time, and whenever something of its own is matched.

import type { Bot } from '../../../bot/bot.js'
import type { BotTap } from '../../../bot/bot-parts.js'
import { marketBooks } from '../../../bot/market-books.js'
import { paidRaw } from '../../../chain/policy.js'
import type { Config } from '../../../config/config.js'
import type { ChainAct } from '../../../domain/account/chain-transaction.js'
import { lotsToRaw } from '../../../domain/amounts/size.js'
import { QuoinError, toFailure } from '../../../domain/error.js'
import { bestPair } from '../../../domain/market/best-pair.js'
import { type ConditionId, isFinal, type Market, rawToShares } from '../../../domain/market/market.js'
import type { CoreEvent } from '../../../domain/run/core-event.js'
import type { Decision } from '../../../domain/run/decision.js'
import type { TradingMode } from '../../../domain/run/trading-mode.js'
import type { CancelTimer, Clock } from '../../../domain/time.js'
import type { SelectedMarkets } from '../../../feed/select-markets.js'
import { fillCount, type ModelRun, type RunReport } from '../../../report/result.js'
import { MarketsSeen, SEEN_INCOMPLETE } from '../../../report/run/markets-seen.js'
import { OwnFills } from '../../../report/run/own-fills.js'
import { RunLog } from '../../../report/run/run-log.js'
import { runOf } from '../../../report/run/run-summary.js'
import { runWarnings, runWords } from '../../../report/run/run-words.js'
import type { LoadedStrategy } from '../../strategy/load-strategy.js'

export interface RunNotesOptions {
  readonly config: Config
  readonly mode: TradingMode
  readonly strategy: LoadedStrategy
  /** Its timers must not keep the process alive. */
  readonly clock: Clock
  /** Told once where nothing is noted any more, and the run ends without a report. */
  readonly failed: (message: string) => void
}

export class RunNotes {
  #fromMs: number
  #toMs: number
  readonly #options: RunNotesOptions
  readonly #log: RunLog
  readonly #fills: OwnFills
  readonly #seen: MarketsSeen
  /** Markets in which tokens were held at the start, or came or went without an order. */
  readonly #carried = new Set<string>()
  /** Raw collateral that merging and redeeming brought, by market. */
  readonly #exchangedRaw = new Map<string, bigint>()
  #bot: Bot | undefined
  #events = 0
  #isAccountKnown = false
  #timer: CancelTimer | undefined
  #failure: string | undefined

  constructor(options: RunNotesOptions) {
    const { clock, config } = options
    this.#options = options
    this.#fromMs = clock.wallMs()
    this.#toMs = this.#fromMs
    const after = (delayMs: number, run: () => void) => void clock.after(delayMs, () => this.#safely(run))
    const mid = (conditionId: ConditionId) => this.#mid(conditionId)
    this.#log = new RunLog({
      ...{ after, mid, hashesDecisions: false },
      snapshot: () => this.#started().snapshot(),
      shares: (conditionId, size) => {
        const market = this.#market(conditionId)
        return market ? rawToShares(lotsToRaw(size, market.lotRaw), market) : 0
      },
    })
    const { max } = config.markets.select ?? {}
    this.#seen = new MarketsSeen(max === undefined ? {} : { max })
    this.#fills = new OwnFills({
      ...{ after, mid, makerPaysFee: config.venue.profile.makerPaysFee },
      market: (conditionId) => this.#market(conditionId),
      order: (hash) => this.#bot?.core.beliefs.orders.byHash(hash),
    })
  }

  /** `heard` and `decided` are told from now on. */
  start(bot: Bot): void {
    this.#bot = bot
    // what was waited for before, such as the wallet, is no time of the run
    this.#fromMs = this.#options.clock.wallMs()
    const look = () => {
      this.#timer = this.#options.clock.after(this.#log.periodMs, look)
      this.#safely(() => this.#log.look(this.#options.clock.wallMs()))
    }
    this.#timer = this.#options.clock.after(this.#log.periodMs, look)
  }

  /** The bot has stopped: one more look, and no other. */
  end(): void {
    this.#timer?.()
    this.#toMs = this.#options.clock.wallMs()
    this.#safely(() => this.#log.look(this.#toMs))
  }

  /** What the run came to. Throws where it could not be noted. */
  report(): RunReport {
    if (this.#failure !== undefined) throw new QuoinError('internal', `report: ${this.#failure}`)
    const { mode } = this.#options
    const { core } = this.#started()
    const run = runOf({
      ...{ model: mode, log: this.#log, fills: this.#fills.fills(), leftOut: this.#fills.leftOut() },
      markets: [...core.beliefs.markets.values()],
      book: (conditionId) => {
        const market = this.#market(conditionId)
        return market && core.beliefs.others(market)
      },
      books: (market) => {
        const { cashFlowRaw } = core.beliefs.positions.position(market)
        const exchangedRaw = this.#exchangedRaw.get(market.conditionId) ?? 0n
        const cash = { cash: rawToShares(cashFlowRaw, market), exchanged: rawToShares(exchangedRaw, market) }
        return { ...marketBooks(core.beliefs, market), ...cash }
      },
      carried: this.#carried,
      snapshot: this.#started().snapshot(),
    })
    return this.#reportOf(run)
  }

  #reportOf(run: ModelRun): RunReport {
    const { config, mode, strategy } = this.#options
    const one = (value: number) => ({ lower: value, upper: value })
    return {
      tape: `${config.venue.profile.name} at ${config.venue.url}`,
      strategy: { name: strategy.name, params: strategy.params },
      ...{ fromMs: this.#fromMs, toMs: this.#toMs, events: this.#events, runs: [run] },
      ...{ fills: one(fillCount(run)), volume: one(run.volume), pnl: one(run.pnl.total) },
      warnings: [...runWarnings(run), ...(this.#seen.isIncomplete ? [SEEN_INCOMPLETE] : [])],
      marketsSeen: this.#seen.all(),
      notes: runWords({ run, mode, queue: config.paper.queue }),
    }
  }

  heard(event: CoreEvent): void {
    this.#safely(() => this.#note(event))
  }

  decided(decision: Decision): void {
    this.#safely(() => this.#noteDecision(decision))
  }

  looked(found: SelectedMarkets): void {
    this.#safely(() => this.#seen.note(found, this.#options.clock.wallMs()))
  }

  #note(event: CoreEvent): void {
    this.#events += 1
    this.#fills.hear(event)
    if (event.kind === 'trade') {
      const market = this.#market(event.conditionId)
      if (market) this.#log.traded(event.trade, market)
    } else if (event.kind === 'submit-failed') this.#log.orders.refused += 1
    else if (event.kind === 'chain-ended' && event.outcome === 'confirmed') this.#exchanged(event.act)
    else if (event.kind === 'account' && !this.#isAccountKnown) {
      this.#isAccountKnown = true
      for (const { conditionId } of event.snapshot.unread ?? []) this.#carried.add(conditionId)
      for (const { conditionId, tokensRaw } of event.snapshot.holdings) {
        if (tokensRaw.some((raw) => raw !== 0n)) this.#carried.add(conditionId)
      }
    }
  }

  #exchanged(act: ChainAct): void {
    if (act.kind === 'approve') return
    this.#exchangedRaw.set(act.conditionId, (this.#exchangedRaw.get(act.conditionId) ?? 0n) + paidRaw(act))
  }

  #noteDecision(decision: Decision): void {
    this.#log.decided(decision, this.#options.clock.wallMs())
    for (const { conditionId } of decision.corrected) {
      const market = this.#market(conditionId)
      if (market && !isFinal(market)) this.#carried.add(conditionId)
    }
  }

  #market(conditionId: ConditionId): Market | undefined {
    return this.#bot?.core.beliefs.markets.get(conditionId)
  }

  #mid(conditionId: ConditionId): number | undefined {
    const market = this.#market(conditionId)
    if (market === undefined) return undefined
    const [yes, no] = bestPair(this.#started().core.beliefs.others(market), market.ticksPerUnit)
    return yes && no && (yes.price + 1 - no.price) / 2
  }

  #started(): Bot {
    if (this.#bot === undefined) throw new QuoinError('internal', 'report: expected a bot that has started')
    return this.#bot
  }

  /** Notes must never be what stops a bot. */
  #safely(note: () => void): void {
    if (this.#failure !== undefined) return
    try {
      note()
    } catch (error) {
      this.#failure = toFailure(error).message
      this.#timer?.()
      this.#options.failed(`the run ends without a report: ${this.#failure}`)
    }
  }
}

/** The same tap, with what it tells noted for a report. */
export function notedTap(tap: BotTap, notes: RunNotes | undefined): BotTap {
  if (notes === undefined) return tap
  return {
    ...tap,
    event(event) {
      tap.event(event)
      notes.heard(event)
    },
    step(decision, durationMs) {
      tap.step(decision, durationMs)
      notes.decided(decision)
    },
    looked(found) {
      tap.looked?.(found)
      notes.looked(found)
    },
  }
}
