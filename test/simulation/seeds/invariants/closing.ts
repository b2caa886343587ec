// Before the end of a market, as it was told, nothing is approved there that the calendar does not allow, by the plain times that the scenario has.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import { netDirection } from '../../../../src/domain/market/yes-view.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { BotLife } from '../bot-life.js'
import type { ClosingWindow } from '../terms.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** The bot looks around each second, and its clock may be set right by a little. */
const EDGE_MS = 1500

/** The windows of the market before `endMs` that count at that time. */
export function closingAt(
  conditionId: ConditionId,
  { endMs, nowMs }: { readonly endMs: number; readonly nowMs: number },
  { scenario, api }: Pick<World, 'scenario' | 'api'>,
): readonly ClosingWindow[] {
  const { calendar = [] } = scenario.setting.terms ?? {}
  const listed = api.markets.all().map((one) => one.conditionId)
  return calendar.filter(({ beforeSec, markets }) => {
    const isNamed = markets === undefined || markets.some((market) => listed[market] === conditionId)
    return isNamed && nowMs >= endMs - beforeSec * 1000 && nowMs < endMs
  })
}

export class Closing {
  readonly #world: World
  readonly #violations: Violations
  /** As the list has told it. */
  readonly #endMs = new Map<ConditionId, number>()
  #life: BotLife | undefined
  #venueMs = 0

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) this.#endMs.clear()
    this.#life = life
    this.#venueMs = event.at.venueMs
    if (event.kind === 'market') this.#endMs.set(event.market.conditionId, event.market.endMs)
  }

  turned({ bot }: BotLife): void {
    if (bot === undefined || this.#world.scenario.setting.terms?.calendar === undefined) return
    const { beliefs } = bot.core
    const { cells, isMarked } = bot.core.conclusions()
    for (const cell of cells) {
      const market = beliefs.markets.get(cell.conditionId)
      if (market !== undefined && !isMarked(cell)) this.#look(market, bot)
    }
  }

  #look(market: Market, { core }: NonNullable<BotLife['bot']>): void {
    const { conditionId } = market
    const endMs = this.#endMs.get(conditionId)
    if (endMs === undefined) return
    const at = (nowMs: number) => closingAt(conditionId, { endMs, nowMs }, this.#world)
    const { approved } = core.conclusions().approval(conditionId)
    if (approved.length === 0) return
    // it counts by now, and has for a moment
    const before = at(this.#venueMs - EDGE_MS)
    const now = at(this.#venueMs).filter((one) => before.includes(one))
    const leftSec = Math.round((endMs - this.#venueMs) / 1000)
    if (now.some(({ action }) => action === 'stop'))
      this.#add(`${market.id}: ${approved.length} quotes are approved ${leftSec} s before its end`)
    if (now.length === 0) return
    const [yes, no] = core.beliefs.positions.tokensRaw(conditionId)
    const adding = approved.filter((quote) => netDirection(quote) * Number(yes - no) >= 0)
    if (adding.length > 0)
      this.#add(`${market.id}: ${adding.length} quotes add to ${yes - no} ${leftSec} s before its end`)
  }

  #add(what: string): void {
    this.#violations.add('held-back', what)
  }
}
