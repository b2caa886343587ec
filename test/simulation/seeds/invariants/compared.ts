// The venue is asked for its best bids now and then. Where ours have not moved from the question until well after the answer, the answer is judged:
// another one than ours, and the book is not believed any more; ours, and it is for no such reason that it is not.

import type { BestBids } from '../../../../src/domain/market/book.js'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import { topBids } from '../../../../src/state/market/books.js'
import type { BotLife } from '../bot-life.js'

/** What the answer has overtaken may come, and then a turn ends. */
const JUDGED_WITHIN_MS = 500
/** What ours were lately may be said late: the stream is asked to tell its book anew, which may be lost, and is asked for again. */
const TOLD_ANEW_WITHIN_MS = 3000
/** And no sooner than so long after it was asked last. */
const ASKED_ANEW_EVERY_MS = 1000
/** So many answers in a row that ours have not shown, while they moved. */
const MOST_UNCLEAR = 4
/** It may wait until what is ours has left the book. */
const CONVICTED_WITHIN_MS = 10_000
/** Said of a book that a comparison has found wrong. */
const DIFFERS = 'book differs from the venue'

interface Question {
  /** Of ours, from the question on. */
  readonly shown: Set<string>
  /** Something of its book has changed since: what the venue said may have been so in between. */
  hasMoved: boolean
  answered: { readonly prices: string; readonly atMs: number } | undefined
  /** When the stream was asked last to tell its book since then, monotonic: it has not. */
  askedAnewMs: number | undefined
}

export class Compared {
  readonly #add: (what: string) => void
  readonly #questions = new Map<ConditionId, Question>()
  readonly #unclear = new Map<ConditionId, number>()
  /** When each stream was asked last to tell its book anew, whatever for; monotonic. */
  readonly #askedAnewMs = new Map<ConditionId, number>()
  /** When an answer has last said something else than ours, or whole books were compared; monotonic. */
  readonly #otherwiseMs = new Map<ConditionId, number>()
  /** Those whose book a comparison has found wrong, and those that are not believed for another reason: what was found meanwhile is not seen. */
  readonly #wrong = new Set<ConditionId>()
  #life: BotLife | undefined

  constructor(add: (what: string) => void) {
    this.#add = add
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life)
      for (const kept of [this.#questions, this.#unclear, this.#askedAnewMs, this.#otherwiseMs, this.#wrong])
        kept.clear()
    this.#life = life
    if (event.kind === 'market') this.#forget(event.market.conditionId)
    else if (event.kind === 'feed') this.#forget(event.conditionId)
    else if (event.kind === 'level') {
      const question = this.#questions.get(event.conditionId)
      if (question !== undefined) question.hasMoved = true
    } else if (event.kind === 'book') {
      this.#forget(event.conditionId)
      if (event.via === 'poll') this.#otherwiseMs.set(event.conditionId, event.at.monoMs)
    } else if (event.kind === 'best-bids') this.#answered(event, life)
  }

  /** A turn has ended. */
  turned({ commands }: Pick<Decision, 'commands'>, life: BotLife): void {
    for (const [conditionId, question] of this.#questions) this.#judge(conditionId, question, life)
    this.#judged(life)
    for (const command of commands) {
      if (command.kind === 'resync') this.#askedAnew(command.conditionId, life)
      if (command.kind !== 'read-best-bids') continue
      const prices = pricesOf(command.conditionId, life)
      if (prices === undefined) this.#questions.delete(command.conditionId)
      else {
        const question = { shown: new Set([prices]), hasMoved: false, answered: undefined, askedAnewMs: undefined }
        this.#questions.set(command.conditionId, question)
      }
    }
  }

  #askedAnew(conditionId: ConditionId, { clock }: BotLife): void {
    const question = this.#questions.get(conditionId)
    this.#askedAnewMs.set(conditionId, clock.monoMs())
    if (question !== undefined) question.askedAnewMs = clock.monoMs()
  }

  #answered({ conditionId, bids, at }: Extract<CoreEvent, { kind: 'best-bids' }>, life: BotLife): void {
    const question = this.#questions.get(conditionId)
    const prices = textOf(bids)
    if (prices !== pricesOf(conditionId, life)) this.#otherwiseMs.set(conditionId, at.monoMs)
    if (question !== undefined) question.answered = { prices, atMs: at.monoMs }
  }

  #judge(conditionId: ConditionId, question: Question, life: BotLife): void {
    const { shown, hasMoved, answered, askedAnewMs = Number.NEGATIVE_INFINITY } = question
    const prices = pricesOf(conditionId, life)
    // whatever else there is against it, it is not believed: that will do
    if (prices === undefined) this.#forget(conditionId)
    else shown.add(prices)
    if (prices === undefined || answered === undefined) return
    // who was asked before the answer came tells no later for it
    const anewMs = Math.min(askedAnewMs, answered.atMs) + TOLD_ANEW_WITHIN_MS
    const mayAskMs = (this.#askedAnewMs.get(conditionId) ?? Number.NEGATIVE_INFINITY) + ASKED_ANEW_EVERY_MS
    if (life.clock.monoMs() < Math.max(Math.max(answered.atMs, mayAskMs) + JUDGED_WITHIN_MS, anewMs)) return
    this.#questions.delete(conditionId)
    const unclear = shown.has(answered.prices) ? 0 : (this.#unclear.get(conditionId) ?? 0) + 1
    this.#unclear.set(conditionId, unclear)
    if (unclear > (hasMoved ? MOST_UNCLEAR : 0))
      this.#add(
        `${conditionId}: the venue's best bids are ${answered.prices}, ours were ${[...shown].join(', ')} all along, and are believed`,
      )
  }

  #forget(conditionId: ConditionId): void {
    this.#questions.delete(conditionId)
    this.#unclear.delete(conditionId)
  }

  #judged({ bot, clock }: BotLife): void {
    const { markets, feeds } = bot?.core.beliefs ?? {}
    for (const conditionId of markets?.keys() ?? []) {
      const { health, reason } = feeds?.health(conditionId, clock.monoMs()) ?? {}
      const isWrong = reason === DIFFERS
      const wasWrong = this.#wrong.has(conditionId)
      if (health === 'live') this.#wrong.delete(conditionId)
      else this.#wrong.add(conditionId)
      const otherwiseMs = this.#otherwiseMs.get(conditionId) ?? Number.NEGATIVE_INFINITY
      if (isWrong && !wasWrong && clock.monoMs() - otherwiseMs > CONVICTED_WITHIN_MS)
        this.#add(`${conditionId}: a comparison finds its book wrong, and no answer has said anything else`)
    }
  }
}

/** Of the others, by a book that is believed and has nothing in it that is ours and may be gone. */
function pricesOf(conditionId: ConditionId, { bot, clock }: BotLife): string | undefined {
  const beliefs = bot?.core.beliefs
  const market = beliefs?.markets.get(conditionId)
  const nowMs = clock.monoMs()
  if (beliefs === undefined || market === undefined || !beliefs.feeds.trustsSocket(conditionId, nowMs)) return undefined
  if (beliefs.orders.inBookUntilMonoMs(conditionId, nowMs) < Number.POSITIVE_INFINITY) return undefined
  return textOf(topBids(beliefs.others(market)))
}

const textOf = (bids: BestBids) => bids.map((bid) => bid?.price ?? '-').join('/')
