// A bot of the shape `new Bot(parts)` in `src/bot/bot.ts` on the real event loop, between two ports that answer at the next turn.
// Orders are signed by a tag. Its sources come from another checkout, so its types are said here, as far as they are used.

import { BEST_BID, hexOf, RESTING_SHARES } from '../core/stage.js'
import { loadSources } from '../harness/source-paths.js'

interface Schema {
  parse(value: unknown): unknown
}

interface Sources {
  readonly Bot: new (parts: unknown) => { start(): void; halt(): void }
  readonly bindStrategy: (strategy: unknown, params?: unknown) => unknown
  readonly asLogit: unknown
  readonly executionSettings: Schema
  readonly feedSettings: Schema
  readonly marketChoice: Schema
  readonly riskLimits: Schema
}

const SOURCES = [
  'src/bot/bot.js',
  'src/strategy/parse-params.js',
  'strategies/as-logit.js',
  'src/execution/schema.js',
  'src/feed/schema.js',
  'src/risk/schema.js',
]
const UNIT_RAW = 1_000_000n
const LOTS_PER_SHARE = 100
const FAR = 1e9
const LIMITS = { perSecond: FAR, perMinute: FAR }

type Done = (answer: unknown) => void

const answerOf = (value: unknown) => ({ ok: true, value })
/** As from the network: never in the turn that asked. */
const soon = (done: Done, value: unknown) => void setImmediate(() => done(answerOf(value)))

export interface LiveBot {
  /** Orders sent so far. */
  readonly placed: () => number
  /** A size of the others' best YES bid in every market, one frame each, in one turn. */
  move(shares: number): void
  stop(): void
}

export async function startBot(root: string, markets: number): Promise<LiveBot> {
  const sources: Sources = Object.assign({}, ...(await loadSources(root, SOURCES)))
  const listed = Array.from({ length: markets }, (_, n) => marketOf(n))
  const feed = new BookPort(listed)
  const trading = new TagTrading()
  const desk = new FreeDesk()
  const clock = {
    monoMs: () => performance.now(),
    wallMs: () => Date.now(),
    after(delayMs: number, run: () => void) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
    // for a bot that works in turns
    soon(run: () => void) {
      const immediate = setImmediate(run)
      return () => clearImmediate(immediate)
    },
  }
  const bot = new sources.Bot({
    settings: settingsOf(sources),
    choice: sources.marketChoice.parse({ select: { max: markets, minTimeLeftSec: 0, refreshSec: 3600 } }),
    ...{ marketData: feed, trading, clock },
    journal: { append: (_lines: unknown, done: () => void) => done() },
    recovered: [],
    venueClock: { venueMs: () => Date.now(), errorMs: () => 10, jumps: () => 0, beyondMs: () => undefined },
    budget: { limits: { read: LIMITS, write: LIMITS, cancel: LIMITS, account: LIMITS }, learnFirst: false, desk },
    // sources from before the core counted
    budgets: { limits: () => LIMITS, listen: () => undefined },
    tap: { event: () => undefined, step: () => undefined, log: () => undefined },
  })
  bot.start()
  return { placed: () => trading.placed, move: (shares) => feed.move(shares), stop: () => bot.halt() }
}

function settingsOf({ bindStrategy, asLogit, riskLimits, executionSettings, feedSettings }: Sources): unknown {
  return {
    quoter: bindStrategy(asLogit),
    risk: riskLimits.parse({ maxTotalLoss: FAR, maxTotalCollateral: FAR, maxTotalShares: FAR }),
    // repriced as often as the case moves the book, renewed never
    execution: executionSettings.parse({ orderLifetimeSec: 3600, minRepriceMs: 0 }),
    feed: feedSettings.parse({ staleAfterMs: 60_000, checkBestEverySec: 3600, compareBookEverySec: 3600 }),
    // the fair value follows at once
    fairTauMs: 0,
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

const marketOf = (n: number) => ({
  id: `m${n}`,
  conditionId: hexOf(n),
  question: 'Will it?',
  outcomes: [0, 1].map((i) => ({ outcomeId: `${i}`, tokenId: `${n}${i}`, name: i === 0 ? 'YES' : 'NO' })),
  ticksPerUnit: 100,
  lotRaw: 10_000n,
  minLots: 500,
  unitRaw: UNIT_RAW,
  status: 'OPEN',
  registration: 'REGISTERED',
  feeRateBps: 0,
  endMs: Date.now() + 30 * 86_400_000,
  tagSlugs: [],
})

/** So deep that an order of ours at the same price, or one that ended a moment ago, moves nothing when it is taken out. */
const DEPTH_FACTOR = 1000
const level = (shares: number) => ({ price: BEST_BID, size: shares * DEPTH_FACTOR * LOTS_PER_SHARE })
const side = { bids: [level(RESTING_SHARES)], asks: [] }

class BookPort {
  readonly #markets: readonly { readonly conditionId: string }[]
  #emit: (event: unknown) => void = () => undefined
  #seq = 0

  constructor(markets: readonly { readonly conditionId: string }[]) {
    this.#markets = markets
  }

  listen(listener: (event: unknown) => void): void {
    this.#emit = listener
  }
  start(): void {
    this.#emit({ kind: 'link', state: 'up' })
  }
  stop(): void {}
  watch(markets: readonly { readonly conditionId: string }[]): void {
    for (const { conditionId } of markets) this.resync(conditionId)
  }
  resync(conditionId: string): void {
    setImmediate(() => {
      this.#emit({ kind: 'subscribed', conditionId, accepted: true })
      this.#emit({ kind: 'snapshot', conditionId, book: [side, side], seq: this.#seq })
    })
  }
  move(shares: number): void {
    this.#seq++
    for (const { conditionId } of this.#markets) {
      this.#emit({ kind: 'change', conditionId, change: { outcome: 0, side: 'BUY', ...level(shares) }, seq: this.#seq })
    }
  }
  listMarkets(_query: unknown, done: Done): void {
    soon(done, { markets: this.#markets, refused: [] })
  }
  readMarket(): void {}
  readFee(_market: unknown, done: Done): void {
    setImmediate(() => done(answerOf({ feeRateBps: 0, readAtMonoMs: performance.now() })))
  }
  // comparisons are asked for at the start only, and an answer that never comes changes nothing
  readBestBids(): void {}
  readBook(): void {}
}

/** The ports charge nothing: each permit comes back when its answer does. */
class FreeDesk {
  #tell: (input: unknown) => void = () => undefined

  redirect(tell: (input: unknown) => void): void {
    this.#tell = tell
  }
  unused(permit: unknown): void {
    this.#tell({ kind: 'permit-unused', permit })
  }
  want(): void {}
  answered(): void {}
  give(): void {}
  askAgain(): void {}
}

class TagTrading {
  readonly account = '0x00000000000000000000000000000000000000b0'
  placed = 0
  #emit: (event: unknown) => void = () => undefined
  #hashes = 0

  listen(listener: (event: unknown) => void): void {
    this.#emit = listener
  }
  start(): void {
    setImmediate(() => this.#emit({ kind: 'signed-in', untilVenueMs: Date.now() + FAR }))
  }
  stop(): void {}
  sign(draft: unknown, _market: unknown, done: Done): void {
    done(answerOf({ hash: hexOf(++this.#hashes), draft, marketId: 'm', body: '{}' }))
  }
  submit({ hash }: { readonly hash: string }, done: Done): void {
    this.placed++
    soon(done, { hash, status: 'open' })
  }
  cancelMany(hashes: readonly string[], done: Done): void {
    soon(done, { cancelled: hashes, failed: [] })
  }
  cancelAll(_market: unknown, done: Done): void {
    soon(done, undefined)
  }
  readAccount(done: Done): void {
    const totalRaw = 1_000_000_000n * UNIT_RAW
    soon(done, { collateral: { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw }, holdings: [] })
  }
  readOrder(): void {}
  listOrders(): void {}
  listFills(_since: number, done: Done): void {
    soon(done, [])
  }
}
