// What a settlement that has failed has undone is known to the bot soon after it has heard of it: the order counts as matched what the venue
// counts, whatever the bot was told of it before.

import type { Hex } from '../../../../src/domain/market/market.js'
import { matchedRawOf } from '../../../../src/domain/orders/own-order.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { ExchangeEvent } from '../../../../src/venue/simulated/exchange/exchange.js'
import type { BotLife } from '../bot-life.js'
import { endOf } from '../scenario.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 100
/** The order is looked up at once; lists would tell later. */
const KNOWN_WITHIN_MS = 1500
/** What was disturbed has come to rest again. */
const SETTLES_MS = 8000
/** Without a budget that is used up. */
const FEW_MARKETS = 5

interface Failed {
  readonly life: BotLife
  readonly atMs: number
  /** The venue's last word on it then. */
  readonly updatedMs: number
}

export class Undone {
  readonly #world: World
  readonly #violations: Violations
  /** Orders of a match whose settlement has failed. */
  readonly #hashes = new Map<string, readonly Hex[]>()
  /** The bot has heard of it. */
  readonly #failed = new Map<Hex, Failed>()
  #dueMs = 0

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  happened(event: ExchangeEvent): void {
    if (event.kind !== 'settlement' || event.status !== 'failed') return
    const { tradeId, maker, taker } = event.trade
    this.#hashes.set(tradeId, [maker.hash, taker.hash])
  }

  /** Before the bot works it off. */
  heard(event: CoreEvent, life: BotLife): void {
    if (event.kind !== 'settlement' || event.status !== 'failed') return
    const orders = life.bot?.core.beliefs.orders
    for (const hash of this.#hashes.get(event.tradeId) ?? []) {
      const order = orders?.byHash(hash)
      const there = this.#world.api.exchange.order(hash)
      // what a former life has matched is not counted
      if (order?.origin !== 'placed' || there === undefined) continue
      this.#failed.set(hash, { life, atMs: this.#world.clock.monoMs(), updatedMs: there.updatedMs })
    }
  }

  /** Now and then. */
  look(): void {
    const { clock, life, api } = this.#world
    const nowMs = clock.monoMs()
    if (this.#failed.size === 0 || nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    for (const [hash, { life: heardBy, atMs, updatedMs }] of this.#failed) {
      const here = life?.bot?.core.beliefs.orders.byHash(hash)
      const there = api.exchange.order(hash)
      const isLeft = life !== heardBy || !life.isWorking || here === undefined || there?.updatedMs !== updatedMs
      const isKnown =
        here?.phase !== 'unknown' && here && there && matchedRawOf(here) === there.filledRaw + there.pendingRaw
      if (isLeft || isKnown || !this.#isFree(nowMs)) this.#failed.delete(hash)
      else if (nowMs - atMs > KNOWN_WITHIN_MS)
        this.#violations.add(
          'known',
          `${hash}: ${here.phase}, ${matchedRawOf(here)} are matched, at the venue ${there.filledRaw + there.pendingRaw}, ${nowMs - atMs} ms after a settlement has failed`,
        )
    }
  }

  /** Nothing stands between bot and venue, nor did a while ago, and there are requests for all that has to be read. */
  #isFree(nowMs: number): boolean {
    const { scenario, sinceStartMs, markets, life } = this.#world
    if (scenario.setting.tier === 'DEFAULT' || markets.length > FEW_MARKETS) return false
    if (nowMs - (life?.startedMs ?? nowMs) < SETTLES_MS || life?.bot?.core.standing.stoppedFor !== undefined)
      return false
    return scenario.disturbances.every((one) => one.atMs > sinceStartMs || endOf(one) + SETTLES_MS < sinceStartMs)
  }
}
