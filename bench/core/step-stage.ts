// A core of the shape `Core.step(event) -> Decision` in its loop, and a venue that answers each of its commands at once.

import { type Draft, OwnNews } from './own-news.js'
import { BEST_BID, DEPTH, hexOf, type Move, type Play, RESTING_SHARES, type Stage } from './stage.js'
import type { Input, Loop, Sources, Wish } from './step-sources.js'

interface Command {
  readonly kind: string
  readonly conditionId?: string
  readonly hashes?: readonly string[]
  readonly intents?: readonly { readonly intentId: number; readonly draft: Draft }[]
  readonly askedSeq?: number
  /** What its requests are paid with, in a core that keeps the budget. */
  readonly permits?: readonly unknown[]
}

/** Venue time at monotonic 0. */
export const EPOCH_MS = 1_790_000_000_000
const START_MONO_MS = 1_000_000
export const FAR = 1e9
const MARKET_LIMITS = { maxMarketLoss: FAR, maxTotalShares: FAR, maxTotalCollateral: FAR, maxTotalLoss: FAR }
export const UNIT_RAW = 1_000_000n
const LOTS_PER_SHARE = 100
const LONGEST_SILENCE_MS = 60_000
/** The estimates follow at once: a move shows in the fair value of its own event. */
const FOLLOW_MS = 0

export const marketOf = (n: number) => ({
  id: `m${n}`,
  conditionId: hexOf(n),
  question: 'Will it?',
  outcomes: [0, 1].map((i) => ({ outcomeId: `${i}`, tokenId: `${n}-${i}`, name: i === 0 ? 'YES' : 'NO' })),
  ticksPerUnit: 100,
  lotRaw: 10_000n,
  minLots: 500,
  unitRaw: UNIT_RAW,
  status: 'OPEN',
  registration: 'REGISTERED',
  feeRateBps: 0,
  endMs: EPOCH_MS + 30 * 86_400_000,
  tagSlugs: [],
})

const outcomeBook = {
  bids: Array.from({ length: DEPTH + 1 }, (_, i) => ({
    price: BEST_BID - i,
    size: (RESTING_SHARES + 37 * i) * LOTS_PER_SHARE,
  })),
  asks: [],
}

export class StepStage implements Stage {
  strategyCalls = 0
  placed = 0
  nowMonoMs = START_MONO_MS
  readonly #loop: Loop
  #timer: { readonly atMonoMs: number; readonly run: () => void } | undefined
  /** Turns that a core with turns has asked for; one without has worked when the push returns. */
  #turns: (() => void)[] = []
  #waiting: Command[] = []
  readonly news = new OwnNews()
  #wish: Wish = { quotes: [] }

  constructor(sources: Sources) {
    const core = new sources.Core(this.#settings(sources))
    this.#loop = new sources.Loop({
      core,
      executor: { settle: () => undefined, run: (command: Command) => this.#run(command) },
      clock: {
        monoMs: () => this.nowMonoMs,
        wallMs: () => EPOCH_MS + this.nowMonoMs,
        after: (delayMs: number, run: () => void) => this.#after(delayMs, run),
        soon: (run: () => void) => this.#turns.push(run),
      },
      venueMs: () => EPOCH_MS + this.nowMonoMs,
      onFault: (error: unknown) => {
        throw error
      },
    })
  }

  prepare(moves: readonly Move[]): Play {
    const told = ({ market, outcome, price, shares }: Move) =>
      this.news.others({ conditionId: hexOf(market), outcome, price }, Math.round(shares * LOTS_PER_SHARE))
    const inputs = moves.map((move) => [move.afterMs, told(move)] as const)
    return {
      push: () => {
        for (const [afterMs, input] of inputs) {
          this.pass(afterMs)
          this.#push(input)
        }
        this.#waiting = []
      },
      pushAndAnswer: () => {
        // ours rest elsewhere each time
        for (const move of moves) {
          this.pass(move.afterMs)
          this.#push(told(move))
          this.answerAll()
        }
      },
    }
  }

  lastWish(): readonly number[] {
    return this.#wish.quotes.map(({ price }) => price)
  }

  /** The book of a market that is new, without us. */
  book(conditionId: string): Input {
    for (const outcome of [0, 1] as const)
      for (const { price, size } of outcomeBook.bids) this.news.others({ conditionId, outcome, price }, size)
    return { kind: 'book', conditionId, book: [outcomeBook, outcomeBook], via: 'socket' }
  }

  say(...inputs: readonly Input[]): void {
    for (const input of inputs) {
      this.nowMonoMs += 0.01
      this.#push(input)
    }
  }

  #push(input: Input): void {
    this.#loop.push(input)
    this.#takeTurns()
  }

  #takeTurns(): void {
    for (let turn = this.#turns.shift(); turn !== undefined; turn = this.#turns.shift()) turn()
  }

  /** Every command is answered, in the order asked, and so is what the answers bring. */
  answerAll(): void {
    while (this.#waiting.length > 0) {
      const asked = this.#waiting
      this.#waiting = []
      for (const command of asked) {
        // told together with the answer
        for (const permit of command.permits ?? []) this.#loop.push({ kind: 'answered', permit, told: {} })
        for (const answer of this.#answersTo(command)) this.#push(answer)
      }
    }
  }

  #answersTo({ kind, conditionId, hashes, intents, askedSeq }: Command): Input[] {
    switch (kind) {
      case 'read-fee':
        return [{ kind: 'fee', conditionId, feeRateBps: 0, readAtMonoMs: this.nowMonoMs }]
      case 'cancel':
        return [
          ...this.news.cancelled(hashes ?? [], EPOCH_MS + this.nowMonoMs),
          { kind: 'cancel-answered', cancelled: hashes, failed: [] },
        ]
      case 'list-fills':
        return [{ kind: 'fills-listed', fills: [], askedSeq }]
      case 'place':
        return (intents ?? []).flatMap(({ intentId, draft }) => {
          const hash = hexOf(intentId)
          const told = this.news.placed(hash, draft)
          return [{ kind: 'signed', intentId, hash }, { kind: 'submitted', intentId, hash, status: 'open' }, told]
        })
      default:
        // lists and comparisons: an unanswered one is asked again after seconds, and changes nothing
        return []
    }
  }

  #run(command: Command): void {
    if (command.kind === 'place') this.placed += command.intents?.length ?? 0
    this.#waiting.push(command)
  }

  /** The loop keeps one timer at a time. */
  #after(delayMs: number, run: () => void): () => void {
    const timer = { atMonoMs: this.nowMonoMs + delayMs, run }
    this.#timer = timer
    return () => {
      if (this.#timer === timer) this.#timer = undefined
    }
  }

  /** Timers come due on the way. */
  pass(ms: number): void {
    const atMonoMs = this.nowMonoMs + ms
    for (let timer = this.#timer; timer !== undefined && timer.atMonoMs <= atMonoMs; timer = this.#timer) {
      this.#timer = undefined
      this.nowMonoMs = Math.max(this.nowMonoMs, timer.atMonoMs)
      timer.run()
      this.#takeTurns()
      this.answerAll()
    }
    this.nowMonoMs = atMonoMs
  }

  #settings({ bindStrategy, asLogit, executionSettings, feedSettings, riskLimits }: Sources): unknown {
    const quoter = bindStrategy(asLogit)
    return {
      // what a quoter says of itself, where it does, goes along
      quoter: Object.assign((view: unknown, memory: unknown) => {
        this.strategyCalls++
        const wish = quoter(view, memory)
        this.#wish = wish
        return wish
      }, quoter),
      risk: riskLimits.parse({
        ...MARKET_LIMITS,
        ...farOrderRate(riskLimits),
        killSwitch: { maxLoss: FAR, maxDrawdown: FAR, ...farDailyLoss(riskLimits) },
      }),
      // the longest life: renewals are no part of any scene
      execution: executionSettings.parse({ orderLifetimeSec: 3600 }),
      // quiet books are asked for again by some cores: no part of any scene
      feed: feedSettings.parse({ staleAfterMs: LONGEST_SILENCE_MS }),
      fairTauMs: FOLLOW_MS,
      confirmMs: 3000,
      maxFairAgeMs: 30_000,
      volatilityTauMs: 900_000,
      maxLevels: 3,
      makerPaysFee: false,
      holdingsLagMs: 0,
      mergedBestBids: false,
      stopMatchingBeforeSec: 5,
      minLifetimeSec: 0,
      privateEvents: true,
    }
  }
}

/** An older core refuses keys that it does not know: a loss of a day, and how many orders are sent, which is hundreds at once here. */
function farOrderRate(riskLimits: Sources['riskLimits']): object {
  const isKnown = 'orderRate' in riskLimits.parse(MARKET_LIMITS)
  return isKnown ? { orderRate: { perSecond: 10_000, perMinute: 100_000 } } : {}
}

function farDailyLoss(riskLimits: Sources['riskLimits']): object {
  const isKnown = 'maxDailyLoss' in (riskLimits.parse(MARKET_LIMITS).killSwitch ?? {})
  return isKnown ? { maxDailyLoss: FAR } : {}
}
