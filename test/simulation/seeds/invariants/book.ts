// Where the venue numbers its events, nobody quotes for long on a book that is not the venue's.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import { topBids } from '../../../../src/state/market/books.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

const LOOK_MS = 500
/** What is on its way, and a gap until it is answered. */
const ALLOWED_MS = 8000

export class BookWatch {
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations
  readonly #before = new Map<ConditionId, string>()
  readonly #wrong = new Map<ConditionId, number>()
  #dueMs: number

  constructor(world: World, truth: Truth, violations: Violations) {
    this.#world = world
    this.#truth = truth
    this.#violations = violations
    this.#dueMs = world.clock.monoMs()
  }

  /** Now and then, once the faults are over. */
  look(): void {
    const { scenario, clock, markets } = this.#world
    const { seq, socket } = scenario.setting
    if (!seq || !socket || clock.monoMs() < this.#dueMs) return
    this.#dueMs += LOOK_MS
    for (const conditionId of markets) this.#lookAt(conditionId)
  }

  #lookAt(conditionId: ConditionId): void {
    const { life } = this.#world
    const beliefs = life?.bot?.core.beliefs
    const market = beliefs?.markets.get(conditionId)
    if (beliefs === undefined || market === undefined) return
    const truth = textOf(this.#truth.othersBids(market))
    const believed = textOf(topBids(beliefs.others(market)).map((bid) => bid?.price))
    const isWrong =
      believed !== truth && believed !== this.#before.get(conditionId) && this.#truth.resting(conditionId).length > 0
    this.#before.set(conditionId, truth)
    const wrongMs = isWrong ? (this.#wrong.get(conditionId) ?? 0) + LOOK_MS : 0
    this.#wrong.set(conditionId, wrongMs)
    if (wrongMs > ALLOWED_MS)
      this.#violations.add('book', `in ${conditionId} quotes rest on best bids ${believed}, the venue has ${truth}`)
  }
}

function textOf(prices: readonly (number | undefined)[]): string {
  return prices.map((price) => price ?? '-').join('/')
}
