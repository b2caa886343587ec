// What the venue says we own, in raw units:  total = available + locked + pending,  for collateral and for each token.
//
//   locked    behind open orders
//   pending   matched, not settled: still ours, gone when it settles, available again when it fails

import type { ConditionId, Market } from '../market/market.js'

type TokensOfMarket = Pick<Market, 'conditionId' | 'outcomes'>

export interface CollateralBalance {
  /** Everything, locked and pending included. */
  readonly totalRaw: bigint
  /** Behind open orders. */
  readonly lockedRaw: bigint
  /** Matched, not settled. */
  readonly pendingRaw: bigint
  /** What a new order can use. */
  readonly availableRaw: bigint
}

/** Tokens of one market, by outcome. */
export interface Holding {
  readonly conditionId: ConditionId
  /** All settled tokens, locked and pending ones included. */
  readonly tokensRaw: readonly [bigint, bigint]
  /** Behind open SELL orders. */
  readonly lockedRaw: readonly [bigint, bigint]
  /** Sold, not settled. */
  readonly pendingRaw: readonly [bigint, bigint]
}

/** Tokens of a market that nobody has read yet: which of them is YES, only the market tells. */
export interface UnreadHolding {
  readonly conditionId: ConditionId
  readonly tokens: readonly {
    readonly tokenId: string
    readonly totalRaw: bigint
    readonly lockedRaw: bigint
    readonly pendingRaw: bigint
  }[]
}

/** One consistent reading of the account. */
export interface AccountSnapshot {
  readonly collateral: CollateralBalance
  readonly holdings: readonly Holding[]
  /** What else is held; absent where that is nothing. */
  readonly unread?: readonly UnreadHolding[]
}

/** What is held in the market, now that it is read. A token that is none of the market's counts for nothing. */
export function holdingIn({ tokens }: UnreadHolding, { conditionId, outcomes }: TokensOfMarket): Holding {
  const sums = (pick: (token: UnreadHolding['tokens'][number]) => bigint) => {
    const [yes, no] = outcomes.map(({ tokenId }) =>
      tokens.reduce((sum, token) => (token.tokenId === tokenId ? sum + pick(token) : sum), 0n),
    )
    return [yes ?? 0n, no ?? 0n] as const
  }
  return {
    conditionId,
    tokensRaw: sums(({ totalRaw }) => totalRaw),
    lockedRaw: sums(({ lockedRaw }) => lockedRaw),
    pendingRaw: sums(({ pendingRaw }) => pendingRaw),
  }
}

/** The same reading, with what is held in markets that are known among its holdings; of thousands, each is looked for once. */
export function withKnown(
  snapshot: AccountSnapshot,
  marketOf: (conditionId: ConditionId) => TokensOfMarket | undefined,
): AccountSnapshot {
  const { unread = [], ...read } = snapshot
  const known: Holding[] = []
  const left: UnreadHolding[] = []
  for (const held of unread) {
    const market = marketOf(held.conditionId)
    if (market === undefined) left.push(held)
    else known.push(holdingIn(held, market))
  }
  if (known.length === 0) return snapshot
  return { ...read, holdings: [...snapshot.holdings, ...known], ...(left.length === 0 ? {} : { unread: left }) }
}

/** The amounts that were kept are those that are held, whichever of them is YES. */
export function isAsKept({ tokens }: UnreadHolding, keptRaw: readonly [bigint, bigint] | undefined): boolean {
  if (keptRaw === undefined) return false
  const left = keptRaw.filter((raw) => raw !== 0n)
  for (const { totalRaw } of tokens) {
    if (totalRaw === 0n) continue
    const same = left.indexOf(totalRaw)
    if (same < 0) return false
    left.splice(same, 1)
  }
  return left.length === 0
}
