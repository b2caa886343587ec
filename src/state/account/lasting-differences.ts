// By how much the count of a market must be wrong for its readings to be right. What rests explains one reading, as it may have been matched
// unheard; lists tell of that within seconds. So a difference that only what rests explains, and that stays the same from reading to
// reading, is one of the count, however many matches are under way meanwhile.

import type { Tokens } from '../../domain/account/tokens.js'
import { largerRaw, smallerRaw } from '../../domain/amounts/money.js'
import type { ConditionId } from '../../domain/market/market.js'
import { OUTCOMES } from '../../domain/market/side.js'
import type { Slack } from './reading-slack.js'

/** Several lists of fills and of orders, which tell what was matched, and ten readings of an account that is in doubt. */
const LASTING_MS = 30_000

/** From and to, raw tokens, and 0 is not among them. */
interface Off {
  readonly from: bigint
  readonly to: bigint
  readonly sinceMonoMs: number
}

export class LastingDifferences {
  readonly #off = new Map<ConditionId, readonly (Off | undefined)[]>()

  /** Those whose count seems to be wrong: the next reading tells more. */
  markets(): Iterable<ConditionId> {
    return this.#off.keys()
  }

  has(conditionId: ConditionId): boolean {
    return this.#off.has(conditionId)
  }

  forget(conditionId: ConditionId): void {
    this.#off.delete(conditionId)
  }

  /** A reading differs by so much; `unsettled`: by how much it may for what is matched and not settled. Returns whether that lasts too long. */
  read(conditionId: ConditionId, differenceRaw: Tokens, unsettled: readonly [Slack, Slack], monoMs: number): boolean {
    const before = this.#off.get(conditionId)
    const off = OUTCOMES.map((outcome) => {
      const { below, above } = unsettled[outcome]
      const now = { from: differenceRaw[outcome] - above, to: differenceRaw[outcome] + below, sinceMonoMs: monoMs }
      return common(before?.[outcome], now) ?? (now.from > 0n || now.to < 0n ? now : undefined)
    })
    if (off.some((one) => one !== undefined)) this.#off.set(conditionId, off)
    else this.#off.delete(conditionId)
    return off.some((one) => one !== undefined && monoMs - one.sinceMonoMs >= LASTING_MS)
  }
}

/** What agrees with both. */
function common(before: Off | undefined, now: Off): Off | undefined {
  if (before === undefined) return undefined
  const from = largerRaw(before.from, now.from)
  const to = smallerRaw(before.to, now.to)
  return from <= to ? { from, to, sinceMonoMs: before.sinceMonoMs } : undefined
}
