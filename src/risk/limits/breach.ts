// A limit that would be passed.

import type { Market } from '../../domain/market/market.js'
import type { RefusalReason } from '../../domain/orders/quote.js'

export interface Breach {
  readonly reason: RefusalReason
  /** What was compared with what, for a person. */
  readonly detail: string
}

/** Reasons that say "no money for it", as opposed to "too much risk". */
const CAPITAL: ReadonlySet<RefusalReason> = new Set([
  'market-collateral',
  'total-collateral',
  'no-collateral',
  'not-held',
])

export function isCapital({ reason }: Breach): boolean {
  return CAPITAL.has(reason)
}

/** Reasons that another market's giving back may end. */
const SHARED: ReadonlySet<RefusalReason> = new Set([
  'total-position',
  'total-collateral',
  'total-loss',
  'group-loss',
  'no-collateral',
  'pair-unfunded',
])

export function isShared({ reason }: { readonly reason: RefusalReason }): boolean {
  return SHARED.has(reason)
}

export interface Comparison {
  readonly reason: RefusalReason
  /** What is compared, as the settings name it. */
  readonly name: string
  readonly beforeRaw: bigint
  readonly afterRaw: bigint
  readonly limitRaw: bigint
}

/** Over the limit and further than before; what only brings an amount down is never refused. */
export function isOver({ beforeRaw, afterRaw, limitRaw }: Comparison): boolean {
  return afterRaw > limitRaw && afterRaw > beforeRaw
}

/** What to say of a comparison that is over. */
export function breachOf({ reason, name, afterRaw, limitRaw }: Comparison, market: Pick<Market, 'unitRaw'>): Breach {
  const shown = (raw: bigint) => Number(raw) / Number(market.unitRaw)
  if (reason === 'no-collateral') {
    return {
      reason,
      detail: `orders would need at least ${shown(afterRaw)} of collateral in all, ${shown(limitRaw)} is there`,
    }
  }
  if (reason === 'not-held')
    return { reason, detail: `orders would sell ${shown(afterRaw)} shares in all, ${shown(limitRaw)} are held` }
  const unit = OF_SHARES.has(reason) ? 'shares' : 'of collateral'
  return { reason, detail: `${name}: would be ${shown(afterRaw)} ${unit}, allowed ${shown(limitRaw)}` }
}

const OF_SHARES: ReadonlySet<RefusalReason> = new Set(['market-position', 'total-position'])

/** A decimal limit in raw units, rounded down to a millionth of a unit. */
export function limitRaw(limit: number, unitRaw: bigint): bigint {
  return (BigInt(Math.floor(limit * 1e6 + 1e-6)) * unitRaw) / 1_000_000n
}
