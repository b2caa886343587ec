// A transaction that a former run has left on its way. Readings of the account may show it or not, before it is confirmed and after that, and
// it may be confirmed before the account was ever read. What it takes is held until it is confirmed, and no longer, whatever the first reading
// shows: so the confirmation takes it once, and earns nothing.

import type { AccountSnapshot } from '../../domain/account/account.js'
import { NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, OUTCOMES, YES } from '../../domain/market/side.js'
import type { HeldTokens } from '../../domain/run/standing.js'

/** What a transaction takes and brings, raw. */
export interface Exchanged {
  readonly conditionId: ConditionId
  readonly tokensRaw: readonly [bigint, bigint]
  readonly paidRaw: bigint
}

export class FormerExchange {
  #exchanged: Exchanged | undefined
  #isConfirmed = false
  #kept: ReadonlyMap<ConditionId, Tokens> = new Map()

  /** What former runs held when it was last kept, with what was on its way to the chain. */
  kept(held: readonly HeldTokens[]): void {
    const ordered = held.filter(({ unordered }) => unordered !== true)
    this.#kept = new Map(ordered.map(({ conditionId, tokensRaw }) => [conditionId, tokensRaw]))
  }

  found(exchanged: Exchanged): void {
    this.#exchanged = exchanged
  }

  confirmed(): void {
    this.#isConfirmed = true
  }

  /** What comes to nothing after it is confirmed is another one. */
  cameToNothing(): void {
    if (!this.#isConfirmed) this.#exchanged = undefined
  }

  /** Raw tokens that a reading may lack for it; `undefined` in other markets. */
  takenRaw(conditionId: ConditionId): Tokens | undefined {
    return this.#exchanged?.conditionId === conditionId ? this.#exchanged.tokensRaw : undefined
  }

  /** The reading with what is held in the market by our count. */
  asCounted(snapshot: AccountSnapshot, conditionId: ConditionId): AccountSnapshot {
    const takenRaw = this.takenRaw(conditionId)
    if (takenRaw === undefined) return snapshot
    const holding = snapshot.holdings.find((held) => held.conditionId === conditionId)
    const heldRaw = holding?.tokensRaw ?? NO_TOKENS
    const isShown = this.#isShown(heldRaw, conditionId, takenRaw)
    if (isShown === this.#isConfirmed) return snapshot
    const [yes, no] = isShown ? takenRaw : ([-takenRaw[YES], -takenRaw[NO]] as const)
    const others = snapshot.holdings.filter((held) => held !== holding)
    const rest = holding ?? { conditionId, lockedRaw: NO_TOKENS, pendingRaw: NO_TOKENS }
    const counted = { ...rest, tokensRaw: [heldRaw[YES] + yes, heldRaw[NO] + no] as const }
    return { ...snapshot, holdings: [...others, counted] }
  }

  /** By what lies nearer to the reading: what was kept, or what is left of it; where nothing was, by whether it could still happen. */
  #isShown(heldRaw: Tokens, conditionId: ConditionId, takenRaw: Tokens): boolean {
    const keptRaw = this.#kept.get(conditionId)
    if (keptRaw === undefined) return OUTCOMES.some((outcome) => heldRaw[outcome] < takenRaw[outcome])
    const leftRaw = [keptRaw[YES] - takenRaw[YES], keptRaw[NO] - takenRaw[NO]] as const
    return distanceRaw(heldRaw, leftRaw) < distanceRaw(heldRaw, keptRaw)
  }
}

function distanceRaw(one: Tokens, other: Tokens): bigint {
  const distances = OUTCOMES.map((outcome) => one[outcome] - other[outcome])
  return distances.reduce((sum, raw) => sum + (raw < 0n ? -raw : raw), 0n)
}
