// What the bot hears of the venue's streams: no change is taken for the next one of its book where an event before it is missing, and where
// its socket is up each market's stream is its own, with the trades; one over which nothing comes is given up.

import { z } from 'zod'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { BotLife } from '../bot-life.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** On a new connection, and once all is calm: who has started on a wrong clock chooses his markets anew after 15 s. */
const JOINED_WITHIN_MS = 10_000
/** From when it follows a market, over a connection that is up. */
const FOLLOWED_WITHIN_MS = 3000
/** After 1.5 s the venue is asked whether it is there, and the connection is given up without an answer within 1 s. */
const SILENT_MS = 2800
/** A bot that hears nothing for longer is held: it does not know the time. */
const HELD_MS = 1100
/** A trade is told. */
const TOLD_WITHIN_MS = 3000

const bookFrame = z.looseObject({ conditionId: z.string(), seq: z.number().optional(), ts: z.number() })
const tradeFrame = z.looseObject({ data: z.looseObject({ tradeId: z.string() }) })

interface Room {
  /** Of the last event, where they are numbered. */
  seq: number | undefined
  /** An event did not follow the one before it; what came before bears no later time than this. */
  holeAfterTs: number | undefined
}

interface Untold {
  readonly conditionId: ConditionId
  readonly atMs: number
}

export class Streams {
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations
  #life: BotLife | undefined
  /** The connection is up since then. */
  #upMs: number | undefined
  /** Something has come over it last. */
  #receivedMs = 0
  /** The bot has worked last. */
  #workedMs = 0
  /** All is calm since then. */
  #calmMs: number | undefined
  /** Markets that are open, and that it follows, since when: most do from the start, some are listed later. */
  readonly #followedMs = new Map<ConditionId, number>()
  /** Those whose book has come over this connection. */
  readonly #rooms = new Map<string, Room>()
  /** The newest time of the venue that an event of a book bore: what the bot has not worked off yet may be from before a snapshot. */
  readonly #newestTs = new Map<string, number>()
  /** Trades of calm times, oldest first. */
  readonly #untold = new Map<string, Untold>()

  constructor(world: World, truth: Truth, violations: Violations) {
    this.#world = world
    this.#truth = truth
    this.#violations = violations
  }

  linked(isUp: boolean, life: BotLife): void {
    this.#life = life
    this.#upMs = isUp ? this.#world.clock.monoMs() : undefined
    this.#rooms.clear()
  }

  received(life: BotLife): void {
    if (life === this.#life) this.#receivedMs = this.#world.clock.monoMs()
  }

  /** What a strategy takes, in a turn of all markets, keeps the clocks of the connection waiting. */
  get #slowMs(): number {
    const { scenario, sinceStartMs, markets } = this.#world
    const slow = scenario.disturbances.find(
      (one) =>
        one.kind === 'strategy-slow' && one.atMs <= sinceStartMs && sinceStartMs <= one.atMs + one.forMs + SILENT_MS,
    )
    return slow?.kind === 'strategy-slow' ? slow.callMs * markets.length : 0
  }

  /** It works: it looks around each second. */
  worked(life: BotLife): void {
    const nowMs = this.#world.clock.monoMs()
    if (nowMs - this.#workedMs > HELD_MS) this.#receivedMs = nowMs
    this.#workedMs = nowMs
    const silentMs = nowMs - Math.max(this.#receivedMs, this.#upMs ?? nowMs)
    if (life === this.#life && life.isWorking && silentMs > SILENT_MS + this.#slowMs)
      this.#violations.add('book', `nothing has come over its socket for ${silentMs} ms, and it is not given up`)
  }

  /** The bot has heard it. */
  heard(name: string, payload: unknown, life: BotLife): void {
    if (life !== this.#life) return
    if (name.startsWith('orderbook.')) this.#booked(payload, name === 'orderbook.snapshot')
    if (name !== 'trade') return
    const { data, success } = tradeFrame.safeParse(payload)
    if (success) this.#untold.delete(data.data.tradeId)
  }

  /** The venue has matched it. */
  traded(tradeId: string, conditionId: ConditionId): void {
    if (this.#isSettled(this.#world.life) && this.#isJoined(conditionId))
      this.#untold.set(tradeId, { conditionId, atMs: this.#world.clock.monoMs() })
  }

  /** The bot takes it for the next change of its book. */
  took({ conditionId, venueMs }: Extract<CoreEvent, { kind: 'level' }>, life: BotLife): void {
    const afterTs = life === this.#life ? this.#rooms.get(conditionId)?.holeAfterTs : undefined
    if (afterTs !== undefined && venueMs !== undefined && venueMs > afterTs)
      this.#violations.add(
        'book',
        `an event of ${conditionId} is missing, and what came after it is taken for the next`,
      )
  }

  /** Now and then. */
  look(): void {
    const { life, clock, markets, isCalm } = this.#world
    if (isCalm) this.#calmMs ??= clock.monoMs()
    const isSettled = this.#isSettled(life)
    for (const conditionId of markets) this.#follow(conditionId, life)
    for (const [tradeId, { conditionId, atMs }] of this.#untold) {
      if (isSettled && clock.monoMs() - atMs < TOLD_WITHIN_MS) break
      this.#untold.delete(tradeId)
      if (isSettled && this.#isJoined(conditionId))
        this.#violations.add('book', `trade ${tradeId} of ${conditionId} is not told over a socket that is up`)
    }
    if (!isSettled) return
    for (const conditionId of markets)
      if (this.#isJoined(conditionId) && !this.#rooms.has(conditionId))
        this.#violations.add('book', `the book of ${conditionId} has not come over a socket that is up`)
  }

  #booked(payload: unknown, isSnapshot: boolean): void {
    const { data, success } = bookFrame.safeParse(payload)
    if (!success) return
    const { conditionId, seq, ts } = data
    const newestTs = this.#newestTs.get(conditionId) ?? 0
    this.#newestTs.set(conditionId, Math.max(newestTs, ts))
    if (isSnapshot) this.#rooms.set(conditionId, { seq, holeAfterTs: undefined })
    const room = this.#rooms.get(conditionId)
    if (room?.seq === undefined || seq === undefined || seq <= room.seq) return
    if (seq > room.seq + 1) room.holeAfterTs ??= newestTs
    room.seq = seq
  }

  /** Its connection is up, and nothing has been disturbed, for a while. */
  #isSettled(life: BotLife | undefined): boolean {
    if (life === undefined || life !== this.#life || !life.isWorking) return false
    const since = [this.#upMs, this.#calmMs].map((ms) => ms ?? Number.POSITIVE_INFINITY)
    return this.#world.clock.monoMs() - Math.max(...since) >= JOINED_WITHIN_MS
  }

  #follow(conditionId: ConditionId, life: BotLife | undefined): void {
    const { markets, dropped } = life?.bot?.core.beliefs ?? {}
    const isFollowed = markets?.get(conditionId)?.status === 'OPEN' && !dropped?.has(conditionId)
    if (!isFollowed || !this.#truth.isOpen(conditionId)) this.#followedMs.delete(conditionId)
    else if (!this.#followedMs.has(conditionId)) this.#followedMs.set(conditionId, this.#world.clock.monoMs())
  }

  #isJoined(conditionId: ConditionId): boolean {
    const sinceMs = this.#followedMs.get(conditionId) ?? Number.POSITIVE_INFINITY
    return this.#world.clock.monoMs() - sinceMs >= FOLLOWED_WITHIN_MS
  }
}
