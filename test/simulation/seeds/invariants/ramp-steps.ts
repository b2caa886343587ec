// The share of the ramp, turn by turn: how it may change, and when it must.

import type { Core } from '../../../../src/core/core.js'
import type { Instant } from '../../../../src/domain/time.js'
import { RAMP } from '../cautions.js'

/** What has happened is judged once a second. */
const STEPS_WITHIN_MS = 2500
const TINY = 1e-6

interface Share {
  readonly value: number
  readonly sinceMs: number
}

/** What it has to follow after the venue had other tokens. */
interface Shrinking {
  readonly most: number
  readonly untilMs: number
}

/** What the ramp has to wait for. */
interface Period {
  readonly judged: number
  readonly forMs: number
}

type Record = ReturnType<typeof recordOf>
const NOTHING: Record = {
  ...{ fills: 0, filledShares: 0, sentShares: 0, moves: 0, weight: 0, judged: 0, corrections: 0 },
}

function recordOf({ beliefs }: Core) {
  return { ...beliefs.estimates.ownRecord(), corrections: beliefs.ledger.corrections }
}

export class RampSteps {
  readonly #add: (what: string) => void
  readonly #reached: () => void
  #share: Share | undefined
  /** The largest that any life has had. */
  #largestShare = 0
  #corrections = 0
  #shrinking: Shrinking | undefined
  /** At the last step of this life. */
  #from: Record | undefined
  /** The most that former lives can have brought into the period of this one, and the most that a period had in this life. */
  #carried: Period = { judged: 0, forMs: 0 }
  #most: Period = { judged: 0, forMs: 0 }
  /** By the turn before. */
  #sentBefore = 0
  /** Something in this period has asked for a smaller share, at the least one too: such a period ends unseen. */
  #isTroubled = false
  /** Since when it must become another. */
  #dueSince: { readonly grows: boolean; readonly monoMs: number } | undefined

  constructor(add: (what: string) => void, reached: () => void) {
    this.#add = add
    this.#reached = reached
  }

  /** Another life of the bot. */
  begin(core: Core): void {
    this.#share = undefined
    this.#corrections = core.beliefs.ledger.corrections
    this.#shrinking = undefined
    this.#from = undefined
    this.#dueSince = undefined
    this.#isTroubled = false
    // what was kept last may be older than the end of that life, and than its last step
    this.#carried = this.#most
  }

  /** What the period has come to, if all of what former lives counted was kept. */
  #period(core: Core, monoMs: number): Period {
    const judged = recordOf(core).judged - (this.#from ?? NOTHING).judged
    const forMs = monoMs - (this.#share?.sinceMs ?? monoMs)
    return { judged: judged + this.#carried.judged, forMs: forMs + this.#carried.forMs }
  }

  /** What would have had to happen since the last step for it to grow, or to shrink. */
  #wrongCause(isGrowth: boolean, wasWhole: boolean, core: Core, period: Period): string | undefined {
    const now = recordOf(core)
    const from = this.#from ?? NOTHING
    const limits = core.settings.core.risk.ramp ?? RAMP
    const judged = now.judged - from.judged
    const fills = now.fills - from.fills
    if (isGrowth) return period.judged < limits.minFills ? `${period.judged} fills are judged` : undefined
    // the first period of a life begins when it is looked at first, and with whole sizes one follows the other: neither is seen here
    if (this.#from === undefined || wasWhole || now.corrections > from.corrections) return undefined
    const markout = (now.moves - from.moves) / (now.weight - from.weight)
    if (judged >= limits.minFills && markout > limits.maxMarkout - TINY) return undefined
    const ratioBy = (sentShares: number) => (now.filledShares - from.filledShares) / (sentShares - from.sentShares)
    // it is judged before the orders of its turn leave
    const [ratio, most] = [ratioBy(now.sentShares), ratioBy(this.#sentBefore)]
    const isOff = ratio < limits.minFillRatio + TINY || most > limits.maxFillRatio - TINY
    return fills >= limits.minFills && isOff ? undefined : `nothing is otherwise: ${fills} fills, ${markout}, ${ratio}`
  }

  /** What has happened since the last step may ask for another one. */
  #stays({ value, sinceMs }: Share, core: Core, monoMs: number): void {
    const { from, limits } = { from: this.#from, limits: core.settings.core.risk.ramp ?? RAMP }
    if (from === undefined || value > 1 - TINY || core.standing.halted !== undefined) {
      this.#dueSince = undefined
      return
    }
    const now = recordOf(core)
    const isCounted = now.fills - from.fills >= limits.minFills
    const isJudged = now.judged - from.judged >= limits.minFills
    const markout = (now.moves - from.moves) / (now.weight - from.weight)
    const ratio = (now.filledShares - from.filledShares) / (now.sentShares - from.sentShares)
    const isLow = isCounted && ratio < limits.minFillRatio + TINY
    const isHigh = isCounted && limits.maxFillRatio < 1 && ratio > limits.maxFillRatio - TINY
    const isBad = isJudged && markout > limits.maxMarkout - TINY
    this.#isTroubled ||= isLow || isHigh || isBad || now.corrections > from.corrections
    const isSurelyBad = isJudged && markout > limits.maxMarkout + TINY && value > limits.startAt + TINY
    const isSurelyGood = isJudged && !this.#isTroubled && monoMs - sinceMs > 1000 * limits.periodSec
    const isDue = isSurelyBad || isSurelyGood
    if (!isDue || this.#dueSince?.grows !== isSurelyGood)
      this.#dueSince = isDue ? { grows: isSurelyGood, monoMs } : undefined
    else if (monoMs - this.#dueSince.monoMs > STEPS_WITHIN_MS)
      this.#add(`the ramp stays at ${value}, and is to ${isSurelyGood ? 'grow' : 'shrink'}: a markout of ${markout}`)
  }

  /** It grows by steps, a period apart, shrinks at once, and a restart gives it no more than it had. */
  turned(core: Core, { monoMs }: Instant): void {
    const value = core.standing.ramp
    if (value === undefined) {
      this.#add('there is no ramp')
      return
    }
    const before = this.#share
    const { startAt, step, periodSec, shrinkTo } = core.settings.core.risk.ramp ?? RAMP
    const { corrections } = core.beliefs.ledger
    const shrunk = Math.max(startAt, (before?.value ?? value) * shrinkTo)
    if (corrections > this.#corrections) this.#shrinking ??= { most: shrunk, untilMs: monoMs + STEPS_WITHIN_MS }
    this.#corrections = corrections
    const period = this.#period(core, monoMs)
    this.#most = {
      judged: Math.max(this.#most.judged, period.judged),
      forMs: Math.max(this.#most.forMs, period.forMs),
    }
    if (value < startAt - TINY || value > 1 + TINY) this.#add(`the ramp stands at ${value}`)
    if (before === undefined) {
      if (value > Math.max(startAt, this.#largestShare) + TINY)
        this.#add(`the ramp begins at ${value}, and was ${this.#largestShare} at most`)
      this.#share = { value, sinceMs: monoMs }
      // nothing came from a former life
      if (this.#largestShare === 0) this.#from = recordOf(core)
    } else if (value !== before.value) {
      const isStep = Math.abs(value - Math.min(1, before.value + step)) < TINY
      if (value > before.value && !isStep) this.#add(`the ramp grows from ${before.value} to ${value}`)
      const wrong = this.#wrongCause(value > before.value, before.value > 1 - TINY, core, period)
      if (wrong !== undefined) this.#add(`the ramp goes from ${before.value} to ${value}, and ${wrong}`)
      this.#from = recordOf(core)
      this.#carried = { judged: 0, forMs: 0 }
      if (value > before.value && period.forMs < 1000 * periodSec - TINY)
        this.#add(`the ramp grows after ${period.forMs} ms`)
      if (value < before.value && Math.abs(value - shrunk) > TINY)
        this.#add(`the ramp shrinks from ${before.value} to ${value}`)
      this.#share = { value, sinceMs: monoMs }
      this.#reached()
      this.#dueSince = undefined
      this.#isTroubled = false
    } else this.#stays(before, core, monoMs)
    this.#largestShare = Math.max(this.#largestShare, value)
    this.#sentBefore = core.beliefs.estimates.ownRecord().sentShares
    if (this.#shrinking === undefined) return
    if (value <= this.#shrinking.most + TINY) this.#shrinking = undefined
    else if (monoMs > this.#shrinking.untilMs) this.#add(`the venue had other tokens, and the ramp stays at ${value}`)
  }
}
