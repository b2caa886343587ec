import { expect, it } from 'vitest'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import type { HeldTokens } from '../../../src/domain/run/standing.js'
import { HeldUnread } from '../../../src/state/account/held-unread.js'
import { A, B, raw } from '../../risk/builders.js'

const MARKETS = [{ unitRaw: raw(1) }]
const collateral = { totalRaw: 0n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 0n }
const token = (tokenId: string, shares: number) => ({ tokenId, totalRaw: raw(shares), lockedRaw: 0n, pendingRaw: 0n })

function reading(...amounts: readonly [tokenId: string, shares: number][]): AccountSnapshot {
  const tokens = amounts.map(([tokenId, shares]) => token(tokenId, shares))
  return { collateral, holdings: [], ...(tokens.length > 0 && { unread: [{ conditionId: A, tokens }] }) }
}

const left = (worth: number | undefined, more: Partial<HeldTokens> = {}): HeldTokens => ({
  ...{ conditionId: A, tokensRaw: [raw(30), raw(10)], ...(worth !== undefined && { worth }) },
  ...more,
})

const inAll = (positionRaw: bigint, collateralRaw: bigint, lossRaw: bigint) => ({ positionRaw, collateralRaw, lossRaw })

it.each<[string, ReturnType<typeof reading>, HeldTokens, ReturnType<typeof inAll> | undefined]>([
  ['one outcome', reading(['1', 40]), left(22), inAll(raw(40), raw(22), raw(22))],
  ['sets pay whatever comes', reading(['1', 30], ['2', 10]), left(22.5), inAll(raw(20), raw(22.5), raw(12.5))],
  ['in whichever order', reading(['2', 10], ['1', 30]), left(22.5), inAll(raw(20), raw(22.5), raw(12.5))],
  ['in parts', reading(['1', 20], ['2', 10], ['1', 10]), left(22.5), inAll(raw(20), raw(22.5), raw(12.5))],
  ['sets alone', reading(['1', 10], ['2', 10]), left(9), inAll(0n, raw(9), 0n)],
  ['less than a raw unit is rounded up', reading(['1', 1]), left(0.000_000_1), inAll(raw(1), 1n, 1n)],
  ['a market that was over', reading(['1', 40]), left(40, { isOver: true }), undefined],
  ['worth nothing', reading(['1', 40]), left(0), undefined],
  ['nobody can say what it cost', reading(['1', 40]), left(undefined), undefined],
  ['of another market', reading(['1', 40]), left(22, { conditionId: B }), undefined],
  ['nothing is unread', reading(), left(22), undefined],
])('what is held in markets that nobody has read: %s', (_name, snapshot, kept, sum) => {
  const unread = new HeldUnread({ snapshot }, MARKETS)
  unread.kept([kept])
  expect(unread.sum).toEqual(sum)
})

it('is the same until something is read, and nothing before the account and a market are', () => {
  const markets = [...MARKETS]
  const funds: { snapshot: AccountSnapshot | undefined } = { snapshot: undefined }
  const unread = new HeldUnread(funds, markets)
  unread.kept([left(22)])
  expect(unread.sum).toBeUndefined()
  funds.snapshot = reading(['1', 40])
  const [known] = markets.splice(0)
  expect(unread.sum).toBeUndefined()
  if (known) markets.push(known)
  const { sum } = unread
  expect(sum?.collateralRaw).toBe(raw(22))
  expect(unread.sum).toBe(sum)
  funds.snapshot = reading()
  expect(unread.sum).toBeUndefined()
})
