// A wire market as a domain market, or the reason why it cannot be quoted.

import { rawToLots } from '../../domain/amounts/size.js'
import { QuoinError } from '../../domain/error.js'
import type { Address, Market } from '../../domain/market/market.js'
import type { Outcome } from '../../domain/market/side.js'
import { ticksPerUnitOf } from './decimal.js'
import type { MarketReading } from './market-schema.js'
import { conditionKey } from './primitives.js'
import type { VenueProfile } from './profile.js'

/** YES first. Places count only where no outcome has an index: one taken beside an index could make NO of YES. */
function inOrder({ id, outcomes }: MarketReading): MarketReading['outcomes'] {
  const indices = outcomes.flatMap(({ index }) => index ?? [])
  if (indices.length === 0) return outcomes
  if (new Set(indices).size < outcomes.length) {
    const got = outcomes.map(({ index }) => index ?? 'none').join(', ')
    const expected = 'an index of its own on each outcome, or on none'
    throw new QuoinError('unsuitable-market', `market ${id}: expected ${expected}, got ${got}`)
  }
  return outcomes.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
}

function twoOutcomes(wire: MarketReading): Market['outcomes'] {
  const sorted = inOrder(wire)
  const [yes, no] = sorted.map(({ outcomeId, tokenId, name = outcomeId }) => ({
    ...{ outcomeId, tokenId: tokenId ?? '', name },
  }))
  if (!yes || !no || sorted.length !== 2) {
    throw new QuoinError('unsuitable-market', `market ${wire.id}: expected two outcomes, got ${sorted.length}`)
  }
  if (!/^\d+$/.test(yes.tokenId) || !/^\d+$/.test(no.tokenId)) {
    throw new QuoinError('unsuitable-market', `market ${wire.id}: expected a token id on both outcomes`)
  }
  return [yes, no]
}

function winnerOf(wire: MarketReading, outcomes: Market['outcomes']): Outcome | undefined {
  if (wire.winningOutcomeId === outcomes[0].outcomeId) return 0
  return wire.winningOutcomeId === outcomes[1].outcomeId ? 1 : undefined
}

function eventTimes(wire: MarketReading): Pick<Market, 'startMs' | 'matchStartMs' | 'matchEndMs'> {
  const start = wire.startTimestamp ?? wire.createdAt
  return {
    ...(start ? { startMs: Date.parse(start) } : {}),
    ...(wire.matchStartTime ? { matchStartMs: Date.parse(wire.matchStartTime) } : {}),
    ...(wire.matchEndTime ? { matchEndMs: Date.parse(wire.matchEndTime) } : {}),
  }
}

/**
 * Balances, the signer's limits and allowances are read with the decimals of the profile, before any market is: one with others would make them
 * wrong by powers of ten.
 */
function decimalsOf(wire: MarketReading, { collateralDecimals }: VenueProfile['marketDefaults']): number {
  const told = wire.collateral?.decimals
  if (told === undefined || told === collateralDecimals) return collateralDecimals
  throw new QuoinError(
    'unsuitable-market',
    `market ${wire.id}: expected collateral of ${collateralDecimals} decimals, as the profile's marketDefaults.collateralDecimals says, got ${told}`,
  )
}

/** Throws `unsuitable-market` when it has not two outcomes with tokens and an order, a grid on which costs are not whole, or other decimals than the profile. */
export function parseMarket(wire: MarketReading, defaults: VenueProfile['marketDefaults']): Market {
  const outcomes = twoOutcomes(wire)
  const ticksPerUnit = ticksPerUnitOf(wire.tickSize ?? defaults.tickSize)
  const lotRaw = BigInt(wire.sizeStep ?? defaults.sizeStep)
  if (lotRaw <= 0n || lotRaw % BigInt(ticksPerUnit) !== 0n) {
    throw new QuoinError(
      'unsuitable-market',
      `market ${wire.id}: expected a sizeStep that is a multiple of ${ticksPerUnit}, got ${lotRaw}`,
    )
  }
  const minRaw = BigInt(wire.minOrderSize ?? defaults.minOrderSize)
  const winner = winnerOf(wire, outcomes)
  return {
    id: wire.id,
    conditionId: conditionKey(wire.conditionId),
    question: wire.question,
    outcomes,
    ticksPerUnit,
    lotRaw,
    minLots: rawToLots(minRaw + lotRaw - 1n, lotRaw),
    unitRaw: 10n ** BigInt(decimalsOf(wire, defaults)),
    status: wire.status,
    registration: wire.clobMarketStatus ?? 'REGISTERED',
    feeRateBps: wire.feeRateBps,
    endMs: Date.parse(wire.endTimestamp),
    ...eventTimes(wire),
    tagSlugs: (wire.tags ?? []).map((t) => t.slug),
    ...(winner === undefined ? {} : { winner }),
    ...(wire.groupId ? { groupId: wire.groupId } : {}),
    ...(wire.category ? { category: wire.category } : {}),
    ...(wire.exchange ? { exchange: wire.exchange as Address } : {}),
  }
}
