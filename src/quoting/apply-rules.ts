// A wish made legal. The rules in order; each moves quotes away from the trade or refuses them, none makes them larger or bolder.
//
//   choose the leg -> grid and minimum -> jump -> post-only -> middle -> own pair -> price band -> levels -> holdings

import { probability } from '../domain/amounts/price.js'
import { lotsToRaw } from '../domain/amounts/size.js'
import { type Market, rawToShares } from '../domain/market/market.js'
import { yesProbability } from '../domain/market/yes-view.js'
import type { Quote, Refusal } from '../domain/orders/quote.js'
import type { Wish } from '../domain/orders/wish.js'
import { buyCost, sellProceeds } from '../models/fee-adjusted.js'
import { addUnderMid } from './add-under-mid.js'
import { awaitConfirmation } from './await-confirmation.js'
import { boundLevels } from './levels.js'
import { separateOwn } from './own-pair.js'
import { keepPostOnly } from './post-only.js'
import { preferHeld } from './prefer-held.js'
import { keepInBand } from './price-band.js'
import type { GridQuote, QuotingContext, Refuse, Rule } from './quoting-context.js'
import { RulesMemo } from './rules-memo.js'
import { sellOnlyHeld } from './sell-held.js'
import { snap } from './snap.js'

// the band comes first too: a quote outside it must not push its own counterpart back
const RULES: readonly Rule[] = [
  awaitConfirmation,
  keepPostOnly,
  keepInBand,
  addUnderMid,
  separateOwn,
  keepInBand,
  boundLevels,
  sellOnlyHeld,
]

/** What a quote's edge is measured by. */
export interface Worth {
  /** Of YES, as a probability: the strategy's own where it says one, since an outside model may know what the book does not. */
  readonly value: number | undefined
  readonly feeRateBps: number
}

export interface LegalWish {
  /** By outcome, BUY before SELL, best price first; the same list where the same is left as of the last wish. */
  readonly quotes: readonly GridQuote[]
  readonly refused: readonly Refusal[]
  readonly worth: Worth
}

const NONE_REFUSED: readonly Refusal[] = []

/** Expected profit per share after the fee if the quote is filled now; 0 without a value. */
function edgeOf(
  { outcome, side, price }: Pick<Refusal['quote'], 'outcome' | 'side' | 'price'>,
  { value, feeRateBps }: Worth,
): number {
  if (value === undefined || !(price > 0 && price < 1)) return 0
  const fair = yesProbability(outcome, value)
  return side === 'BUY' ? fair - buyCost(price, feeRateBps) : sellProceeds(price, feeRateBps) - fair
}

function chosenLegs(wish: Wish, { market, heldRaw, useHeld, bidding, collateral }: QuotingContext): Wish['quotes'] {
  if (!useHeld || (heldRaw[0] === 0n && heldRaw[1] === 0n)) return wish.quotes
  return preferHeld(wish.quotes, {
    held: [rawToShares(heldRaw[0], market), rawToShares(heldRaw[1], market)],
    minSize: rawToShares(lotsToRaw(market.minLots, market.lotRaw), market),
    ...(bidding === undefined ? {} : { bidding }),
    ...(collateral === undefined ? {} : { collateral }),
  })
}

/** Quotes that may rest beside the others' book and beside each other, and every wish that could not become one, with the reason. */
export function applyRules(wish: Wish, context: QuotingContext, memo = new RulesMemo()): LegalWish {
  const wished = chosenLegs(wish, context)
  const worth: Worth = { value: wish.fair ?? context.fair, feeRateBps: context.feeRateBps }
  // most moves of a book leave the wish on the same ticks
  const known = memo.legalOf(wished, context)
  return known === undefined ? ruled(wished, worth, { context, memo }) : { quotes: known, refused: NONE_REFUSED, worth }
}

function ruled(wished: Wish['quotes'], worth: Worth, { context, memo }: Pick<RulesRun, 'context' | 'memo'>): LegalWish {
  const { conditionId } = context.market
  const refused: Refusal[] = []
  const refuse: Refuse = ({ outcome, side, price, size }, reason, detail) => {
    const edge = edgeOf({ outcome, side, price }, worth)
    refused.push({ quote: { conditionId, outcome, side, price, size, edge }, reason, detail })
  }
  const snapped = present(wished.map((quote) => snap(quote, context, refuse)))
  return { quotes: afterRules(snapped, { wished, context, refuse, refused, memo }), refused, worth }
}

/** The quotes with their edges: those move with every book, and are asked for where quotes are ranked, or refused. */
export function withEdges(
  quotes: readonly GridQuote[],
  worth: Worth,
  { conditionId, ticksPerUnit }: Pick<Market, 'conditionId' | 'ticksPerUnit'>,
): readonly Quote[] {
  return quotes.map(({ outcome, side, price, size }): Quote => {
    const edge = edgeOf({ outcome, side, price: probability(price, ticksPerUnit) }, worth)
    return { conditionId, outcome, side, price, size, edge }
  })
}

/** Mostly all of them are: then the list is as it was. */
function present(quotes: readonly (GridQuote | undefined)[]): readonly GridQuote[] {
  return areAll(quotes) ? quotes : quotes.filter((quote) => quote !== undefined)
}

function areAll(quotes: readonly (GridQuote | undefined)[]): quotes is readonly GridQuote[] {
  for (const quote of quotes) if (quote === undefined) return false
  return true
}

interface RulesRun {
  readonly wished: Wish['quotes']
  readonly context: QuotingContext
  readonly refuse: Refuse
  readonly refused: readonly Refusal[]
  readonly memo: RulesMemo
}

/** The rules look at no more of the market than the memo does: where that and the quotes are as before, so is what they make of them. */
function afterRules(snapped: readonly GridQuote[], run: RulesRun): readonly GridQuote[] {
  const { wished, context, refuse, refused, memo } = run
  const known = memo.legal(snapped, context)
  if (known !== undefined) return known
  const before = refused.length
  let legal: readonly GridQuote[] = snapped
  for (const rule of RULES) legal = rule(legal, context, refuse)
  // a refusal says what it saw: it is made anew each time
  if (refused.length === before) memo.keep({ wished, snapped, legal }, context)
  else memo.forget()
  return legal
}
