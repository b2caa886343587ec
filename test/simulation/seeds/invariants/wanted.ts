// What rests is what is approved: an order more on a leg than there are quotes for it is cancelled soon, whatever else the bot has to do. And
// who has given way to another program leaves its orders alone.

import type { Hex } from '../../../../src/domain/market/market.js'
import type { LivingOrder } from '../../../../src/domain/orders/own-order.js'
import type { HttpRequest } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** A cancel that is lost on its way is sent again within a few seconds. */
const CANCELLED_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 500

export class Wanted {
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations
  /** Since when each is one too many, monotonic. */
  #since: ReadonlyMap<Hex, number> = new Map()
  #life: BotLife | undefined
  #lookDueMs = Number.NEGATIVE_INFINITY

  constructor(world: World, truth: Truth, violations: Violations) {
    this.#world = world
    this.#truth = truth
    this.#violations = violations
  }

  sent({ path, body = '' }: HttpRequest, { bot }: BotLife): void {
    if (!path.includes('cancel') || bot?.core.standing.halted?.cause !== 'second-writer') return
    for (const hash of this.#truth.strangers)
      if (path.includes(hash) || body.includes(hash))
        this.#violations.add('unwanted', `${hash} of another program is cancelled by a bot that has given way to it`)
  }

  /** A turn has ended. */
  turned(life: BotLife): void {
    const nowMs = this.#world.clock.monoMs()
    if (life === this.#life && nowMs < this.#lookDueMs) return
    if (life !== this.#life) this.#since = new Map()
    this.#life = life
    this.#lookDueMs = nowMs + LOOK_EVERY_MS
    const since = new Map<Hex, number>()
    for (const hash of surplus(life)) {
      const fromMs = this.#since.get(hash) ?? nowMs
      since.set(hash, fromMs)
      if (nowMs - fromMs < CANCELLED_WITHIN_MS) continue
      this.#violations.add('unwanted', `${hash} has rested for ${Math.round(nowMs - fromMs)} ms, and nothing wants it`)
    }
    this.#since = since
  }
}

/** Of each leg, the orders beyond as many as are approved; none while everything is cancelled together. */
function* surplus({ bot }: BotLife): Generator<Hex> {
  if (bot === undefined || bot.core.standing.stoppedFor !== undefined) return
  const { beliefs } = bot.core
  const conclusions = bot.core.conclusions()
  const legs = new Map<string, Hex[]>()
  for (const order of beliefs.orders.living()) {
    if (order.phase !== 'open' || bot.core.isStarved(order.draft.conditionId)) continue
    const leg = legOf(order.draft)
    legs.set(leg, [...(legs.get(leg) ?? []), order.hash])
  }
  for (const { conditionId } of conclusions.cells) {
    for (const quote of conclusions.approval(conditionId).approved) legs.get(legOf(quote))?.pop()
  }
  for (const left of legs.values()) yield* left
}

const legOf = ({ conditionId, outcome, side }: Pick<LivingOrder['draft'], 'conditionId' | 'outcome' | 'side'>) =>
  `${conditionId}/${outcome}/${side}`
