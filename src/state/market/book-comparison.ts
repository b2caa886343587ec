// Whether the venue's best bids of the others agree with ours, although both move while the question is on its way.
// An answer may overtake the stream: what we have not shown yet gets a short grace to be shown. While an order of ours that has ended is still
// taken off, ours show too little where the venue's level is whole again: they are looked at once more when it is not taken off any more.
// An answer may be late as well, as where requests are answered from a copy of the venue's books: it says what ours were a moment before they
// were asked about. That speaks against no book, and tells by how much such answers are behind.

import { MarketMap } from '../../domain/collections/market-map.js'
import type { BestBids } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'
import { haveSamePrices, pricesOf, ShownBids } from './shown-bids.js'

/** Both questions can be on their way at once; each is judged by what was seen since its own start. */
export type QuestionKind = 'best-bids' | 'book'

export type Verdict = 'agrees' | 'differs' | 'unclear' | 'behind'

/** After so many unclear answers in a row the book counts as different: one of the two does not move as it should. */
const MAX_UNCLEAR = 4
/** The stream may be so far behind an answer. */
const GRACE_MS = 300
/** What answers were behind says so much about polls, unless one that is not is seen before; milliseconds. */
const BEHIND_FOR_MS = 120_000

interface Question {
  readonly askedMonoMs: number
  /** Ours were so then, and since when. */
  readonly first: string
  readonly sinceMonoMs: number
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

const NEVER = Number.POSITIVE_INFINITY

interface At {
  readonly nowMonoMs: number
  /** Ours change by time alone then, if they do. */
  readonly ownUntilMonoMs?: number
}

const NOT_BEHIND = { ms: 0, untilMonoMs: NEVER }

const NONE: readonly (readonly [ConditionId, Verdict])[] = []

export class BestBidComparison {
  readonly #questions = new MarketMap<Map<QuestionKind, Question>>()
  readonly #unclear = new Map<ConditionId, number>()
  readonly #late = new Set<ConditionId>()
  readonly #shown: Readonly<Record<QuestionKind, ShownBids>>
  #behind = NOT_BEHIND

  /** `mergedBestBids`: the two kinds of answers may tell different best bids of one book. */
  constructor(mergedBestBids: boolean) {
    const shown = new ShownBids()
    this.#shown = { book: shown, 'best-bids': mergedBestBids ? new ShownBids() : shown }
  }

  /** A question goes out now, while ours are `others`; it replaces an unanswered one of its kind. */
  asked(conditionId: ConditionId, kind: QuestionKind, others: BestBids, at: At): void {
    const { nowMonoMs, ownUntilMonoMs = NEVER } = at
    const questions = this.#questions.get(conditionId) ?? new Map<QuestionKind, Question>()
    this.#questions.set(conditionId, questions)
    this.#shown[kind].show(conditionId, others, nowMonoMs)
    const first = pricesOf(others)
    const sinceMonoMs = this.#shown[kind].sinceMonoMs(conditionId)
    questions.set(kind, {
      ...{ askedMonoMs: nowMonoMs, first, sinceMonoMs, seen: new Set([first]), last: others, changes: 0 },
      ownUntilMonoMs,
    })
  }

  /** Our book of the others has changed; `others` are their best bids as the answer to each kind of question would tell them. */
  moved(conditionId: ConditionId, others: (kind: QuestionKind) => BestBids, nowMonoMs: number): Verdict | undefined {
    this.#shown.book.show(conditionId, others('book'), nowMonoMs)
    if (this.#shown.book !== this.#shown['best-bids'])
      this.#shown['best-bids'].show(conditionId, others('best-bids'), nowMonoMs)
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
      this.#agreed(conditionId, kind, 0)
      verdict = 'agrees'
    }
    return verdict
  }

  /** `undefined`: the verdict comes within the grace, by `moved` or by `due`. */
  answered(
    conditionId: ConditionId,
    kind: QuestionKind,
    bids: BestBids,
    { nowMonoMs, ownUntilMonoMs = NEVER }: At,
  ): Verdict | undefined {
    const question = this.#questions.get(conditionId)?.get(kind)
    if (!question) return 'unclear'
    const prices = pricesOf(bids)
    if (question.seen.has(prices)) {
      this.#agreed(conditionId, kind, prices === question.first ? question.askedMonoMs - question.sinceMonoMs : 0)
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
      for (const [kind, question] of this.#questions.get(conditionId) ?? []) {
        const { late, changes } = question
        if (late === undefined || late.untilMonoMs > nowMonoMs) continue
        this.failed(conditionId, kind)
        const now = late.looksAgain ? others(conditionId, kind) : undefined
        if (now !== undefined && pricesOf(now) === late.prices) {
          this.#unclear.delete(conditionId)
          verdicts.push([conditionId, 'agrees'])
        } else if (this.#isBehind(conditionId, kind, { ...question, late }, nowMonoMs)) {
          this.#unclear.delete(conditionId)
          verdicts.push([conditionId, 'behind'])
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

  /** By how much answers to such questions were found to be behind the stream of late, milliseconds; 0 where none was. That is so until then. */
  behind(nowMonoMs: number): { readonly ms: number; readonly untilMonoMs: number } {
    return this.#behind.untilMonoMs > nowMonoMs ? this.#behind : NOT_BEHIND
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
    for (const shown of Object.values(this.#shown)) shown.forgetMarket(conditionId)
  }

  /** `atMostMs`: no answer that tells this is behind by more. */
  #agreed(conditionId: ConditionId, kind: QuestionKind, atMostMs: number): void {
    this.failed(conditionId, kind)
    this.#unclear.delete(conditionId)
    if (atMostMs < this.#behind.ms) this.#behind = NOT_BEHIND
  }

  /** It says what ours were, and were no more when they were asked about. */
  #isBehind(
    conditionId: ConditionId,
    kind: QuestionKind,
    { askedMonoMs, late }: Question & { readonly late: Late },
    nowMonoMs: number,
  ): boolean {
    const leftMonoMs = this.#shown[kind].leftMonoMs(conditionId, late.prices, nowMonoMs)
    if (leftMonoMs === undefined || leftMonoMs > askedMonoMs) return false
    // it may have said the same for long before that: by less than the one furthest behind is no proof of less
    const ms = Math.max(askedMonoMs - leftMonoMs, this.behind(nowMonoMs).ms)
    this.#behind = { ms, untilMonoMs: nowMonoMs + BEHIND_FOR_MS }
    return true
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
