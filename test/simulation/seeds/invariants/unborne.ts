// What a market is worth while no book bears it: what the book bore last, or where there is one what a signal carries.

import type { FairValue } from '../../../../src/domain/market/fair-value.js'
import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import { Carried } from './carried.js'
import { LoneFair } from './lone-fair.js'
import { PlainTouch } from './plain-touch.js'

type Core = NonNullable<BotLife['bot']>['core']

interface UnborneParts {
  /** What the bot has been told of. */
  readonly settings: () => World['settings']
  readonly add: (what: string) => void
}

export class Unborne {
  readonly #lone: LoneFair
  readonly #carried: Carried | undefined
  /** By the bot's clock. */
  #venueMs = 0

  constructor(world: World, { settings, add }: UnborneParts) {
    this.#lone = new LoneFair({ maxAgeMs: () => settings().maxFairAgeMs, add })
    const { signal } = world.scenario.setting.terms ?? {}
    if (signal === undefined) return
    const rules = (id: ConditionId) => {
      const { maxFairAgeMs, confirmMs, fairTauMs } = settings()
      return { maxFairAgeMs, confirmMs, fairTauMs, ...signal, prior: this.#prior(id, world) }
    }
    this.#carried = new Carried({ rules, add })
  }

  /** Another life of the bot. */
  begin(): void {
    this.#lone.begin()
    this.#carried?.begin()
  }

  /** The others' book has shown itself to who has an order of so many lots. */
  observed(
    { id, conditionId }: Market,
    touch: PlainTouch,
    seen: { lots: number; fairNow: () => FairValue | undefined; nowMs: number },
  ): void {
    const { lots, fairNow, nowMs } = seen
    if (this.#carried === undefined) this.#lone.observed(id, touch.isStanding, fairNow, nowMs)
    else this.#carried.observed(conditionId, touch.isStanding ? touch.of(lots) : undefined, fairNow(), nowMs)
  }

  /** What it shows cannot be told from here. */
  lost({ id, conditionId }: Pick<Market, 'id' | 'conditionId'>): void {
    this.#lone.lost(id)
    this.#carried?.lost(conditionId)
  }

  /** The bot has worked the event off. */
  decided(event: CoreEvent, core: Core): void {
    const nowMs = event.at.monoMs
    this.#venueMs = event.at.venueMs
    const conditionId = 'conditionId' in event ? event.conditionId : undefined
    const here = conditionId && core.beliefs.markets.get(conditionId)
    if (this.#carried === undefined) {
      if (here !== undefined && this.#lone.isDue(here.id, nowMs) && this.#isAlone(here, core))
        this.#lone.look(here.id, fairOf(here, core), nowMs)
      return
    }
    if (event.kind === 'signal' && conditionId !== undefined) {
      const madeMs = nowMs - Math.max(0, event.at.venueMs - event.atMs)
      this.#carried.told(conditionId, { value: event.value, madeMs, toldMs: nowMs })
    }
    for (const id of this.#carried.due(nowMs)) {
      const market = core.beliefs.markets.get(id)
      if (market === undefined || market.status !== 'OPEN') this.#carried.lost(id)
      else if (!this.#carried.isGone(id) || this.#isAlone(market, core))
        this.#carried.look(id, fairOf(market, core), nowMs)
    }
  }

  /** Its own before that of all, as long as it counts. */
  #prior(id: ConditionId, { scenario, markets, startWallMs }: World): number | undefined {
    const { prior, priors = [] } = scenario.setting.terms ?? {}
    const own = priors.find(({ market }) => markets[market] === id)
    if (own === undefined) return prior
    const { p, forSec } = own
    return forSec === undefined || this.#venueMs < startWallMs + forSec * 1000 ? p : undefined
  }

  /** An order of ours that is gone may have left what is not ours. */
  #isAlone(market: Market, { beliefs }: Core): boolean {
    const isAlone = !new PlainTouch(beliefs.others(market), market.ticksPerUnit).isStanding
    if (!isAlone) this.lost(market)
    return isAlone
  }
}

export const fairOf = (market: Market, { beliefs: { estimates } }: Core) =>
  estimates.unmoved(() => estimates.fair(market))
