// What a market is worth while its book bears no value, where a signal may carry it: the word that the rules name, as old as it is; else what the
// book bore last, until that is too old; else the prior.

import type { FairValue } from '../../../../src/domain/market/fair-value.js'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import { carrierOf, type Gone, isProbability, type Sign, type SignalRules, sideOf, type Word } from './plain-signal.js'
import { type Ends, logOdds } from './plain-touch.js'

const LOOK_EVERY_MS = 100
/** Of a time, milliseconds, and of a value. */
const LATE_MS = 1.5
const TINY = 1e-6
const KEPT = 60

interface Borne extends Ends {
  readonly atMs: number
  readonly p: number
}

interface Seen {
  borne: Borne | undefined
  /** All words so far on the same side of what the book bears. */
  run: { readonly sign: Sign; readonly sinceMs: number } | undefined
  isRunKnown: boolean
  gone: Gone | undefined
  /** The last one before the book went, and all since; and whatever was said of late. */
  words: Word[]
  all: Word[]
  dueMs: number
}

/** `prior`: of now. */
type Rules = SignalRules & { readonly fairTauMs: number; readonly prior: number | undefined }

export interface CarriedParts {
  readonly rules: (id: ConditionId) => Rules
  readonly add: (what: string) => void
}

export class Carried {
  readonly #parts: CarriedParts
  readonly #markets = new Map<ConditionId, Seen>()

  constructor(parts: CarriedParts) {
    this.#parts = parts
  }

  /** Another life of the bot. */
  begin(): void {
    this.#markets.clear()
  }

  /** The bot has heard it. */
  told(id: ConditionId, word: Word): void {
    const seen = this.#of(id)
    const last = seen.all.at(-1)
    if (!Number.isFinite(word.value) || (last !== undefined && word.madeMs < last.madeMs)) return
    seen.all = [...seen.all.slice(-KEPT), word]
    seen.words = seen.gone === undefined ? [word] : [...seen.words, word]
    seen.dueMs = word.toldMs
    if (seen.gone === undefined) this.#against(id, seen, word)
  }

  /** The others' book has shown itself: how it stands, if it does, and what the market is worth then. */
  observed(id: ConditionId, stands: Ends | undefined, fair: FairValue | undefined, nowMs: number): void {
    const seen = this.#of(id)
    if (stands === undefined) {
      if (seen.gone === undefined && seen.borne !== undefined)
        seen.gone = this.#goneOf(seen, { ...seen.borne, p: this.#now(id, seen.borne, nowMs) }, nowMs)
      return
    }
    const isBorne = fair?.basis === 'two-sided' && fair.ageMs === 0 && fair.jump === 0
    if (seen.gone !== undefined || !isBorne) seen.isRunKnown = false
    seen.gone = undefined
    seen.words = seen.words.slice(-1)
    seen.borne = isBorne ? { ...stands, atMs: nowMs, p: fair.p } : undefined
  }

  /** What its book shows cannot be told from here. */
  lost(id: ConditionId): void {
    const seen = this.#of(id)
    seen.borne = undefined
    seen.gone = undefined
    seen.isRunKnown = false
  }

  /** Its book is gone since the value was borne by one that stood. */
  isGone(id: ConditionId): boolean {
    return this.#of(id).gone !== undefined
  }

  due(nowMs: number): readonly ConditionId[] {
    return [...this.#markets].flatMap(([id, { dueMs }]) => (nowMs >= dueMs ? [id] : []))
  }

  /** What it is worth by now. */
  look(id: ConditionId, fair: FairValue | undefined, nowMs: number): void {
    const seen = this.#of(id)
    seen.dueMs = nowMs + LOOK_EVERY_MS
    const rules = this.#parts.rules(id)
    if (fair?.basis === 'signal') this.#isSaid(id, fair, { seen, nowMs, rules })
    if (seen.gone === undefined) return
    const carrier = carrierOf(seen.gone, seen.words, nowMs, rules)
    if (carrier === undefined) return
    const { by, jump } = carrier
    if (by === 'book') this.#isAlone(id, fair, { gone: seen.gone, nowMs, rules })
    else if (fair?.basis !== 'signal' || Math.abs(fair.p - by.value) > TINY)
      this.#add(id, fair, `by a signal ${by.value}, ${nowMs - by.madeMs} ms old`)
    if (jump !== undefined && fair !== undefined && fair.jump !== jump && fair.basis !== 'prior')
      this.#add(id, fair, `with a jump ${jump}`)
  }

  #isSaid(
    id: ConditionId,
    fair: FairValue,
    { seen, nowMs, rules }: { readonly seen: Seen; readonly nowMs: number; readonly rules: SignalRules },
  ): void {
    const isFresh = ({ madeMs }: Word) => nowMs - madeMs <= rules.maxAgeMs + LATE_MS
    const last = seen.all.at(-1)
    const isSaid = seen.all.some(
      (word) =>
        isProbability(word.value) &&
        isFresh(word) &&
        Math.abs(word.value - fair.p) < TINY &&
        Math.abs(nowMs - word.madeMs - fair.ageMs) < LATE_MS,
    )
    if (!isSaid || last === undefined || !isFresh(last) || !isProbability(last.value))
      this.#add(id, fair, `by no signal: the last says ${last?.value}, ${nowMs - (last?.madeMs ?? 0)} ms ago`)
  }

  #isAlone(
    id: ConditionId,
    fair: FairValue | undefined,
    { gone, nowMs, rules }: { readonly gone: Gone; readonly nowMs: number; readonly rules: Rules },
  ): void {
    const ageMs = nowMs - gone.atMs
    if (Math.abs(ageMs - rules.maxFairAgeMs) < LATE_MS) return
    if (ageMs < rules.maxFairAgeMs) {
      const isBook = fair !== undefined && fair.basis !== 'signal' && fair.basis !== 'prior'
      if (!isBook || Math.abs(fair.p - gone.p) > TINY || Math.abs(fair.ageMs - ageMs) > LATE_MS)
        this.#add(id, fair, `by the book ${gone.p}, ${ageMs} ms old`)
    } else if (rules.prior === undefined ? fair !== undefined : fair?.basis !== 'prior' || fair.p !== rules.prior)
      this.#add(id, fair, `by a prior ${rules.prior}`)
  }

  #goneOf({ run, isRunKnown }: Seen, borne: Borne, nowMs: number): Gone {
    const { p, spread } = borne
    return { atMs: nowMs, p, spread, against: isRunKnown ? run : 'unknown' }
  }

  /** What the book that stood since then has come to. */
  #now(id: ConditionId, { atMs, p, middle }: Borne, nowMs: number): number {
    const { fairTauMs } = this.#parts.rules(id)
    const share = fairTauMs === 0 ? 0 : Math.exp(-(nowMs - atMs) / fairTauMs)
    return 1 / (1 + Math.exp(-(logOdds(middle) + share * (logOdds(p) - logOdds(middle)))))
  }

  #against(id: ConditionId, seen: Seen, { value, madeMs, toldMs }: Word): void {
    const { borne } = seen
    const near = Math.max(this.#parts.rules(id).maxJump, borne?.spread ?? 0)
    const side = borne && isProbability(value) ? sideOf(value - this.#now(id, borne, toldMs), near) : undefined
    if (side === undefined) seen.isRunKnown = false
    if (side === 0) seen.isRunKnown = true
    if (side === undefined || side === 0) seen.run = undefined
    else if (seen.run?.sign !== side) seen.run = { sign: side, sinceMs: madeMs }
  }

  #of(id: ConditionId): Seen {
    let seen = this.#markets.get(id)
    if (seen === undefined) {
      seen = { borne: undefined, run: undefined, isRunKnown: true, gone: undefined, words: [], all: [], dueMs: 0 }
      this.#markets.set(id, seen)
    }
    return seen
  }

  #add(id: ConditionId, fair: FairValue | undefined, expected: string): void {
    const got = fair === undefined ? 'nothing' : `${fair.p} by ${fair.basis}, ${fair.ageMs} ms old, jump ${fair.jump}`
    this.#parts.add(`${id} is worth ${got}; expected ${expected}`)
  }
}
