// What was won and lost while no bot ran, market by market: what former runs have left is worth something else by now, and orders of theirs may
// have been matched since.
//
//   missed = worth of what is held, when this run began to count it
//            - worth of what was held, when it was kept - what orders paid for the difference
//
// Each worth is at the worst, as the kill switch has it; so the P&L of all runs goes on without a seam. It is known once what is held has been
// read and there is a firm value and a bid for it, or the outcome. Tokens that no order explains have come, or gone, at their value: so have
// sets that are gone, more than orders explain, which are merged, and all that was held of a market that is over, where nothing is any more: it
// is redeemed.

import { lotsToRaw } from '../../domain/amounts/size.js'
import { type ConditionId, isFinal, type Market, rawToShares } from '../../domain/market/market.js'
import { NO, OUTCOMES, type Outcome, YES } from '../../domain/market/side.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { HeldTokens, Missed } from '../../domain/run/standing.js'
import { areSameTokens, NO_TOKENS, type Tokens, worstAt } from '../../state/account/valuation.js'
import type { Beliefs } from '../../state/beliefs.js'

/** Less than this is the rounding of a float. */
const NOTHING_UNITS = 1e-6
const NONE: readonly Missed[] = []

interface Left {
  readonly tokensRaw: Tokens
  /** What they count for, and what was paid for them since, units of collateral. */
  readonly worth: number
  /** What this run began with, what no order explains included; absent until the account is read. */
  readonly heldRaw?: Tokens
}

export class Absence {
  readonly #beliefs: Beliefs
  readonly #left = new Map<ConditionId, Left>()
  #drafts: readonly OrderDraft[] = []
  #isHeldKnown = false

  constructor(beliefs: Beliefs) {
    this.#beliefs = beliefs
  }

  hear(event: CoreEvent): void {
    if (event.kind === 'restored') this.#isHeldKnown = event.standing.held !== undefined
    if (event.kind !== 'verify' || !this.#isHeldKnown) return
    this.#drafts = event.orders
    for (const { conditionId } of event.orders) this.#left.set(conditionId, { tokensRaw: NO_TOKENS, worth: 0 })
    for (const { conditionId, tokensRaw, worth, unordered } of event.held) {
      if (worth === undefined || unordered) this.#left.delete(conditionId)
      else this.#left.set(conditionId, { tokensRaw, worth })
    }
  }

  /** At the end of a turn: what is known by now, each told once. */
  judge(): readonly Missed[] {
    if (this.#left.size === 0) return NONE
    const all: Missed[] = []
    for (const [conditionId, left] of this.#left) {
      const market = this.#beliefs.markets.get(conditionId)
      if (market === undefined || !this.#beliefs.positions.isOpen(conditionId)) continue
      const { heldRaw } = left
      const found = heldRaw === undefined ? this.#find(left, market) : { ...left, heldRaw }
      const pnl = this.#missed(found, market)
      this.#left.set(conditionId, found)
      if (pnl === undefined) continue
      this.#left.delete(conditionId)
      if (Math.abs(pnl) > NOTHING_UNITS) all.push({ conditionId, pnl })
    }
    return all
  }

  /** With what they count for, for the next run. Asked from beside the core: nothing moves. */
  asKept(held: HeldTokens): HeldTokens {
    const worth = this.#worthOf(held)
    return worth === undefined ? held : { ...held, worth }
  }

  #worthOf({ conditionId, tokensRaw }: HeldTokens): number | undefined {
    const { markets, estimates, positions } = this.#beliefs
    const left = this.#left.get(conditionId)
    if (left !== undefined) return areSameTokens(left.tokensRaw, tokensRaw) ? left.worth : undefined
    const market = markets.get(conditionId)
    if (market === undefined || !this.#isValued(market)) return undefined
    const { fair, bids } = estimates.seenMarks(market)
    if (fair === undefined) return rawToShares(positions.position(market).costRaw, market)
    return worstAt(fair, bids, tokensRaw) / Number(market.unitRaw)
  }

  #find({ tokensRaw, worth }: Left, market: Market): Required<Left> {
    const { funds, ledger } = this.#beliefs
    const counted = funds.snapshot && ledger.former.asCounted(funds.snapshot, market.conditionId)
    const held = counted?.holdings.find(({ conditionId }) => conditionId === market.conditionId)
    const heldRaw = held?.tokensRaw ?? NO_TOKENS
    const isRedeemed = isFinal(market) && areSameTokens(heldRaw, NO_TOKENS)
    const drafts = isRedeemed ? [] : this.#drafts.filter(({ conditionId }) => conditionId === market.conditionId)
    const moreRaw = [heldRaw[YES] - tokensRaw[YES], heldRaw[NO] - tokensRaw[NO]] as const
    const explain = (setsRaw: bigint) =>
      OUTCOMES.map((outcome) => {
        const ofOutcome = drafts.filter((draft) => draft.outcome === outcome)
        return explained(moreRaw[outcome] + setsRaw, ofOutcome, market)
      })
    const byOrders = explain(0n)
    const isWhole = OUTCOMES.every((outcome) => byOrders[outcome]?.raw === moreRaw[outcome])
    const moved = isWhole ? byOrders : explain(setsOf([-moreRaw[YES], -moreRaw[NO]]))
    const after = (outcome: Outcome) => tokensRaw[outcome] + (moved[outcome]?.raw ?? 0n)
    const paid = moved.reduce((sum, one) => sum + one.paid, 0)
    return { tokensRaw: [after(YES), after(NO)], worth: worth + paid, heldRaw }
  }

  /** What came without an order counts at a value that is no guess. */
  #isValued(market: Market): boolean {
    return isFinal(market) || this.#beliefs.positions.isSettled(market.conditionId)
  }

  #missed({ tokensRaw, worth, heldRaw }: Required<Left>, market: Market): number | undefined {
    const { positions, estimates } = this.#beliefs
    if (!this.#isValued(market)) return undefined
    const begun = positions.arrivedWorth(market) - worth
    if (areSameTokens(tokensRaw, heldRaw)) return begun
    const { fair, isFirm, bids } = estimates.seenMarks(market)
    if (fair === undefined || !isFirm) return undefined
    return begun - (worstAt(fair, bids, heldRaw) - worstAt(fair, bids, tokensRaw)) / Number(market.unitRaw)
  }
}

function setsOf([yes, no]: Tokens): bigint {
  const sets = yes < no ? yes : no
  return sets > 0n ? sets : 0n
}

/**
 * How much of a difference orders explain, and what they paid for it, units of collateral: tokens that came were bought, or their sale never
 * settled; those that went were sold, or never came. Of several prices the one that is worst for us counts first.
 */
function explained(differenceRaw: bigint, drafts: readonly OrderDraft[], market: Market) {
  const isMore = differenceRaw > 0n
  const direction = isMore ? 1 : -1
  const natural = isMore ? 'BUY' : 'SELL'
  const orders = drafts.toSorted(
    (a, b) => Number(b.side === natural) - Number(a.side === natural) || direction * (b.price - a.price),
  )
  let leftRaw = isMore ? differenceRaw : -differenceRaw
  let paid = 0
  for (const { size, price } of orders) {
    const sizeRaw = lotsToRaw(size, market.lotRaw)
    const takenRaw = sizeRaw < leftRaw ? sizeRaw : leftRaw
    leftRaw -= takenRaw
    paid += (direction * rawToShares(takenRaw, market) * price) / market.ticksPerUnit
  }
  return { raw: differenceRaw - BigInt(direction) * leftRaw, paid }
}
