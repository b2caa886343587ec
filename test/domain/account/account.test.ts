import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AccountSnapshot, holdingIn, isAsKept, withKnown } from '../../../src/domain/account/account.js'
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
  const ofA = (conditionId: string) => (conditionId === A ? market(A) : undefined)
  const known = withKnown(snapshot, ofA)
  expect(known).toEqual({ collateral, holdings: [holdingIn(held, market(A))], unread: [other] })
  expect(withKnown(known, ofA)).toBe(known)
  expect(withKnown({ collateral, holdings: [], unread: [held] }, ofA)).not.toHaveProperty('unread')
})

it('moves what is held of all markets that are known, and looks at each entry once', () => {
  let looks = 0
  const entry = (index: number) => ({
    get conditionId() {
      looks++
      return (index === 1 ? A : `0xe${index}`) as typeof A
    },
    tokens: [token(YES, 5n)],
  })
  const unread = Array.from({ length: 100 }, (_, index) => entry(index))
  const known = withKnown({ collateral, holdings: [], unread }, (id) => (id === B ? undefined : market(id)))
  expect(known.holdings).toHaveLength(100)
  expect(known).not.toHaveProperty('unread')
  expect(looks).toBeLessThanOrEqual(100)
  const some = withKnown({ collateral, holdings: [], unread }, (id) => (id === A ? market(A) : undefined))
  expect(some.holdings).toEqual([holdingIn({ conditionId: A, tokens: [token(YES, 5n)] }, market(A))])
  expect(some.unread).toHaveLength(99)
  const none: AccountSnapshot = { collateral, holdings: [], unread }
  expect(withKnown(none, () => undefined)).toBe(none)
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
