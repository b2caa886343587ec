// What risk holds back beside its limits, by what was wished, held and lost: the calendar's times, markets in which our own fills go bad,
// fees that are too high, the share of the ramp, and a loss that is too large.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import { netDirection } from '../../../../src/domain/market/yes-view.js'
import type { Quote } from '../../../../src/domain/orders/quote.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import { LOSS_CAUSES } from '../../../../src/domain/run/standing.js'
import type { Instant } from '../../../../src/domain/time.js'
import type { BotLife } from '../bot-life.js'
import { type CautionName, calendarWindow, FEE_CAP_BPS, MOST_LOST, TOXICITY, WIDEN_FACTOR } from '../cautions.js'
import { letGoOn } from '../let-go-on.js'
import type { World } from '../world.js'

import { plainWorst } from './plain-worst.js'
import { RampSteps } from './ramp-steps.js'
import { Reducing } from './reducing.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 250
/** The bot looks around each second: a clock that was set right by a little counts from then on. */
const EDGE_MS = 1500
/** A person sees that the bot has halted, and lets it go on. */
const RESUMES_AFTER_MS = 6000
/** Too large a loss is seen within this; what a book is worth may come and go. */
const TRIPS_WITHIN_MS = 1500
/** Units: what is held is valued when something of its market changes. */
const LOSS_SLACK = 0.1
/** The fair value may have moved since a quote was made. */
const FAIR_SLACK = 0.004
const TINY = 1e-6

type Core = NonNullable<BotLife['bot']>['core']

interface Judged {
  readonly market: Market
  readonly approved: readonly Quote[]
  readonly wanted: Parameters<Parameters<ReturnType<Core['conclusions']>['cells']['forEach']>[0]>[0]['wanted']
  /** YES - NO, raw. */
  readonly netRaw: bigint
}

export class HeldBack {
  readonly #world: World
  readonly #violations: Violations
  readonly #reached: (caution: CautionName) => void
  readonly #cautions: ReadonlySet<CautionName>
  readonly #reducing: Reducing
  readonly #ramp: RampSteps
  /** By market, and what YES was worth when it was wished. */
  readonly #wished = new Map<ConditionId, Pick<Judged, 'wanted'> & { readonly fair: number | undefined }>()
  #at: Instant | undefined
  #life: BotLife | undefined
  #dueMs = Number.NEGATIVE_INFINITY
  #isResuming = false
  #lostSinceMs: number | undefined
  /** Markets that are pulled for their fills: since when. */
  readonly #pulled = new Map<string, number>()
  /** Markets in which nothing stood before it. */
  readonly #seen = new Set<string>()

  constructor(world: World, violations: Violations, reached: (caution: CautionName) => void) {
    this.#world = world
    this.#violations = violations
    this.#reached = reached
    this.#reducing = new Reducing(world, (what) => this.#add(what))
    this.#ramp = new RampSteps(
      (what) => this.#add(what),
      () => reached('ramp'),
    )
    this.#cautions = new Set(world.scenario.setting.cautions)
  }

  heard(event: CoreEvent): void {
    if (event.kind === 'turn-end') this.#at = event.at
  }

  turned(decision: Decision, life: BotLife): void {
    const { bot } = life
    const at = this.#at
    if (this.#cautions.size === 0 || bot === undefined || at === undefined) return
    if (life !== this.#life) this.#begin(life, bot.core)
    this.#reducing.turned(decision, life, at)
    if (this.#cautions.has('few-losses')) this.#losses(bot.core)
    if (this.#cautions.has('ramp')) this.#ramp.turned(bot.core, at)
    if (this.#cautions.has('calendar-widen')) this.#noteFair(bot.core)
    if (at.monoMs < this.#dueMs) return
    this.#dueMs = at.monoMs + LOOK_EVERY_MS
    const { cells, isMarked, approval, stopOf } = bot.core.conclusions()
    const { beliefs } = bot.core
    for (const cell of cells) {
      const market = beliefs.markets.get(cell.conditionId)
      if (market === undefined || isMarked(cell)) continue
      const { approved } = approval(market.conditionId)
      const [yes, no] = beliefs.positions.tokensRaw(market.conditionId)
      const judged = { market, approved, wanted: cell.wanted, netRaw: yes - no }
      if (this.#cautions.has('toxicity')) {
        const stop = stopOf(market.conditionId, at)?.reason
        if (stop === undefined || stop === 'toxic') this.#toxic(judged, stop === 'toxic', at)
        else this.#hidden(market)
      }
      this.#calendar(judged, at)
      this.#fee(judged, bot.core)
      this.#sizes(judged, bot.core)
    }
  }

  #begin(life: BotLife, core: Core): void {
    this.#life = life
    this.#dueMs = Number.NEGATIVE_INFINITY
    this.#lostSinceMs = undefined
    this.#ramp.begin(core)
    this.#pulled.clear()
    this.#seen.clear()
    this.#wished.clear()
  }

  #add(what: string): void {
    this.#violations.add('held-back', what)
  }

  #calendar(judged: Judged, { venueMs }: Instant): void {
    const { fromMs, untilMs } = calendarWindow(this.#world.startWallMs)
    if (venueMs < fromMs + EDGE_MS || venueMs > untilMs - EDGE_MS) return
    const { market, approved, wanted } = judged
    if (this.#cautions.has('calendar-stop')) {
      if (wanted.quotes.length > 0) this.#reached('calendar-stop')
      if (approved.length > 0)
        this.#add(`${market.id}: ${approved.length} quotes are approved while the calendar says stop`)
    }
    if (this.#cautions.has('calendar-reduce')) {
      if (wanted.refused.some(({ reason }) => reason === 'reduce-only')) this.#reached('calendar-reduce')
      this.#onlyReduces(judged, 'the calendar')
    }
    if (this.#cautions.has('calendar-widen')) {
      if (approved.length > 0) this.#reached('calendar-widen')
      this.#isWidened(judged, 'the calendar')
    }
  }

  #fee(judged: Judged, core: Core): void {
    if (!this.#cautions.has('fee-cap')) return
    const { conditionId, feeRateBps } = judged.market
    const rateBps = core.fees.rateBps(conditionId) ?? feeRateBps
    if (rateBps <= FEE_CAP_BPS) return
    this.#reached('fee-cap')
    this.#onlyReduces(judged, `a fee of ${rateBps} bps`)
  }

  /** Of several stops one is said: when it was pulled is not seen. */
  #hidden({ id }: Market): void {
    this.#pulled.delete(id)
    this.#seen.delete(id)
  }

  #toxic(judged: Judged, isPulled: boolean, { monoMs }: Instant): void {
    const { id } = judged.market
    const sinceMs = this.#pulled.get(id)
    if (isPulled) {
      if (sinceMs === undefined && this.#seen.has(id)) {
        this.#pulled.set(id, monoMs)
        this.#reached('toxicity')
      }
      if (judged.approved.length > 0) this.#add(`${id}: quotes are approved while its fills go bad`)
      return
    }
    this.#seen.add(id)
    if (sinceMs === undefined) return
    const forMs = 1000 * TOXICITY.forSec
    // it is seen a little late, and what is pulled again lasts longer
    if (monoMs - sinceMs < forMs - EDGE_MS) this.#add(`${id}: pulled for ${monoMs - sinceMs} ms only`)
    if (monoMs - sinceMs > 2 * forMs - EDGE_MS) {
      this.#pulled.delete(id)
      return
    }
    const isWide = judged.wanted.cautions?.some((word) => word.startsWith('toxicity:')) === true
    if (judged.wanted.quotes.length > 0 && !isWide) this.#add(`${id}: comes back from being pulled as if nothing were`)
  }

  /** Nothing adds, and together no more than closes it. */
  #onlyReduces({ market, approved, netRaw }: Judged, why: string): void {
    const adding = approved.filter((quote) => netDirection(quote) * Number(netRaw) >= 0)
    if (adding.length > 0) this.#add(`${market.id}: ${adding.length} quotes add to ${netRaw}, whatever ${why} says`)
    const closingRaw = approved.reduce((sum, { size }) => sum + BigInt(size) * market.lotRaw, 0n)
    if (adding.length === 0 && closingRaw > (netRaw < 0n ? -netRaw : netRaw))
      this.#add(`${market.id}: ${closingRaw} are to close ${netRaw}`)
  }

  /** Between two wishes the fair value moves on, and the quotes stay where they are. */
  #noteFair(core: Core): void {
    const { estimates, markets } = core.beliefs
    for (const { conditionId, wanted } of core.conclusions().cells) {
      const market = markets.get(conditionId)
      if (market === undefined || this.#wished.get(conditionId)?.wanted === wanted) continue
      const fair = wanted.fair ?? estimates.unmoved(() => estimates.fair(market)?.p)
      this.#wished.set(conditionId, { wanted, fair })
    }
  }

  /** Each quote stands so many times as far from what YES is worth as the nearest wish on its side. */
  #isWidened({ market, approved, wanted }: Judged, why: string): void {
    const fair = this.#wished.get(market.conditionId)?.fair
    if (fair === undefined) return
    const tick = 1 / market.ticksPerUnit
    const distance = (direction: number, outcome: 0 | 1, price: number) =>
      direction * (fair - (outcome === 0 ? price : 1 - price))
    for (const quote of approved) {
      const direction = netDirection(quote)
      const wishes = wanted.wished.filter((wish) => netDirection(wish) === direction)
      const nearest = Math.min(...wishes.map(({ outcome, price }) => distance(direction, outcome, price)))
      // one on the other side of it is left where it is
      if (!Number.isFinite(nearest) || nearest <= FAIR_SLACK) continue
      const stands = distance(direction, quote.outcome, quote.price * tick)
      if (stands < WIDEN_FACTOR * (nearest - FAIR_SLACK) - tick - FAIR_SLACK)
        this.#add(
          `${market.id}: a quote stands ${stands} from ${fair}, wished at ${nearest}; ${why} says ${WIDEN_FACTOR} times`,
        )
    }
  }

  /**
   * What goes beyond closing is as large as the ramp's share of the largest wish on its side, or as small as the market allows. Where the
   * rules brought several wishes to one price, as large as that of all of them.
   */
  #sizes({ market, approved, wanted, netRaw }: Judged, core: Core): void {
    const share = core.standing.ramp
    if (share === undefined) return
    const lotsPerShare = Number(market.unitRaw / market.lotRaw)
    for (const quote of approved) {
      const direction = netDirection(quote)
      const wishes = wanted.wished.filter((wish) => netDirection(wish) === direction)
      const sizes = wishes.map(({ size }) => size * lotsPerShare)
      const isMerged = approved.filter((one) => netDirection(one) === direction).length < wishes.length
      const wished = isMerged ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(0, ...sizes)
      // what closes the position is free of it
      const free =
        direction * Number(netRaw) < 0 ? Math.min(wished, Math.abs(Number(netRaw)) / Number(market.lotRaw)) : 0
      // each of those that share a price is as large as the market asks for
      const cut = (isMerged ? sizes : [wished]).reduce((sum, size) => sum + Math.max(market.minLots, size * share), 0)
      const most = free * (1 - share) + cut
      if (quote.size > most + TINY)
        this.#add(`${market.id}: ${quote.size} lots are approved at a share of ${share}, at most ${most}`)
    }
  }

  /** It halts for a loss that there is, and for each that there is; what is placed after a halt is looked at elsewhere. */
  #losses(core: Core): void {
    const { halted } = core.standing
    if (halted !== undefined && LOSS_CAUSES.has(halted.cause) && !this.#isResuming) {
      const lost = halted.cause === 'drawdown' ? undefined : this.#lost(core)
      if (lost !== undefined && lost < MOST_LOST - LOSS_SLACK)
        this.#add(`halted for a loss of ${lost}, and ${MOST_LOST} are allowed: ${halted.reason}`)
      this.#world.isKilled = true
      this.#world.isKillUnkept = true
      this.#isResuming = true
      this.#reached('few-losses')
      this.#world.clock.after(RESUMES_AFTER_MS, () => {
        letGoOn(this.#world, 'resume')
        this.#isResuming = false
      })
    }
    const lost = halted === undefined ? this.#lost(core) : undefined
    const nowMs = this.#world.clock.monoMs()
    if (lost === undefined || lost <= MOST_LOST + LOSS_SLACK) this.#lostSinceMs = undefined
    else this.#lostSinceMs ??= nowMs
    if (this.#lostSinceMs === undefined || nowMs - this.#lostSinceMs < TRIPS_WITHIN_MS) return
    this.#add(`${lost} are lost, ${MOST_LOST} are allowed, and the bot goes on`)
  }

  /** Units, of a bot that has not been resumed and has counted from the beginning; nothing where a market has no value. */
  #lost(core: Core): number | undefined {
    const { lives, freed, scenario } = this.#world
    const isByHand = scenario.disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
    if (lives.length > 1 || freed.has('all') || isByHand) return undefined
    let total = 0
    for (const market of core.beliefs.markets.values()) {
      const worst = plainWorst(core.beliefs.positions.position(market), core.beliefs.estimates.seenMarks(market))
      if (worst === undefined) return undefined
      total += worst
    }
    return -total
  }
}
