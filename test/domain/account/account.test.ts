import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AccountSnapshot, holdingIn, isAsKept, withMarket } from '../../../src/domain/account/account.js'
import { NO, YES } from '../../../src/domain/market/side.js'
import { A, B, market } from '../../risk/builders.js'

const token = (outcome: 0 | 1, totalRaw: bigint, lockedRaw = 0n, pendingRaw = 0n) => ({
  ...{ tokenId: market(A).outcomes[outcome].tokenId, totalRaw, lockedRaw, pendingRaw },
})
const collateral = { totalRaw: 9n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 9n }

it('has each token with its outcome once the market is known, whatever their order', () => {
  const tokens = [token(NO, 7n, 2n, 1n), token(YES, 5n), { ...token(YES, 3n), tokenId: 'of another market' }]
  expect(holdingIn({ conditionId: A, tokens }, market(A))).toEqual({
    ...{ conditionId: A, tokensRaw: [5n, 7n], lockedRaw: [0n, 2n], pendingRaw: [0n, 1n] },
  })
})

it('moves what is held of the market to what is known, and nothing else', () => {
  const held = { conditionId: A, tokens: [token(YES, 5n)] }
  const other = { conditionId: B, tokens: [token(NO, 1n)] }
  const snapshot: AccountSnapshot = { collateral, holdings: [], unread: [held, other] }
  const known = withMarket(snapshot, market(A))
  expect(known).toEqual({ collateral, holdings: [holdingIn(held, market(A))], unread: [other] })
  expect(withMarket(known, market(A))).toBe(known)
  expect(withMarket({ collateral, holdings: [], unread: [held] }, market(A))).not.toHaveProperty('unread')
})

it('is as it was kept where the amounts are, whichever is of YES', () => {
  const amount = fc.bigInt({ min: 0n, max: 3n })
  fc.assert(
    fc.property(amount, amount, amount, amount, (yes, no, keptYes, keptNo) => {
      const tokens = [token(YES, yes), token(NO, no)].filter(({ totalRaw }) => totalRaw > 0n)
      const isSame = (yes === keptYes && no === keptNo) || (yes === keptNo && no === keptYes)
      expect(isAsKept({ conditionId: A, tokens }, [keptYes, keptNo])).toBe(isSame)
    }),
  )
  expect(isAsKept({ conditionId: A, tokens: [token(YES, 1n)] }, undefined)).toBe(false)
})
