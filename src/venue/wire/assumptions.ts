// What money depends on and few venues write down: until somebody has seen it there, a profile only assumes it.

/** Keys of a profile, and what the bot relies on by each. */
export const ASSUMPTIONS = {
  'orders.types': 'a POST_ONLY order that would match is refused, and never takes',
  'orders.expirationOn': 'a POST_ONLY order ends by itself at its expiration, whoever has died',
  'orders.stopMatchingBeforeSec': 'so close to its expiration an order is not matched any more',
  'orders.termRefusals': 'these refusals say nothing of our own orders: with a 404 they prove an order dead',
  makerPaysFee: 'a fill of a resting quote pays the fee that it signed, or does not',
  holdingsLagSec: 'holdings lag no further behind settlements',
  'bestBids.counts': 'what best bids count: an own quote is never taken for that of others',
} as const

export type Assumption = keyof typeof ASSUMPTIONS

const isAssumption = (name: string): name is Assumption => name in ASSUMPTIONS

/** Every key that may be assumed. */
export const ASSUMPTION_NAMES: readonly Assumption[] = Object.keys(ASSUMPTIONS).filter(isAssumption)

/** What is neither known nor accepted. */
export function assumedOf(
  { known }: { readonly known: readonly Assumption[] },
  accepted: readonly Assumption[],
): readonly Assumption[] {
  return ASSUMPTION_NAMES.filter((name) => !known.includes(name) && !accepted.includes(name))
}
