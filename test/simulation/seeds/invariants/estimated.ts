// What is estimated of each market is what the books and trades that the bot has heard come to: the fair value moves from the middle that
// stood to the one that stands as the settings say, a jump is held back and then followed, volatility and toxicity are the plain sums, and so
// is what became of our own fills.

import type { MarketBook } from '../../../../src/domain/market/book.js'
import type { FairValue } from '../../../../src/domain/market/fair-value.js'
import { type ConditionId, type Market, sharesToLots } from '../../../../src/domain/market/market.js'
import { isSameGrid } from '../../../../src/domain/market/market-terms.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import { OwnFills } from './own-fills.js'
import { PlainMarkouts } from './plain-markouts.js'
import { type Ends, logOdds, PlainTouch } from './plain-touch.js'
import { PlainVolatility } from './plain-volatility.js'
import { ShownBook } from './shown-book.js'
import { fairOf, Unborne } from './unborne.js'
import type { Violations } from './violation.js'

/** Of the value of one market. */
const LOOK_EVERY_MS = 500
const TOXICITY_EVERY_MS = 2000
/** A book is priced for so much while no order of ours is known. */
const USUAL_SHARES = 20
const TINY = 1e-9
/** Of a fair value. */
const MOVED = 1e-6
/** Between a moment and the event that tells of it. */
const LATE_MS = 1

type Core = NonNullable<BotLife['bot']>['core']

interface Borne {
  readonly atMs: number
  readonly p: number
  readonly middle: number
}

/** The value is held back since then. */
interface Jumped {
  readonly sign: 1 | -1
  readonly sinceMs: number
  readonly p: number
  /** As much as our largest order has rested beyond it without a break since then. */
  restsFromMs: number | undefined
  isTraded: boolean
  /** Its stream was believed when it was last looked at. */
  isTrusted: boolean
}

interface Seen {
  readonly markouts: PlainMarkouts
  readonly volatility: PlainVolatility
  /** A signal was the value when the book went: what was sampled then is not known. */
  isVolatilityLost: boolean
  /** Our largest order, lots. */
  largest: number
  borne: Borne | undefined
  jumped: Jumped | undefined
  /** At the last look. */
  p: number
  dueMs: number
  toxicityDueMs: number
}

export class Estimated {
  readonly #world: World
  readonly #violations: Violations
  #life: BotLife | undefined
  #event: CoreEvent | undefined
  readonly #shown = new ShownBook()
  /** The bot has seen something that cannot be told from here: its market is left alone from then on. */
  readonly #lost = new Set<ConditionId>()
  readonly #markets = new Map<ConditionId, Seen>()
  #own: OwnFills | undefined
  readonly #unborne: Unborne

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
    this.#unborne = new Unborne(world, { settings: this.#told, add: (what) => this.#add(what) })
  }

  /** Before the bot works it off. */
  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) {
      this.#markets.clear()
      this.#lost.clear()
      this.#shown.begin()
      this.#unborne.begin()
      this.#own = new OwnFills(life.settings.risk, (what) => this.#add(what))
    }
    // by both memories
    if (event.kind === 'settings') for (const seen of this.#markets.values()) seen.borne = undefined
    this.#life = life
    this.#event = event
    const core = life.bot?.core
    if (core !== undefined && event.kind === 'market') this.#regrid(event.market, core)
    this.#shown.heard(event, core)
  }

  /** The bot has worked it off. */
  decided(decision: Decision): void {
    const [core, event] = [this.#life?.bot?.core, this.#event]
    if (core === undefined || event === undefined) return
    const conditionId = 'conditionId' in event ? event.conditionId : undefined
    const market = conditionId && core.beliefs.markets.get(conditionId)
    if (market !== undefined && !this.#isLost(event, market, core)) {
      if (event.kind === 'trade') this.#traded(event, market, core)
      const others = this.#shown.others(event, market, core)
      if (others !== undefined) this.#observed(market, others, core)
    }
    this.#doubted(event, core)
    this.#unborne.decided(event, core)
    for (const command of decision.commands) if (command.kind === 'place') this.#placed(command)
    if (this.#isSizeKnown) this.#own?.decided(event, decision, core)
  }

  /** What rests in a book that is not believed any more confirms no jump. */
  #doubted(event: CoreEvent, { beliefs }: Core): void {
    for (const [conditionId, { jumped }] of this.#markets) {
      if (jumped === undefined) continue
      const isTrusted = beliefs.feeds.trustsSocket(conditionId, this.#nowMs)
      const isTold = event.kind === 'feed' && event.conditionId === conditionId && event.health !== 'live'
      if (isTold || (jumped.isTrusted && !isTrusted)) jumped.restsFromMs = undefined
      jumped.isTrusted = isTrusted
    }
  }

  /** On another tick or size step prices are what they were, and so is the size of an order, in other lots. */
  #regrid(market: Market, { beliefs }: Core): void {
    const { conditionId } = market
    const known = beliefs.markets.get(conditionId)
    if (known === undefined || isSameGrid(known, market)) return
    const lotsEach = Number(known.lotRaw) / Number(market.lotRaw)
    const seen = this.#markets.get(conditionId)
    if (seen !== undefined && seen.largest > 0) seen.largest = Math.max(1, seen.largest * lotsEach)
    this.#own?.resized(conditionId, lotsEach)
  }

  #placed({ conditionId, intents }: Extract<Decision['commands'][number], { kind: 'place' }>): void {
    const seen = this.#of(conditionId)
    for (const { draft } of intents) seen.largest = Math.max(seen.largest, draft.size)
  }

  /** A level by which the stream is believed, or not any more; whatever comes of a market that is over. */
  #isLost({ kind, at }: CoreEvent, market: Market, { beliefs }: Core): boolean {
    const { conditionId, status } = market
    const isTurned = kind === 'level' && beliefs.feeds.trustsSocket(conditionId, at.monoMs) !== this.#shown.wasTrusted
    if (isTurned || status !== 'OPEN') {
      this.#lost.add(conditionId)
      this.#own?.lost(conditionId)
    }
    if (isTurned || status !== 'OPEN' || !this.#isSizeKnown) this.#unborne.lost(market)
    return this.#lost.has(conditionId)
  }

  #of(conditionId: ConditionId): Seen {
    let seen = this.#markets.get(conditionId)
    if (seen === undefined) {
      seen = {
        ...{ markouts: new PlainMarkouts(), volatility: new PlainVolatility(), largest: 0, isVolatilityLost: false },
        ...{ borne: undefined, jumped: undefined, p: Number.NaN, dueMs: 0, toxicityDueMs: 0 },
      }
      this.#markets.set(conditionId, seen)
    }
    return seen
  }

  readonly #told = (): World['settings'] => this.#life?.settings ?? this.#world.settings

  get #nowMs(): number {
    return this.#event?.at.monoMs ?? 0
  }

  #add(what: string): void {
    this.#violations.add('estimated', what)
  }

  /** What former lives and strangers have sent counts, too, and is not known here. */
  get #isSizeKnown(): boolean {
    const { lives, scenario } = this.#world
    return lives.length === 1 && !scenario.disturbances.some(({ kind }) => kind === 'second-writer')
  }

  #traded({ trade }: Extract<CoreEvent, { kind: 'trade' }>, market: Market, core: Core): void {
    const seen = this.#of(market.conditionId)
    const lots = Number(trade.sizeRaw / market.lotRaw)
    // its maker has bought this
    const isYes = (trade.outcome === 0) === (trade.side === 'SELL')
    seen.markouts.traded(isYes, Math.min(1, lots / Math.max(1, seen.largest)), this.#nowMs)
    if (seen.jumped !== undefined) seen.jumped.isTraded = true
    this.#toxicity(market, seen, core)
  }

  #observed(market: Market, others: MarketBook, core: Core): void {
    const seen = this.#of(market.conditionId)
    const lots = seen.largest === 0 ? Math.max(1, sharesToLots(USUAL_SHARES, market)) : seen.largest
    const touch = new PlainTouch(others, market.ticksPerUnit)
    const mid = touch.isStanding ? touch.bestMid : undefined
    seen.markouts.observed(mid, this.#nowMs)
    this.#own?.observed(market.conditionId, mid, this.#nowMs)
    this.#toxicity(market, seen, core)
    const isSampled = seen.volatility.isDue(this.#nowMs, this.#told().fairTauMs)
    const fairNow = () => fairOf(market, core)
    this.#unborne.observed(market, touch, { lots, fairNow, nowMs: this.#nowMs })
    const isOpen = seen.borne !== undefined || seen.jumped !== undefined || this.#nowMs >= seen.dueMs
    // a jump is looked at from its beginning
    const isDue = isOpen || (touch.isStanding && isOff(touch.of(lots), seen.p))
    if (!isSampled && !isDue) return
    const fair = fairNow()
    seen.p = fair?.p ?? Number.NaN
    seen.isVolatilityLost ||= isSampled && fair?.basis === 'signal'
    if (isSampled && !seen.isVolatilityLost) this.#sampled(market, seen.volatility, fair, core)
    if (!isDue || !this.#isSizeKnown) return
    this.#moved(market, seen, { fair, touch, lots })
    this.#jumps(market, seen, { fair, touch, lots })
    if (seen.borne !== undefined || this.#nowMs < seen.dueMs) {
      seen.borne = undefined
      return
    }
    seen.dueMs = this.#nowMs + LOOK_EVERY_MS
    if (touch.isStanding && fair?.ageMs === 0 && fair.jump === 0)
      seen.borne = { atMs: this.#nowMs, p: fair.p, middle: touch.of(lots).middle }
  }

  /** From where it was towards the middle that has stood since then. */
  #moved(market: Market, { borne }: Seen, { fair, touch, lots }: Told): void {
    if (borne === undefined || fair === undefined || !isOfBook(fair)) return
    const tauMs = this.#told().fairTauMs
    if (tauMs === 0) return
    const share = Math.exp(-(this.#nowMs - borne.atMs) / tauMs)
    const x = logOdds(borne.middle) + share * (logOdds(borne.p) - logOdds(borne.middle))
    const p = 1 / (1 + Math.exp(-x))
    if (Math.abs(fair.p - p) > MOVED)
      this.#add(`${market.id} is worth ${fair.p}, from ${borne.p} with ${borne.middle} in the middle it is ${p}`)
    if (!touch.isStanding) return
    const { middle, spread } = touch.of(lots)
    const off = Math.abs(middle - p) - spread
    if (Math.abs(off) > MOVED && off > 0 !== (fair.jump !== 0))
      this.#add(`${market.id}: ${middle} with a spread of ${spread} is no jump from ${p}, or is one: ${fair.jump}`)
  }

  /** What has jumped is followed once our size has rested there for as long as the settings say, or has traded, and no sooner. */
  #jumps(market: Market, seen: Seen, { fair, touch, lots }: Told): void {
    const [{ confirmMs, maxFairAgeMs }, { jumped }] = [this.#told(), seen]
    // when what it has jumped from is too old a signal may carry it, which the book agrees with
    const carriedMs = this.#world.scenario.setting.terms?.signal === undefined ? confirmMs : maxFairAgeMs
    if (jumped !== undefined && isOfBook(fair) && !jumped.isTraded) {
      const forMs = this.#nowMs - jumped.sinceMs
      if (Math.abs(fair.p - jumped.p) > MOVED && forMs < Math.min(confirmMs - LATE_MS, carriedMs))
        this.#add(`${market.id} has jumped ${forMs} ms ago, and is worth ${fair.p} instead of ${jumped.p}`)
      const restsMs = this.#nowMs - (jumped.restsFromMs ?? this.#nowMs)
      if (fair.jump === jumped.sign && Math.abs(fair.p - jumped.p) < MOVED && restsMs > confirmMs + LATE_MS)
        this.#add(`${market.id} has jumped, our size rests there for ${restsMs} ms, and it is not followed`)
    }
    // where the book is back beside the value, that goes on as soon as it likes
    if (!isOfBook(fair) || fair.jump === 0 || !touch.isStanding || !isOff(touch.of(lots), fair.p)) {
      seen.jumped = undefined
      return
    }
    const restsFromMs = touch.isBeyond(fair.p, fair.jump, lots) ? this.#nowMs : undefined
    if (jumped?.sign === fair.jump && Math.abs(jumped.p - fair.p) < MOVED)
      jumped.restsFromMs = restsFromMs && (jumped.restsFromMs ?? restsFromMs)
    // how long one has lasted that is met later, or after another, is not known
    else if (jumped !== undefined || fair.ageMs > 0) seen.jumped = undefined
    else
      seen.jumped = { sign: fair.jump, sinceMs: this.#nowMs, p: fair.p, restsFromMs, isTraded: false, isTrusted: false }
  }

  #sampled(market: Market, plain: PlainVolatility, fair: FairValue | undefined, { beliefs }: Core): void {
    if (fair === undefined || fair.ageMs > 0 || fair.basis !== 'two-sided') return
    plain.sampled(fair.p, this.#nowMs, this.#told().volatilityTauMs)
    const here = beliefs.estimates.volatility(market.conditionId)
    const { variance = Number.NaN } = plain
    const isSame = here === undefined ? Number.isNaN(variance) : Math.abs(here ** 2 - variance) <= TINY
    if (!isSame) this.#add(`${market.id} has a volatility of ${here}, by plain sums ${Math.sqrt(variance)}`)
  }

  #toxicity(market: Market, seen: Seen, { beliefs }: Core): void {
    if (this.#nowMs < seen.toxicityDueMs || !this.#isSizeKnown) return
    seen.toxicityDueMs = this.#nowMs + TOXICITY_EVERY_MS
    const here = beliefs.estimates.toxicity(market.conditionId)
    const plain = seen.markouts.costs(this.#nowMs)
    if (here.some((cost, i) => Math.abs(cost - (plain[i] ?? 0)) > TINY))
      this.#add(`the toxicity of ${market.id} is ${here.join(' and ')}, by plain sums ${plain.join(' and ')}`)
  }
}

/** And of nothing that stands in for one. */
const isOfBook = (fair: FairValue | undefined): fair is FairValue =>
  fair !== undefined && (fair.basis === 'two-sided' || fair.basis === 'one-sided')
const isOff = ({ middle, spread }: Ends, p: number) => Math.abs(middle - p) > spread + MOVED

interface Told {
  readonly fair: FairValue | undefined
  readonly touch: PlainTouch
  readonly lots: number
}
