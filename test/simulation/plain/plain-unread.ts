// What former runs have left in markets that nobody has read, market by market: with either of the two tokens taken for YES.

import { largerRaw, smallerRaw } from '../../../src/domain/amounts/money.js'
import type { HeldTokens } from '../../../src/domain/run/standing.js'
import type { Beliefs } from '../../../src/state/beliefs.js'

/** `left`: as the start was told of it. Nothing while no market is known. */
export function plainUnread(left: readonly HeldTokens[], { funds, markets }: Pick<Beliefs, 'funds' | 'markets'>) {
  const sums = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }
  const [unitRaw] = [...markets.values()].map((market) => market.unitRaw)
  if (unitRaw === undefined) return sums
  for (const { conditionId, tokens } of funds.snapshot?.unread ?? []) {
    const kept = left.find((one) => one.conditionId === conditionId)
    if (kept?.worth === undefined || kept.worth <= 0 || kept.isOver) continue
    const ids = [...new Set(tokens.map(({ tokenId }) => tokenId))]
    const amount = (id: string | undefined) =>
      tokens.reduce((sum, { tokenId, totalRaw }) => (tokenId === id ? sum + totalRaw : sum), 0n)
    const [yes, no] = [amount(ids[0]), amount(ids[1])]
    const costRaw = BigInt(Math.ceil(kept.worth * Number(unitRaw)))
    sums.positionRaw += yes > no ? yes - no : no - yes
    sums.collateralRaw += costRaw
    sums.lossRaw += largerRaw(0n, costRaw - smallerRaw(yes, no))
  }
  return sums
}
