// Our own count of tokens against the venue's. They part when orders of an earlier run settle while we start, and when somebody splits,
// merges, redeems, transfers or trades by hand. Which of the two is right is known only with hindsight:
//
//   mismatch   a reading that not even fills unheard of and settlements under way explain: the market is not quoted until a verdict
//              so is it where only fills unheard of explain it, and the same difference lasts: a market in which something is always under
//              way would never be judged otherwise (lasting-differences.ts)
//   doubt      a reading differs from the count, in a market where nothing of ours is under way
//   verdict    orders and fills listed after that reading tell nothing new: the count missed something, the reading is right
//
// Whatever changes the count in between was on its way when the venue was read, and ends the doubt. Of a market that has closed no reading
// tells anything before its outcome is known: what differs there waits for that, and halts nobody meanwhile.

import type { AccountSnapshot } from '../../domain/account/account.js'
import { areSameTokens } from '../../domain/account/tokens.js'
import type { ConditionId } from '../../domain/market/market.js'
import type { HoldingCorrection } from '../../domain/run/decision.js'
import { LastingDifferences } from './lasting-differences.js'
import type { Slack } from './reading-slack.js'

/** What we count in one market, raw tokens by outcome; `isQuiet`: nothing of ours there is unsettled or unknown. */
export interface Count {
  readonly conditionId: ConditionId
  readonly tokensRaw: readonly [bigint, bigint]
  readonly isQuiet: boolean
  readonly slack: readonly [Slack, Slack]
  /** What of the slack is matched and not settled, or of an order that nobody knows the outcome of: not what rests. */
  readonly unsettled: readonly [Slack, Slack]
}

interface Doubt extends HoldingCorrection {
  /** Number of the event that brought the reading. */
  readonly seq: number
  readonly listed: Set<'orders' | 'fills'>
}

export class Reconciliation {
  readonly #doubts = new Map<ConditionId, Doubt>()
  readonly #mismatched = new Set<ConditionId>()
  readonly #changedSeq = new Map<ConditionId, number>()
  /** Markets whose count lacks what the first reading may lack, too, and the event that told so. */
  readonly #overtaken = new Map<ConditionId, number>()
  readonly #lasting = new LastingDifferences()
  readonly #isJudged: (conditionId: ConditionId) => boolean

  /** `isJudged`: readings of the market are compared with the count now. */
  constructor(isJudged: (conditionId: ConditionId) => boolean = () => true) {
    this.#isJudged = isJudged
  }

  /** Some count is doubted: another reading is wanted soon. */
  get inDoubt(): boolean {
    if (this.#doubts.size > 0 || this.isAnyMismatched) return true
    // one that came while a match was on its way has decided nothing
    return this.#isAnyJudged(this.#overtaken.keys()) || this.#isAnyJudged(this.#lasting.markets())
  }

  /** The lists that decide are wanted at once. */
  get wantsLists(): boolean {
    return this.#doubts.size > 0
  }

  /** Some market has tokens that nothing of ours explains, and the next readings tell more of it. */
  get isAnyMismatched(): boolean {
    return this.#isAnyJudged(this.#mismatched)
  }

  #isAnyJudged(markets: Iterable<ConditionId>): boolean {
    for (const conditionId of markets) if (this.#isJudged(conditionId)) return true
    return false
  }

  /** The venue holds tokens that nothing of ours explains. */
  isMismatched(conditionId: ConditionId): boolean {
    return this.#mismatched.has(conditionId)
  }

  /** A reading differs from the count, and the lists that decide are on their way. */
  isDoubted(conditionId: ConditionId): boolean {
    return this.#doubts.has(conditionId) || this.#overtaken.has(conditionId)
  }

  /** A reading may have something to say of this market although it agrees with the count. */
  isConcerned(conditionId: ConditionId): boolean {
    return this.#mismatched.has(conditionId) || this.isDoubted(conditionId) || this.#lasting.has(conditionId)
  }

  /** No reading asked for since has told what the count lacks; `readSeq`: of the question that the latest reading answers. */
  isOvertaken(readSeq: number): boolean {
    for (const seq of this.#overtaken.values()) if (seq > readSeq) return true
    return false
  }

  /** Event `seq` has told of something that was settled before, maybe after the first reading: the next one that can tell decides. */
  overtaken(conditionId: ConditionId, seq: number): void {
    this.#overtaken.set(conditionId, seq)
  }

  /** Event `seq` has changed what we count in a market, or what of it is settled. */
  changed(conditionId: ConditionId, seq: number): void {
    this.#changedSeq.set(conditionId, seq)
    this.#doubts.delete(conditionId)
  }

  /** A reading asked for at event `askedSeq`, answered by event `seq`. */
  read(
    snapshot: AccountSnapshot,
    { askedSeq, seq, monoMs }: { readonly askedSeq: number; readonly seq: number; readonly monoMs: number },
    counts: Iterable<Count>,
  ) {
    const held = new Map(snapshot.holdings.map((h) => [h.conditionId, h.tokensRaw]))
    for (const { conditionId, tokensRaw, isQuiet, slack, unsettled } of counts) {
      // a reading from before the last change says nothing of what is counted now
      if ((this.#changedSeq.get(conditionId) ?? 0) > askedSeq) continue
      const [yes, no] = held.get(conditionId) ?? [0n, 0n]
      const differenceRaw = [yes - tokensRaw[0], no - tokensRaw[1]] as const
      const known = this.#doubts.get(conditionId)
      if (this.#lasting.read(conditionId, differenceRaw, unsettled, monoMs)) this.#mismatched.add(conditionId)
      if (isQuiet) this.#overtaken.delete(conditionId)
      if (!isQuiet) {
        this.#doubts.delete(conditionId)
        if (!isWithin(differenceRaw[0], slack[0]) || !isWithin(differenceRaw[1], slack[1]))
          this.#mismatched.add(conditionId)
      } else if (differenceRaw[0] === 0n && differenceRaw[1] === 0n) {
        this.#doubts.delete(conditionId)
        this.#mismatched.delete(conditionId)
        this.#lasting.forget(conditionId)
      } else if (!known || !areSameTokens(known.differenceRaw, differenceRaw))
        this.#doubts.set(conditionId, { conditionId, differenceRaw, seq, listed: new Set() })
    }
  }

  /** A list asked for at event `askedSeq` has been taken in. Returns the counts that it proves wrong, and doubts them no more. */
  listed(what: 'orders' | 'fills', askedSeq: number): HoldingCorrection[] {
    const proven: HoldingCorrection[] = []
    for (const doubt of this.#doubts.values()) {
      if (askedSeq < doubt.seq) continue
      doubt.listed.add(what)
      if (doubt.listed.size < 2) continue
      this.#doubts.delete(doubt.conditionId)
      this.#mismatched.delete(doubt.conditionId)
      this.#lasting.forget(doubt.conditionId)
      proven.push({ conditionId: doubt.conditionId, differenceRaw: doubt.differenceRaw })
    }
    return proven
  }
}

function isWithin(differenceRaw: bigint, { below, above }: Slack): boolean {
  return differenceRaw >= -below && differenceRaw <= above
}
