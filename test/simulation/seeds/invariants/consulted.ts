// The strategy is asked as soon as the fair value has come a tick further, by time alone too: what is approved was wished for by the value of now.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { BotLife } from '../bot-life.js'

const LOOK_EVERY_MS = 250
/** What has just moved is decided on in the next turn. */
const MOST_BEHIND = 2
/** Of ticks: values are compared, not prices. */
const SLACK = 0.5

export interface ConsultedParts {
  readonly isSlow: boolean
  readonly fairTauMs: () => number
  readonly add: (what: string) => void
}

export class Consulted {
  readonly #parts: ConsultedParts
  #life: BotLife | undefined
  /** By what each market was last wished for. */
  readonly #askedWith = new Map<string, number | undefined>()
  readonly #behind = new Map<ConditionId, number>()
  #dueMs = 0

  constructor(parts: ConsultedParts) {
    this.#parts = parts
  }

  /** The strategy is asked. `fair`: the value that it is shown. */
  asked(conditionId: string, fair: number | undefined): void {
    this.#askedWith.set(conditionId, fair)
  }

  /** A turn has ended. */
  turned(life: BotLife): void {
    const nowMs = life.clock.monoMs()
    if (life !== this.#life) {
      this.#behind.clear()
      this.#dueMs = 0
    }
    this.#life = life
    const core = life.bot?.core
    // one that takes too long, or throws, is asked less often
    if (core === undefined || nowMs < this.#dueMs || this.#parts.isSlow) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    const { cells, isMarked, approval } = core.conclusions()
    const { estimates, markets } = core.beliefs
    for (const cell of cells) {
      const { conditionId } = cell
      const market = markets.get(conditionId)
      const asked = this.#askedWith.get(conditionId)
      if (market === undefined || isMarked(cell) || approval(conditionId).approved.length === 0) {
        this.#behind.delete(conditionId)
        continue
      }
      const now = estimates.unmoved(() => estimates.fair(market))?.p
      const offTicks = Math.abs((now ?? Number.NaN) - (asked ?? Number.NaN)) * market.ticksPerUnit
      // the last ticks may take long: nobody wakes for those
      const most = Math.max(1, this.#parts.fairTauMs() / 1000) + SLACK
      const behind = offTicks <= most ? 0 : (this.#behind.get(conditionId) ?? 0) + 1
      this.#behind.set(conditionId, behind)
      if (behind > MOST_BEHIND)
        this.#parts.add(`${market.id} is worth ${now}, and is quoted by a wish for ${asked}: ${offTicks} ticks off`)
    }
  }
}
