// While a market may only be reduced, what is placed to close it and all that may still be matched on that side close it and no more: an order
// that waits for the answer to its cancel counts until that is there.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import { netDirection } from '../../../../src/domain/market/yes-view.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import type { Instant } from '../../../../src/domain/time.js'
import type { BotLife } from '../bot-life.js'
import { type CautionName, calendarWindow, FEE_CAP_BPS } from '../cautions.js'
import type { World } from '../world.js'

/** A clock that was set right by a little counts from the next look around on. */
const EDGE_MS = 1500

type Core = NonNullable<BotLife['bot']>['core']

export class Reducing {
  readonly #world: World
  readonly #cautions: ReadonlySet<CautionName>
  readonly #add: (what: string) => void

  constructor(world: World, add: (what: string) => void) {
    this.#world = world
    this.#cautions = new Set(world.scenario.setting.cautions)
    this.#add = add
  }

  /** A turn has ended. */
  turned({ commands }: Pick<Decision, 'commands'>, { bot }: BotLife, at: Instant): void {
    if (bot === undefined || this.#cautions.size === 0) return
    for (const command of commands)
      if (command.kind === 'place' && this.#mayOnlyReduce(command.conditionId, bot.core, at))
        this.#placed(command.conditionId, bot.core)
  }

  #mayOnlyReduce(conditionId: ConditionId, { beliefs, fees }: Core, { venueMs }: Instant): boolean {
    const { fromMs, untilMs } = calendarWindow(this.#world.startWallMs)
    const isAmid = venueMs >= fromMs + EDGE_MS && venueMs <= untilMs - EDGE_MS
    if (this.#cautions.has('calendar-reduce') && isAmid) return true
    const rateBps = fees.rateBps(conditionId) ?? beliefs.markets.get(conditionId)?.feeRateBps ?? 0
    return this.#cautions.has('fee-cap') && rateBps > FEE_CAP_BPS
  }

  #placed(conditionId: ConditionId, { beliefs: { orders, positions } }: Core): void {
    const [yes, no] = positions.tokensRaw(conditionId)
    const closes = yes > no ? -1 : 1
    let leftRaw = yes > no ? yes - no : no - yes
    const living = orders.livingOf(conditionId).map(({ draft, restingRaw }) => ({ ...draft, sizeRaw: restingRaw }))
    for (const order of [...living, ...orders.untoldOf(conditionId)])
      if (netDirection(order) === closes) leftRaw -= order.sizeRaw
    if (leftRaw < 0n)
      this.#add(`${conditionId}: may only be reduced, and what may be matched closes ${-leftRaw} too many`)
  }
}
