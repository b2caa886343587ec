// What the bot has made of its own fills is what they come to, one after the other: how many there were and how much of what was sent; how far
// the price went against each; and where that is judged, which markets are guarded, from when and for how long.

import type { ConditionId, Hex, Market } from '../../../../src/domain/market/market.js'
import { netDirection } from '../../../../src/domain/market/yes-view.js'
import { matchedRawOf, type OwnOrder } from '../../../../src/domain/orders/own-order.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import type { RiskLimits } from '../../../../src/risk/schema.js'
import type { BotLife } from '../bot-life.js'
import { meanOf, PlainMarkouts, type PlainMove } from './plain-markouts.js'

const LOOK_EVERY_MS = 1000
const TINY = 1e-9
/** Where nothing but the ramp asks for it. */
const USUAL = { horizonSec: 10, memorySec: 600, priorFills: 5, forSec: 120 }
const NEVER = Number.POSITIVE_INFINITY

type Core = NonNullable<BotLife['bot']>['core']

interface Bounds {
  readonly horizonMs: number
  readonly tauMs: number
  readonly prior: number
  readonly widenAbove: number
  readonly pullAbove: number
  readonly forMs: number
}

interface Seen {
  readonly markouts: PlainMarkouts
  /** Our largest order, lots. */
  largest: number
}

interface Guarded {
  readonly guard: 'none' | 'widened' | 'pulled'
  readonly mean: number
}

export class OwnFills {
  readonly #add: (what: string) => void
  readonly #bounds: Bounds | undefined
  readonly #markets = new Map<ConditionId, Seen>()
  /** What is counted as matched of each order that this life has placed, raw. */
  readonly #matchedRaw = new Map<Hex, bigint>()
  /** Those of which it is not known here what they come to. */
  readonly #lost = new Set<ConditionId>()
  readonly #record = { fills: 0, filledShares: 0, sentShares: 0 }
  /** How many fills there were by an event is not known here. */
  #isUncounted = false
  /** Nor how much they come to. */
  #isUnsummed = false
  #dueMs = 0

  /** Of one life of the bot. */
  constructor(risk: RiskLimits, add: (what: string) => void) {
    this.#add = add
    this.#bounds = boundsOf(risk)
  }

  /** The middle of the others' best bid and offer; none while a side is missing. */
  observed(conditionId: ConditionId, mid: number | undefined, nowMs: number): void {
    if (this.#bounds !== undefined) this.#of(conditionId).markouts.observed(mid, nowMs)
  }

  /** The bot has seen what cannot be told from here. */
  lost(conditionId: ConditionId): void {
    this.#lost.add(conditionId)
  }

  /** One lot is so many from now on. */
  resized(conditionId: ConditionId, lotsEach: number): void {
    const seen = this.#markets.get(conditionId)
    if (seen !== undefined) seen.largest *= lotsEach
  }

  decided(event: CoreEvent, { commands }: Decision, core: Core): void {
    const { monoMs } = event.at
    this.#matched(namedIn(event), core, monoMs)
    for (const command of commands) if (command.kind === 'place') this.#placed(command, core)
    if (monoMs < this.#dueMs) return
    this.#dueMs = monoMs + LOOK_EVERY_MS
    this.#look(core, monoMs)
  }

  #placed({ conditionId, intents }: Extract<Decision['commands'][number], { kind: 'place' }>, { beliefs }: Core): void {
    const market = beliefs.markets.get(conditionId)
    const seen = this.#of(conditionId)
    for (const { draft } of intents) {
      seen.largest = Math.max(seen.largest, draft.size)
      if (market !== undefined) this.#record.sentShares += sharesOf(BigInt(draft.size) * market.lotRaw, market)
    }
  }

  #matched(hashes: readonly Hex[], { beliefs }: Core, nowMs: number): void {
    const filled = new Set<ConditionId>()
    for (const hash of new Set(hashes)) {
      const order = beliefs.orders.byHash(hash)
      const market = order && beliefs.markets.get(order.draft.conditionId)
      if (order?.origin !== 'placed' || market === undefined) continue
      const moreRaw = matchedRawOf(order) - (this.#matchedRaw.get(hash) ?? 0n)
      this.#matchedRaw.set(hash, matchedRawOf(order))
      // a match has failed, and what is left of others may be news
      if (moreRaw < 0n && matchedRawOf(order) > 0n) {
        this.#isUncounted = true
        this.#isUnsummed = true
        this.lost(market.conditionId)
      }
      if (moreRaw <= 0n) continue
      this.#filled(order, market, { moreRaw, nowMs })
      // one fill after the other is counted, and what of it is new is not known
      const isOne = hashes.indexOf(hash) === hashes.lastIndexOf(hash)
      if (!isOne) this.#isUncounted = true
      // which of them was counted first is not known, and the mean may begin anew between them
      if (!isOne || filled.has(market.conditionId)) this.lost(market.conditionId)
      filled.add(market.conditionId)
    }
  }

  #filled(
    { draft }: OwnOrder,
    market: Market,
    { moreRaw, nowMs }: { readonly moreRaw: bigint; readonly nowMs: number },
  ): void {
    this.#record.fills++
    this.#record.filledShares += sharesOf(moreRaw, market)
    if (this.#bounds === undefined) return
    const { markouts, largest } = this.#of(market.conditionId)
    const lots = Number(moreRaw / market.lotRaw)
    markouts.traded(netDirection(draft) === 1, Math.min(1, lots / Math.max(1, largest)), nowMs)
  }

  #of(conditionId: ConditionId): Seen {
    let seen = this.#markets.get(conditionId)
    if (seen === undefined) {
      seen = { markouts: new PlainMarkouts(this.#bounds?.horizonMs), largest: 0 }
      this.#markets.set(conditionId, seen)
    }
    return seen
  }

  #look({ beliefs: { estimates, markets } }: Core, nowMs: number): void {
    const here = estimates.ownRecord()
    if (this.#isUncounted) this.#record.fills = here.fills
    if (this.#isUnsummed) this.#record.filledShares = here.filledShares
    this.#isUncounted = false
    this.#isUnsummed = false
    const { fills, filledShares, sentShares } = this.#record
    if (here.fills !== fills || isOff(here.filledShares, filledShares) || isOff(here.sentShares, sentShares))
      this.#add(
        `${here.fills} fills, ${here.filledShares} of ${here.sentShares} shares, by plain sums ${fills}, ${filledShares} of ${sentShares}`,
      )
    if (this.#bounds === undefined) return
    let [sum, weight, judged] = [0, 0, 0]
    for (const [conditionId, { markouts }] of this.#markets) {
      const moves = markouts.moves(nowMs)
      const market = markets.get(conditionId)
      // of one that is over nothing is judged any more: it may be forgotten, and named once more by who chooses markets
      if (market?.status === 'OPEN' && !this.#lost.has(conditionId))
        this.#guarded(market, guardedBy(moves, this.#bounds, nowMs), estimates)
      sum += moves.reduce((all, one) => all + one.weight * one.move, 0)
      weight += moves.reduce((all, one) => all + one.weight, 0)
      judged += moves.length
    }
    if (this.#lost.size > 0) return
    if (here.judged !== judged || isOff(here.moves, sum) || isOff(here.weight, weight))
      this.#add(
        `${here.judged} fills are judged, ${here.moves} of ${here.weight}, by plain sums ${judged}, ${sum} of ${weight}`,
      )
  }

  #guarded({ conditionId, id }: Market, { guard, mean }: Guarded, estimates: Core['beliefs']['estimates']): void {
    const here = estimates.ownMarkout(conditionId)
    if (here === undefined || isOff(here, mean)) this.#add(`our markout in ${id} is ${here}, by plain sums ${mean}`)
    const guardHere = estimates.ownGuard(conditionId)
    if (guardHere !== guard) this.#add(`the guard of ${id} is ${guardHere}, by plain sums ${guard}`)
  }
}

function boundsOf({ toxicity, ramp }: RiskLimits): Bounds | undefined {
  if (toxicity === undefined && ramp === undefined) return undefined
  const { horizonSec, memorySec, priorFills, forSec } = toxicity ?? USUAL
  const { widenAbove, pullAbove } = toxicity ?? { widenAbove: NEVER, pullAbove: NEVER }
  return {
    ...{ horizonMs: 1000 * horizonSec, tauMs: 1000 * memorySec, prior: priorFills },
    ...{ widenAbove, pullAbove, forMs: 1000 * forSec },
  }
}

/** Fill by fill, what follows from the mean over those since the market was pulled last. */
function guardedBy(moves: readonly PlainMove[], bounds: Bounds, nowMs: number): Guarded {
  const { widenAbove, pullAbove, forMs } = bounds
  let [pulledUntilMs, widenedUntilMs] = [0, 0]
  let since: PlainMove[] = []
  for (const move of moves) {
    since.push(move)
    const mean = meanOf(since, move.dueMs, bounds)
    if (mean > pullAbove) {
      pulledUntilMs = move.dueMs + forMs
      widenedUntilMs = pulledUntilMs + forMs
      since = []
    } else if (mean > widenAbove) widenedUntilMs = Math.max(widenedUntilMs, move.dueMs + forMs)
  }
  const guard = nowMs < pulledUntilMs ? 'pulled' : nowMs < widenedUntilMs ? 'widened' : 'none'
  return { guard, mean: meanOf(since, nowMs, bounds) }
}

/** Orders of which the event may say that something was matched. */
function namedIn(event: CoreEvent): readonly Hex[] {
  switch (event.kind) {
    case 'order':
      return [event.record.hash]
    case 'looked-up':
      return event.record === undefined ? [] : [event.record.hash]
    case 'orders-listed':
      return event.records.map(({ hash }) => hash)
    case 'fills-listed':
      return event.fills.map(({ hash }) => hash)
    default:
      return []
  }
}

const sharesOf = (raw: bigint, { unitRaw }: Market) => Number(raw) / Number(unitRaw)

const isOff = (here: number, plain: number) => Math.abs(here - plain) > TINY * Math.max(1, Math.abs(plain))
