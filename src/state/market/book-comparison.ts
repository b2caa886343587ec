// Whether the venue's best bids of the others agree with ours, although both move while the question is on its way.
// An answer may overtake the stream: what we have not shown yet gets a short grace to be shown. While an order of ours that has ended is still
// taken off, ours show too little where the venue's level is whole again: they are looked at once more when it is not taken off any more.

import { MarketMap } from '../../domain/collections/market-map.js'
import type { BestBids } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'

/** Both questions can be on their way at once; each is judged by what was seen since its own start. */
export type QuestionKind = 'best-bids' | 'book'

export type Verdict = 'agrees' | 'differs' | 'unclear'

/** After so many unclear answers in a row the book counts as different: one of the two does not move as it should. */
const MAX_UNCLEAR = 4
/** The stream may be so far behind an answer. */
const GRACE_MS = 300

interface Question {
  /** Best prices of ours since the question was asked. */
  readonly seen: Set<string>
  /** The newest of them. */
  last: BestBids
  changes: number
  readonly ownUntilMonoMs: number
  /** An answer that ours have not shown yet. */
  late?: Late
}

interface Late {
  readonly prices: string
  readonly untilMonoMs: number
  /** Ours change by time alone before that. */
  readonly looksAgain: boolean
}

function pricesOf(bids: BestBids): string {
  return `${bids[0]?.price ?? '-'}/${bids[1]?.price ?? '-'}`
}

function haveSamePrices(a: BestBids, b: BestBids): boolean {
  return a[0]?.price === b[0]?.price && a[1]?.price === b[1]?.price
}

const NEVER = Number.POSITIVE_INFINITY

interface AnsweredAt {
  readonly nowMonoMs: number
  readonly ownUntilMonoMs?: number
}

const NONE: readonly (readonly [ConditionId, Verdict])[] = []

export class BestBidComparison {
  readonly #questions = new MarketMap<Map<QuestionKind, Question>>()
  readonly #unclear = new Map<ConditionId, number>()
  readonly #late = new Set<ConditionId>()

  /**
   * A question goes out now, while ours are `others`; it replaces an unanswered one of its kind. `ownUntilMonoMs`: ours change by time alone
   * then, if they do.
   */
  asked(conditionId: ConditionId, kind: QuestionKind, others: BestBids, ownUntilMonoMs = NEVER): void {
    const questions = this.#questions.get(conditionId) ?? new Map<QuestionKind, Question>()
    this.#questions.set(conditionId, questions)
    questions.set(kind, { seen: new Set([pricesOf(others)]), last: others, changes: 0, ownUntilMonoMs })
  }

  /** A question is out. */
  isAsked(conditionId: ConditionId): boolean {
    return (this.#questions.get(conditionId)?.size ?? 0) > 0
  }

  /** Our book of the others has changed; `others` are their best bids as the answer to each kind of question would tell them. */
  moved(conditionId: ConditionId, others: (kind: QuestionKind) => BestBids): Verdict | undefined {
    const questions = this.#questions.get(conditionId)
    if (questions === undefined || questions.size === 0) return undefined
    let verdict: Verdict | undefined
    for (const [kind, question] of questions) {
      const bids = others(kind)
      question.changes++
      // most changes leave the best prices where they are, and an answer that waits is none that ours have shown
      if (haveSamePrices(bids, question.last)) continue
      question.last = bids
      const prices = pricesOf(bids)
      question.seen.add(prices)
      if (question.late?.prices !== prices) continue
      this.failed(conditionId, kind)
      this.#unclear.delete(conditionId)
      verdict = 'agrees'
    }
    return verdict
  }

  /** `undefined`: the verdict comes within the grace, by `moved` or by `due`. */
  answered(
    conditionId: ConditionId,
    kind: QuestionKind,
    bids: BestBids,
    { nowMonoMs, ownUntilMonoMs = NEVER }: AnsweredAt,
  ): Verdict | undefined {
    const question = this.#questions.get(conditionId)?.get(kind)
    if (!question) return 'unclear'
    const prices = pricesOf(bids)
    if (question.seen.has(prices)) {
      this.failed(conditionId, kind)
      this.#unclear.delete(conditionId)
      return 'agrees'
    }
    const changeMonoMs = [question.ownUntilMonoMs, ownUntilMonoMs].filter((at) => at < NEVER)
    const looksAgain = changeMonoMs.length > 0
    const fromMonoMs = Math.max(nowMonoMs, ...changeMonoMs)
    question.late = { prices, untilMonoMs: fromMonoMs + GRACE_MS, looksAgain }
    this.#late.add(conditionId)
    return undefined
  }

  /** Verdicts on answers whose grace is over; `others`: the best bids of ours as they are now. */
  due(
    nowMonoMs: number,
    others: (conditionId: ConditionId, kind: QuestionKind) => BestBids | undefined,
  ): readonly (readonly [ConditionId, Verdict])[] {
    if (this.#late.size === 0) return NONE
    const verdicts: (readonly [ConditionId, Verdict])[] = []
    for (const conditionId of this.#late) {
      for (const [kind, { late, changes }] of this.#questions.get(conditionId) ?? []) {
        if (late === undefined || late.untilMonoMs > nowMonoMs) continue
        this.failed(conditionId, kind)
        const now = late.looksAgain ? others(conditionId, kind) : undefined
        if (now !== undefined && pricesOf(now) === late.prices) {
          this.#unclear.delete(conditionId)
          verdicts.push([conditionId, 'agrees'])
        } else verdicts.push([conditionId, this.#against(conditionId, now === undefined ? changes : changes + 1)])
      }
    }
    return verdicts
  }

  /** When `due` may have something to say, monotonic. */
  nextDueMonoMs(): number | undefined {
    if (this.#late.size === 0) return undefined
    const graces = [...this.#late].flatMap((id) =>
      [...(this.#questions.get(id)?.values() ?? [])].flatMap(({ late }) => (late ? [late.untilMonoMs] : [])),
    )
    return graces.length === 0 ? undefined : Math.min(...graces)
  }

  /** No answer comes, or it is not needed any more. */
  failed(conditionId: ConditionId, kind: QuestionKind): void {
    const questions = this.#questions.get(conditionId)
    questions?.delete(kind)
    if (![...(questions?.values() ?? [])].some(({ late }) => late !== undefined)) this.#late.delete(conditionId)
  }

  /** The market is over and settled: no answer is judged any more. */
  forgetMarket(conditionId: ConditionId): void {
    this.#questions.delete(conditionId)
    this.#unclear.delete(conditionId)
    this.#late.delete(conditionId)
  }

  #against(conditionId: ConditionId, changes: number): Verdict {
    const unclear = (this.#unclear.get(conditionId) ?? 0) + 1
    if (changes > 0 && unclear < MAX_UNCLEAR) {
      this.#unclear.set(conditionId, unclear)
      return 'unclear'
    }
    this.#unclear.delete(conditionId)
    return 'differs'
  }
}
