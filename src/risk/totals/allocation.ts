// Who gets what is left of the limits: the reducing side first, then markets by expected edge per locked unit.
//
//   too large      cut down to what fits, in whole lots, never under the market's minimum
//   pair           bids on both outcomes of a flat market: funded on both sides, or on neither
//   not flat       where the reducing bid finds no funds, the adding bid gets none

import type { MarketPosition } from '../../domain/account/exposure.js'
import { probability } from '../../domain/amounts/price.js'
import { type Lots, lots, lotsToRaw } from '../../domain/amounts/size.js'
import { type ConditionId, lotsToShares } from '../../domain/market/market.js'
import { YES } from '../../domain/market/side.js'
import type { Quote } from '../../domain/orders/quote.js'
import { type Breach, isCapital } from '../limits/breach.js'
import type { Headroom } from './headroom.js'

/** A target on its way through the allocation: `granted` or `breach` is set at the end. */
export interface Claim {
  readonly quote: Quote
  readonly position: MarketPosition
  /** Something rests on this leg already, or may. */
  readonly isIncumbent: boolean
  granted: Lots | undefined
  /** Why it was refused. */
  breach: Breach | undefined
  /** Why less was granted than asked for. */
  cutBy: Breach | undefined
}

/** A claim that nothing is decided of. */
export function newClaim(quote: Quote, position: MarketPosition, isIncumbent = false): Claim {
  return { quote, position, isIncumbent, granted: undefined, breach: undefined, cutBy: undefined }
}

/** Settles every claim. */
export function allocate(claims: readonly Claim[], headroom: Headroom): void {
  if (isOneMarketAdding(claims)) {
    settleMarket(claims, headroom)
    return
  }
  const reducing = claims.filter(isReducing)
  const first = new Set(reducing)
  for (const claim of byEdge(reducing.map((one) => [one])).flat()) settle([claim], headroom)
  const adding = claims.filter((claim) => !first.has(claim))
  for (const market of byEdge(groupByMarket(adding))) {
    const twins = reducing.filter(({ quote }) => quote.conditionId === market[0]?.quote.conditionId)
    if (isTwinUnfunded(twins)) for (const claim of market) refuse(claim, UNFUNDED)
    else settleMarket(market, headroom)
  }
}

/** Nobody else is asking and nothing comes first, as in most turns. */
function isOneMarketAdding(claims: readonly Claim[]): boolean {
  const [first] = claims
  for (const claim of claims)
    if (claim.quote.conditionId !== first?.quote.conditionId || isReducing(claim)) return false
  return true
}

const UNFUNDED: Breach = { reason: 'pair-unfunded', detail: 'the bid on the other outcome found no funds' }

/** Whether a fill brings the market's position down; every sale does. */
export function isReducing({ quote, position }: Pick<Claim, 'quote' | 'position'>): boolean {
  if (quote.side === 'SELL') return true
  const netRaw = netOf(position)
  return netRaw !== 0n && (quote.outcome === YES) === netRaw < 0n
}

/** Net position YES - NO; less than the smallest order cannot be traded away and counts as flat. */
function netOf({ market, tokensRaw }: MarketPosition): bigint {
  const netRaw = tokensRaw[0] - tokensRaw[1]
  if (netRaw === 0n) return netRaw
  const size = netRaw < 0n ? -netRaw : netRaw
  return size < lotsToRaw(lots(Math.max(1, market.minLots)), market.lotRaw) ? 0n : netRaw
}

/** A bid that would have reduced the position was refused for lack of funds, and none was granted. */
function isTwinUnfunded(reducing: readonly Claim[]): boolean {
  const bids = reducing.filter(({ quote }) => quote.side === 'BUY')
  return bids.some(({ breach }) => breach && isCapital(breach)) && bids.every(({ granted }) => granted === undefined)
}

/** Who has a grant already ranks so much higher: equals do not evict each other. */
const INCUMBENT = 1.1

/** Expected profit per unit of collateral locked; sales lock none and come first. */
function edgePerLocked(claims: readonly Claim[]): number {
  let edge = 0
  let locked = 0
  let isIncumbent = false
  for (const claim of claims) {
    const { quote, position } = claim
    isIncumbent ||= claim.isIncumbent
    edge += quote.edge * quote.size
    if (quote.side === 'BUY') locked += probability(quote.price, position.market.ticksPerUnit) * quote.size
  }
  if (locked === 0) return Number.POSITIVE_INFINITY
  return isIncumbent && edge > 0 ? (INCUMBENT * edge) / locked : edge / locked
}

/** Best first; equals keep their order. */
function byEdge(groups: readonly (readonly Claim[])[]): (readonly Claim[])[] {
  const scored = groups.map((group) => ({ group, score: edgePerLocked(group) }))
  // infinities are equal: their difference is not a number
  scored.sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
  return scored.map(({ group }) => group)
}

function groupByMarket(claims: readonly Claim[]): Claim[][] {
  const groups = new Map<ConditionId, Claim[]>()
  for (const claim of claims) {
    const group = groups.get(claim.quote.conditionId)
    if (group === undefined) groups.set(claim.quote.conditionId, [claim])
    else group.push(claim)
  }
  return [...groups.values()]
}

/** Bids pair up level by level, the best of YES with the best of NO. */
function settleMarket(claims: readonly Claim[], headroom: Headroom): void {
  if (claims.length === 0) return
  const [first, second] = claims
  if (claims.length === 1 || (claims.length === 2 && first?.quote.outcome === YES && second?.quote.outcome !== YES)) {
    settleLevel(claims, headroom)
    return
  }
  const best = (a: Claim, b: Claim) => b.quote.price - a.quote.price
  const yes = claims.filter(({ quote }) => quote.outcome === YES).sort(best)
  const no = claims.filter(({ quote }) => quote.outcome !== YES).sort(best)
  const levels = Array.from({ length: Math.max(yes.length, no.length) }, (_, level) => [yes[level], no[level]])
  for (const level of levels)
    settleLevel(
      level.filter((claim) => claim !== undefined),
      headroom,
    )
}

function settleLevel(claims: readonly Claim[], headroom: Headroom): void {
  const whole = claims.map(({ quote }) => quote)
  if (isLargeEnough(claims) && headroom.breaches(whole).length === 0) {
    for (const claim of claims) claim.granted = claim.quote.size
    headroom.take(whole)
    return
  }
  // what risk refuses is one-sided by nature; only funds bind the two sides together
  const limits = claims.map((claim) => ({ claim, fit: largestFit([claim], withinRisk(headroom)) }))
  for (const { claim, fit } of limits) if (fit.lots === undefined) refuse(claim, fit.breach)
  const open = limits.flatMap(({ claim, fit }) => (fit.lots === undefined ? [] : [cutTo(claim, fit.lots)]))
  if (open.length === 0) return
  const joint = settle(open, headroom)
  for (const { claim } of limits) {
    const cut = joint.find((one) => one.quote.outcome === claim.quote.outcome)
    if (cut?.granted !== undefined) {
      claim.granted = cut.granted
      const cutBy = cut.cutBy ?? limits.find((one) => one.claim === claim)?.fit.cutBy
      if (cutBy !== undefined) claim.cutBy = cutBy
    } else if (cut?.breach !== undefined) claim.breach = cut.breach
  }
}

function cutTo(claim: Claim, size: Lots): Claim {
  return newClaim({ ...claim.quote, size }, claim.position)
}

/** Grants all claims, which are of one market, or none; every one of them is cut at the same size. */
function settle(claims: readonly Claim[], headroom: Headroom): readonly Claim[] {
  const { lots: size, breach, cutBy } = largestFit(claims, withinAll(headroom))
  if (size !== undefined) {
    grant(claims, size, headroom)
    if (cutBy !== undefined) for (const claim of claims) if (claim.quote.size > size) claim.cutBy = cutBy
    return claims
  }
  const alone = claims.map((claim) => headroom.breaches(quotesAt([claim], smallest([claim])))[0])
  const nobodyAlone = alone.every((found) => found === undefined)
  for (const [index, claim] of claims.entries()) {
    refuse(claim, alone[index] ?? (nobodyAlone && index === 0 ? breach : UNFUNDED))
  }
  return claims
}

function isLargeEnough(claims: readonly Claim[]): boolean {
  for (const { quote, position } of claims) if (quote.size < Math.max(1, position.market.minLots)) return false
  return true
}

function grant(claims: readonly Claim[], size: number, headroom: Headroom): void {
  for (const claim of claims) claim.granted = lots(Math.min(claim.quote.size, size))
  headroom.take(quotesAt(claims, size))
}

function refuse(claim: Claim, breach: Breach): void {
  claim.breach = breach
}

/** What decides over a size. */
interface Check {
  readonly fits: (quotes: readonly Quote[]) => boolean
  /** Why these do not fit. */
  readonly breach: (quotes: readonly Quote[]) => Breach | undefined
}

function withinAll(headroom: Headroom): Check {
  return { fits: (quotes) => headroom.fits(quotes), breach: (quotes) => headroom.breaches(quotes)[0] }
}

/** Whatever funds there are. */
function withinRisk(headroom: Headroom): Check {
  const breach = (quotes: readonly Quote[]) => headroom.breaches(quotes).find((found) => !isCapital(found))
  return { breach, fits: (quotes) => headroom.fits(quotes) || breach(quotes) === undefined }
}

/** The quotes, none larger than `size`. */
function quotesAt(claims: readonly Claim[], size: number): Quote[] {
  return claims.map(({ quote }) => (quote.size <= size ? quote : { ...quote, size: lots(size) }))
}

function smallest(claims: readonly Claim[]): number {
  let size = 1
  for (const { position } of claims) size = Math.max(size, position.market.minLots)
  return size
}

function largest(claims: readonly Claim[]): number {
  let size = 0
  for (const { quote } of claims) size = Math.max(size, quote.size)
  return size
}

type Fit =
  | { readonly lots: Lots; readonly cutBy?: Breach; readonly breach?: never }
  | { readonly lots?: never; readonly cutBy?: never; readonly breach: Breach }

/** The largest common size that passes; every limit is monotone in it, so halving finds it. Words are found for what is said alone. */
function largestFit(claims: readonly Claim[], check: Check): Fit {
  let low = smallest(claims)
  let high = largest(claims)
  const tooSmall = claims.find(({ quote }) => quote.size < low)
  if (tooSmall !== undefined) {
    const { market } = tooSmall.position
    const [got, least] = [lotsToShares(tooSmall.quote.size, market), lotsToShares(market.minLots, market)]
    return { breach: { reason: 'below-minimum', detail: `size: expected at least ${least} shares, got ${got}` } }
  }
  if (check.fits(quotesAt(claims, high))) return { lots: lots(high) }
  const breach = check.breach(quotesAt(claims, low))
  if (breach !== undefined) return { breach }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (check.fits(quotesAt(claims, middle))) low = middle
    else high = middle
  }
  const cutBy = check.breach(quotesAt(claims, high))
  return { lots: lots(low), ...(cutBy === undefined ? {} : { cutBy }) }
}

/** Whether one claim more could be granted, or one that was cut down a little more: what is granted already counts. */
export function mayHaveMore(claims: readonly Claim[], headroom: Headroom): boolean {
  return claims.some((claim) => {
    if (claim.breach === undefined && claim.cutBy === undefined) return false
    const more = claim.granted === undefined ? smallest([claim]) : 1
    return headroom.fits([{ ...claim.quote, size: lots(more) }])
  })
}
