// The public entry for authors of strategies: everything a file in strategies/ may use.

export { z } from 'zod'
export { NO, type Outcome, otherOutcome, type Side, YES } from './domain/market/side.js'
export { netDirection } from './domain/market/yes-view.js'
export type { LazyTerms, TermNote, Terms, Wish, WishedQuote } from './domain/orders/wish.js'
export type { PriceSize } from './domain/run/snapshot.js'
export { type CaraState, certaintyEquivalent, lotPrices, reservationPrice } from './models/cara.js'
export { type CaraGroup, groupCertaintyEquivalent, groupReservation } from './models/cara-group.js'
export { bookSpread, impliedAsk, logitMid, microprice, midPrice } from './models/complement.js'
export { buyCost, sellProceeds } from './models/fee-adjusted.js'
export { breakEvenBid, breakEvenQuotes, nextMoveHalfSpread, outcomeHalfSpread } from './models/glosten-milgrom.js'
export { lmsrCost, lmsrLadder, lmsrPrices, lmsrShares, lmsrWorstLoss } from './models/lmsr.js'
export { logit, sigmoid } from './models/logit.js'
export { type HalfSpread, type LotWorth, lotBid, MOST_LOGIT_BOUND } from './models/lot-bid.js'
export { normalCdf, normalPdf, normalQuantile } from './models/normal.js'
export { oddsRatioNormalized } from './models/odds-ratio.js'
export { equity, fullSets, netShares, type PairHolding } from './models/position-value.js'
export { type LogitRisk, logitHalfSpread, quotedEdge } from './models/quoted-edge.js'
export { resolutionVolatility } from './models/resolution-clock.js'
export { gammaFromCap, gammaFromLoss } from './models/risk-budget.js'
export { effectiveGamma, type Horizon, riskVariance } from './models/risk-horizon.js'
export { type BothBids, bothBids } from './strategy/both-bids.js'
export { checkStrategy, type Finding } from './strategy/conformance/conformance.js'
export {
  type AnyGroupStrategy,
  type AnyMarketStrategy,
  type AnyStrategy,
  defineStrategy,
  type Scope,
  type Strategy,
} from './strategy/contract.js'
export type { Input } from './strategy/inputs.js'
export { END_OF_QUOTING, type EndOfQuoting, type EventEnd, endOfQuoting } from './strategy/overlays/end-of-quoting.js'
export {
  bidSizes,
  type InventoryAndEnd,
  limitByInventoryAndEnd,
  limitByInventoryAndEvent,
} from './strategy/overlays/inventory-and-end.js'
export { LIMIT_NOTES, limitTerms, limitWords } from './strategy/overlays/limit-words.js'
export { reduceOnly } from './strategy/overlays/reduce-only.js'
export { taperByInventory } from './strategy/overlays/taper.js'
export { exampleGroupView, type GroupChanges, type GroupedChanges } from './strategy/view/example-group.js'
export { bookOfBids, exampleView, inventoryOf, type ViewChanges } from './strategy/view/example-view.js'
export type {
  GroupedMarket,
  GroupedWish,
  GroupInfo,
  GroupView,
  GroupWish,
  OpenMarket,
  StoppedMarket,
  StopReason,
} from './strategy/view/group-view.js'
export type {
  FairView,
  Inventory,
  MarketInfo,
  MarketView,
  OthersBook,
  RestingQuote,
  SeenTrade,
  SignalView,
} from './strategy/view/market-view.js'
