// What was won and lost while no bot ran, market by market: what former runs have left is worth something else by now, and orders of theirs may
// have been matched since.
//
//   missed = worth of what is held, when this run began to count it
//            - worth of what was held, when it was kept - what orders paid for the difference
//
// Each worth is at the worst, as the kill switch has it; so the P&L of all runs goes on without a seam. What orders paid is told by the
// venue's list of fills; what that leaves over has come, or gone, by hand, at its value. Where no list tells, what has come or gone was
// matched at the prices of orders that may explain it, and the rest has its value: so have sets that are gone, more than orders explain,
// which are merged, and all that was held of a market that is over, where nothing is any more: it is redeemed. It is known once what is held
// and the list have been read, or the list was waited for in vain, and there is a firm value and a bid for what is held, or the outcome.
//
// Until then the next run begins where this one has begun: with the same tokens, the worth they had, and what this run has earned besides.
//
// What is held is kept at what the P&L that is kept beside it counts it for. That is up to a second older than now: a bid that is lower since
// then is a loss that only the next run finds, and it finds none where the worth is lower already.

import { areSameTokens, NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import { lotsToRaw } from '../../domain/amounts/size.js'
import { type ConditionId, isFinal, type Market, rawToShares } from '../../domain/market/market.js'
import { payoutRaw } from '../../domain/market/payout.js'
import { NO, OUTCOMES, type Outcome, YES } from '../../domain/market/side.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { HeldTokens, Missed } from '../../domain/run/standing.js'
import { worstAt } from '../../state/account/valuation.js'
import type { Beliefs } from '../../state/beliefs.js'
import type { PnlSum } from '../pnl-sum.js'

/** Less than this is the rounding of a float. */
const NOTHING_UNITS = 1e-6
/** So long the venue's list of fills is waited for, once what is held in the market is known. */
const LIST_MS = 10_000
const NONE: readonly Missed[] = []

interface Left {
  /** Once it is decided what orders were matched for: with all of that. */
  readonly tokensRaw: Tokens
  /** What they count for, and what was paid for them since, units of collateral. */
  readonly worth: number
  /** Since when what is held in the market is known, monotonic. */
  readonly openMonoMs?: number
  /** How what orders were matched for was decided; absent until it is. */
  readonly told?: Pick<Missed, 'listedOrders' | 'unlistedShares'>
}

export class Absence {
  readonly #beliefs: Beliefs
  readonly #pnl: Pick<PnlSum, 'of'>
  readonly #left = new Map<ConditionId, Left>()
  /** Those whose market is known: of markets that are over thousands may be left that nobody reads any more. */
  readonly #near = new Set<ConditionId>()
  #isHeldKnown = false
  #nowMonoMs = 0

  constructor(beliefs: Beliefs, pnl: Pick<PnlSum, 'of'>) {
    this.#beliefs = beliefs
    this.#pnl = pnl
  }

  hear(event: CoreEvent): void {
    if (event.kind === 'restored') this.#isHeldKnown = event.standing.held !== undefined
    if (event.kind === 'verify') this.#takeUp(event)
    else if (event.kind === 'market') this.#comesNear(event.market.conditionId)
  }

  #comesNear(conditionId: ConditionId): void {
    if (this.#left.has(conditionId)) this.#near.add(conditionId)
  }

  #takeUp({ orders, held }: Extract<CoreEvent, { kind: 'verify' }>): void {
    const { formerFills } = this.#beliefs.ledger
    const concerned = new Set(orders.map(({ draft }) => draft.conditionId))
    if (this.#isHeldKnown) {
      for (const conditionId of concerned) this.#left.set(conditionId, { tokensRaw: NO_TOKENS, worth: 0 })
      for (const { conditionId, tokensRaw, worth, unordered, fromRaw } of held) {
        if (worth === undefined || unordered) this.#left.delete(conditionId)
        else this.#left.set(conditionId, { tokensRaw: fromRaw ?? tokensRaw, worth })
      }
    }
    // nobody can say what these began with
    for (const conditionId of concerned) if (!this.#left.has(conditionId)) formerFills.givenUp(conditionId)
    for (const conditionId of this.#beliefs.markets.keys()) this.#comesNear(conditionId)
  }

  /** What orders were matched for is not decided in some market that is known. */
  get isUndecided(): boolean {
    for (const conditionId of this.#near) {
      const left = this.#left.get(conditionId)
      if (left?.openMonoMs !== undefined && !left.told) return true
    }
    return false
  }

  /** Not all that was won and lost in the market before this run counts yet. */
  isOpen(conditionId: ConditionId): boolean {
    return this.#left.has(conditionId)
  }

  /** Markets of which that holds. */
  open(): Iterable<ConditionId> {
    return this.#left.keys()
  }

  /** At the end of a turn: what is known by now, each told once. */
  judge(nowMonoMs: number): readonly Missed[] {
    this.#nowMonoMs = nowMonoMs
    if (this.#near.size === 0) return NONE
    const all: Missed[] = []
    for (const conditionId of this.#near) {
      const left = this.#left.get(conditionId)
      const market = this.#beliefs.markets.get(conditionId)
      if (left === undefined || market === undefined || !this.#beliefs.positions.isOpen(conditionId)) continue
      const found = left.told === undefined ? this.#decided(left, market) : left
      this.#left.set(conditionId, found)
      const { told } = found
      const pnl = told && this.#missed(found, market)
      if (told === undefined || pnl === undefined) continue
      this.#left.delete(conditionId)
      this.#near.delete(conditionId)
      if (Math.abs(pnl) > NOTHING_UNITS) all.push({ conditionId, pnl, ...told })
    }
    return all
  }

  /** With what they count for, for the next run. Asked from beside the core: nothing moves. */
  asKept(held: Pick<HeldTokens, 'conditionId' | 'tokensRaw'>): HeldTokens {
    const { markets, positions } = this.#beliefs
    const { conditionId, tokensRaw } = held
    const left = this.#left.get(conditionId)
    const earned = this.#pnl.of(conditionId)
    // written out: of thousands of markets a spread would cost several times as much
    if (left !== undefined) return { conditionId, tokensRaw, worth: left.worth + earned, fromRaw: left.tokensRaw }
    const market = markets.get(conditionId)
    if (market === undefined || !this.#isValued(market)) return held
    const exact = earned - positions.realisedAtWorst(market)
    const worth = Math.abs(exact) > NOTHING_UNITS ? exact : 0
    if (!isFinal(market)) return { conditionId, tokensRaw, worth }
    if (worth !== 0 || payoutRaw(market, tokensRaw) !== 0n) return { conditionId, tokensRaw, worth, isOver: true }
    return { conditionId, tokensRaw, worth: 0, isWorthless: true }
  }

  #decided(left: Left, market: Market): Left {
    const { positions, ledger } = this.#beliefs
    const { openMonoMs = this.#nowMonoMs } = left
    const isAwaited = ledger.formerFills.isAwaited(market.conditionId) && this.#nowMonoMs - openMonoMs < LIST_MS
    const unheard = ledger.formerFills.unheard(market)
    const { tokensRaw, cashRaw } = unheard ?? { tokensRaw: NO_TOKENS, cashRaw: 0n }
    const afterRaw: Tokens = [left.tokensRaw[YES] + tokensRaw[YES], left.tokensRaw[NO] + tokensRaw[NO]]
    const arrivedRaw = positions.arrivedRaw(market.conditionId)
    const besideRaw: Tokens = [arrivedRaw[YES] - afterRaw[YES], arrivedRaw[NO] - afterRaw[NO]]
    const isWhole = unheard !== undefined && areSameTokens(besideRaw, NO_TOKENS)
    if (!isWhole && isAwaited) return { ...left, openMonoMs }
    const isRedeemed = isFinal(market) && areSameTokens(arrivedRaw, NO_TOKENS)
    // a list that tells of all matches leaves over what no order was matched for
    const orders = isRedeemed || unheard !== undefined ? [] : ledger.formerFills.drafts(market)
    if (unheard === undefined) ledger.formerFills.givenUp(market.conditionId)
    else ledger.formerFills.decided(market)
    const moved = movedBy(orders, besideRaw, market)
    const besideOf = (outcome: Outcome) => moved[outcome]?.raw ?? 0n
    const paid = moved.reduce((sum, one) => sum + one.paid, 0) - rawToShares(cashRaw, market)
    return {
      tokensRaw: [afterRaw[YES] + besideOf(YES), afterRaw[NO] + besideOf(NO)],
      worth: left.worth + paid,
      openMonoMs,
      told: {
        listedOrders: unheard?.orders ?? 0,
        unlistedShares: besideRaw.reduce((sum, raw) => sum + Math.abs(rawToShares(raw, market)), 0),
      },
    }
  }

  /** What came without an order counts at a value that is no guess. */
  #isValued(market: Market): boolean {
    return isFinal(market) || this.#beliefs.positions.isSettled(market.conditionId)
  }

  #missed({ tokensRaw, worth }: Left, market: Market): number | undefined {
    const { positions, estimates } = this.#beliefs
    if (!this.#isValued(market)) return undefined
    const begun = positions.arrivedWorth(market) - worth
    const heldRaw = positions.arrivedRaw(market.conditionId)
    if (areSameTokens(tokensRaw, heldRaw)) return begun
    const { fair, isFirm, bids } = estimates.seenMarks(market)
    if (fair === undefined || !isFirm) return undefined
    return begun - (worstAt(fair, bids, heldRaw) - worstAt(fair, bids, tokensRaw)) / Number(market.unitRaw)
  }
}

/** By orders where they explain all of it; otherwise by what is left when sets that are gone were merged. */
function movedBy(drafts: readonly OrderDraft[], moreRaw: Tokens, market: Market) {
  const explain = (setsRaw: bigint) =>
    OUTCOMES.map((outcome) => {
      const ofOutcome = drafts.filter((draft) => draft.outcome === outcome)
      return explained(moreRaw[outcome] + setsRaw, ofOutcome, market)
    })
  const byOrders = explain(0n)
  const isWhole = OUTCOMES.every((outcome) => byOrders[outcome]?.raw === moreRaw[outcome])
  return isWhole ? byOrders : explain(setsOf([-moreRaw[YES], -moreRaw[NO]]))
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
