// Whether the venue's best bids of the others agree with ours, although both move while the question is on its way.

import type { BestBids } from '../domain/book.js'
import type { ConditionId } from '../domain/market.js'

/** Both questions can be on their way at once; each is judged by what was seen since its own start. */
export type QuestionKind = 'best-bids' | 'book'

export type Verdict = 'agrees' | 'differs' | 'unclear'

/** After so many unclear answers in a row the book counts as different: one of the two does not move as it should. */
const MAX_UNCLEAR = 8

interface Question {
  /** Best prices of ours since the question was asked. */
  readonly seen: Set<string>
  changes: number
}

function pricesOf(bids: BestBids): string {
  return `${bids[0]?.price ?? '-'}/${bids[1]?.price ?? '-'}`
}

export class BestBidComparison {
  readonly #questions = new Map<ConditionId, Map<QuestionKind, Question>>()
  readonly #unclear = new Map<ConditionId, number>()

  /** A question goes out now, while ours are `others`; it replaces an unanswered one of its kind. */
  asked(conditionId: ConditionId, kind: QuestionKind, others: BestBids): void {
    const questions = this.#questions.get(conditionId) ?? new Map<QuestionKind, Question>()
    this.#questions.set(conditionId, questions)
    questions.set(kind, { seen: new Set([pricesOf(others)]), changes: 0 })
  }

  /** Our book of the others has changed; `others` are their best bids as the answer to each kind of question would tell them. */
  moved(conditionId: ConditionId, others: (kind: QuestionKind) => BestBids): void {
    for (const [kind, question] of this.#questions.get(conditionId) ?? []) {
      question.seen.add(pricesOf(others(kind)))
      question.changes++
    }
  }

  answered(conditionId: ConditionId, kind: QuestionKind, bids: BestBids): Verdict {
    const question = this.#questions.get(conditionId)?.get(kind)
    this.failed(conditionId, kind)
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

  /** No answer comes, or it is not needed any more. */
  failed(conditionId: ConditionId, kind: QuestionKind): void {
    this.#questions.get(conditionId)?.delete(kind)
  }
}
