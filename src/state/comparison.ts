// Whether the venue's best bids of the others agree with ours, although both move while the question is on its way.

import type { BestBids, MarketBook } from '../domain/book.js'
import type { ConditionId } from '../domain/market.js'

export type Verdict = 'agrees' | 'differs' | 'unclear'

/** After so many unclear answers in a row the book counts as different: one of the two does not move as it should. */
const MAX_UNCLEAR = 8

interface Question {
  /** Best prices of ours since the question was asked. */
  readonly seen: Set<string>
  changes: number
}

function pricesOf(bids: readonly ({ readonly price: number } | undefined)[]): string {
  return `${bids[0]?.price ?? '-'}/${bids[1]?.price ?? '-'}`
}

export class BestBidComparison {
  readonly #questions = new Map<ConditionId, Question>()
  readonly #unclear = new Map<ConditionId, number>()

  /** Best bids are asked for now, while ours are `others`. */
  asked(conditionId: ConditionId, others: MarketBook): void {
    this.#questions.set(conditionId, { seen: new Set([pricesOf(bidsOf(others))]), changes: 0 })
  }

  isOpen(conditionId: ConditionId): boolean {
    return this.#questions.has(conditionId)
  }

  /** Our book of the others has changed. */
  moved(conditionId: ConditionId, others: MarketBook): void {
    const question = this.#questions.get(conditionId)
    if (!question) return
    question.seen.add(pricesOf(bidsOf(others)))
    question.changes++
  }

  answered(conditionId: ConditionId, bids: BestBids): Verdict {
    const question = this.#questions.get(conditionId)
    this.#questions.delete(conditionId)
    if (!question) return 'unclear'
    if (question.seen.has(pricesOf(bids))) {
      this.#unclear.delete(conditionId)
      return 'agrees'
    }
    const unclear = (this.#unclear.get(conditionId) ?? 0) + 1
    if (question.changes > 0 && unclear < MAX_UNCLEAR) {
      this.#unclear.set(conditionId, unclear)
      return 'unclear'
    }
    this.#unclear.delete(conditionId)
    return 'differs'
  }

  failed(conditionId: ConditionId): void {
    this.#questions.delete(conditionId)
  }
}

function bidsOf(book: MarketBook) {
  return [book[0].bids[0], book[1].bids[0]]
}
