// The markets of one bot among those of its fleet: it looks into the book in Redis every second or sooner, quotes what it holds, and places
// nothing any more where it could not look for a third of the lease.
//
//   quoin:markets:<fleet>   the book, as JSON; written only where nobody has written since it was read

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { FleetView, NotOurs } from '../../domain/run/market-claim.js'
import type { Clock } from '../../domain/time.js'
import { reasonOf } from '../redis-client.js'
import { SharedBook } from '../shared-book.js'
import { marketBookKey, REMEMBERED_MS, shortName } from './book-key.js'
import { ClaimedMarkets } from './claimed-markets.js'
import { leaveMarkets } from './look-at-markets.js'
import type { MarketBook } from './market-book.js'

export interface MarketClaimsOptions {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Redis
  /** The address, for people. */
  readonly shown: string
  /** Bots with the same one divide their markets; and for people. */
  readonly fleet: string
  readonly fleetName: string
  /** The same after a restart, where nobody else can have it. */
  readonly bot: string
  readonly label: string
  /** Of two processes with the same name the later one has the higher number. */
  readonly run: number
  readonly weight: number
  readonly leaseMs: number
  /** How long what is placed now may rest. */
  readonly restMs: () => number
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>
}

/** The bot, as its claims see it. */
export interface ClaimingBot {
  /** Markets that it would quote. */
  readonly wants: () => readonly ConditionId[]
  readonly holdsTokens: (conditionId: ConditionId) => boolean
  /** Nothing of ours can rest there. */
  readonly isClear: (conditionId: ConditionId) => boolean
  /** Why the market is not ours to quote; `undefined`: it is. After each change. */
  readonly tell: (conditionId: ConditionId, whyNot: NotOurs | undefined) => void
}

const NOT_ASKED: NotOurs = { reason: 'unclaimed', detail: 'the book of the fleet has not been read yet' }

export class MarketClaims {
  readonly #options: MarketClaimsOptions
  readonly #book: SharedBook<MarketBook>
  readonly #claimed: ClaimedMarkets
  #bot: ClaimingBot | undefined
  /** What the bot was told of each market that it would quote. */
  readonly #told = new Map<ConditionId, NotOurs | undefined>()
  readonly #names = new Map<string, ConditionId>()
  #reason = 'no answer'
  /** Since the book could not be read, for people. */
  #awayWallMs: number | undefined
  #isAsking = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: MarketClaimsOptions) {
    this.#options = options
    const { redis, fleet, leaseMs } = options
    this.#book = new SharedBook({ redis, key: marketBookKey(fleet), lifeMs: REMEMBERED_MS })
    this.#claimed = new ClaimedMarkets(leaseMs)
  }

  start(bot: ClaimingBot): void {
    this.#bot = bot
    this.#timer = setInterval(() => void this.look(), Math.min(MOST_EVERY_MS, this.#options.leaseMs / 12))
    void this.look()
  }

  /** The bot would quote it: until it is ours it does not. */
  selected({ conditionId }: Pick<Market, 'conditionId'>): void {
    this.#names.set(shortName(conditionId), conditionId)
    if (!this.#told.has(conditionId)) this.#tell(conditionId, NOT_ASKED)
  }

  /** Why nothing may be placed there now: the last check before the wire. */
  refusal(conditionId: ConditionId): string | undefined {
    const isHeld = this.#claimed.held.has(shortName(conditionId))
    if (isHeld && this.#claimed.mayAct(this.#now, this.#options.restMs())) return undefined
    return this.#told.get(conditionId)?.detail ?? this.#unrenewed
  }

  get view(): FleetView {
    const { book } = this.#claimed
    const told = [...this.#told.values()]
    const count = (reason: NotOurs['reason']) => told.filter((why) => why?.reason === reason).length
    const claims = Object.values(book?.claims ?? {})
    const living = Object.entries(book?.bots ?? {}).filter(([, { isLost, isGone }]) => !isLost && !isGone)
    return {
      name: this.#options.fleetName,
      memory: book?.memory ?? 'unread',
      bots: living.length,
      markets: {
        held: told.filter((why) => why === undefined).length,
        ...{ others: count('other-bot'), unclaimed: count('unclaimed') },
      },
      shares: living.map(([name, { label, weight }]) => ({
        ...{ label, weight, markets: claims.filter(({ bot }) => bot === name).length },
      })),
    }
  }

  /** Never throws. */
  async look(): Promise<void> {
    const bot = this.#bot
    if (bot === undefined) return
    if (this.#isAsking) return this.#tellUnrenewed()
    this.#isAsking = true
    const asked = this.#now
    try {
      const shown = this.#shown(bot)
      const seen = await this.#book.write((book, _redisMs, redisRun) =>
        this.#claimed.look({ book, redisRun, newId: randomUUID() }, shown, this.#now),
      )
      this.#claimed.heard(seen, shown.restMs, asked)
      this.#awayWallMs = undefined
      for (const name of seen.held) this.#tellNamed(name, undefined)
      for (const [name, why] of seen.others) this.#tellNamed(name, why)
      for (const conditionId of this.#told.keys())
        if (!shown.wants.includes(shortName(conditionId))) this.#told.delete(conditionId)
    } catch (error) {
      this.#claimed.failed()
      this.#reason = reasonOf(error)
      this.#awayWallMs ??= asked.wallMs
      this.#tellUnrenewed()
    } finally {
      this.#isAsking = false
    }
  }

  /** Nothing is placed any more; what is clear, or all of it, is free for others at once. */
  async close(isAllClear: boolean): Promise<void> {
    clearInterval(this.#timer)
    const [bot, known] = [this.#bot, this.#claimed.book]
    // one that waits for Redis would hold the end up
    if (bot !== undefined && known !== undefined && this.#awayWallMs === undefined) {
      const { bot: name, run } = this.#options
      const isClear = (market: string) => isAllClear || bot.isClear(this.#names.get(market) ?? (market as ConditionId))
      await this.#book
        .write((found) => ({ book: leaveMarkets(found ?? known, { bot: name, run, isClear }) }))
        .catch(() => undefined)
    }
    this.#options.redis.disconnect()
  }

  get #now() {
    const { clock } = this.#options
    return { monoMs: clock.monoMs(), wallMs: clock.wallMs() }
  }

  #shown({ wants, isClear, holdsTokens }: ClaimingBot) {
    const { bot, label, weight, run, restMs } = this.#options
    const wanted = wants()
    for (const conditionId of wanted) this.#names.set(shortName(conditionId), conditionId)
    const named = (market: string) => this.#names.get(market) ?? (market as ConditionId)
    return {
      ...{ bot, label, weight, run, restMs: restMs() },
      wants: wanted.map(shortName),
      holdings: wanted.filter(holdsTokens).map(shortName),
      isClear: (market: string) => isClear(named(market)),
    }
  }

  get #unrenewed(): string {
    const { shown } = this.#options
    const since =
      this.#awayWallMs === undefined ? '' : ` since ${new Date(this.#awayWallMs).toISOString().slice(11, 19)} UTC`
    return `the fleet's book on ${shown} could not be read${since}: ${this.#reason}`
  }

  #tellUnrenewed(): void {
    if (this.#claimed.mayAct(this.#now, 0)) return
    const why: NotOurs = { reason: 'unclaimed', detail: this.#unrenewed }
    for (const conditionId of this.#told.keys()) this.#tell(conditionId, why)
  }

  #tellNamed(name: string, whyNot: NotOurs | undefined): void {
    const conditionId = this.#names.get(name)
    if (conditionId !== undefined) this.#tell(conditionId, whyNot)
  }

  #tell(conditionId: ConditionId, whyNot: NotOurs | undefined): void {
    const before = this.#told.get(conditionId)
    if (this.#told.has(conditionId) && before?.detail === whyNot?.detail) return
    this.#told.set(conditionId, whyNot)
    this.#bot?.tell(conditionId, whyNot)
  }
}

const MOST_EVERY_MS = 1000
