import { describe, expect, it } from 'vitest'
import { FormerExchange } from '../../../src/state/account/former-exchange.js'
import { A, B } from '../../risk/builders.js'
import { account } from '../believer.js'

type Tokens = readonly [bigint, bigint]

/** A merge of 30 sets. */
function found(kept?: Tokens, unordered = false): FormerExchange {
  const former = new FormerExchange()
  if (kept !== undefined) former.kept([{ conditionId: A, tokensRaw: kept, ...(unordered ? { unordered } : {}) }])
  former.found({ conditionId: A, tokensRaw: [30n, 30n], paidRaw: 30n })
  return former
}
const counted = (former: FormerExchange, held: Tokens) =>
  former.asCounted(account(1n, { [A]: held }), A).holdings.map(({ tokensRaw }) => tokensRaw)

describe('what a former run has left on its way', () => {
  it.each([
    ['as it was kept', [80n, 90n], [80n, 90n], [80n, 90n]],
    ['less what it takes', [80n, 90n], [50n, 60n], [80n, 90n]],
    ['as it was kept, but for what was matched since', [80n, 90n], [75n, 91n], [75n, 91n]],
    ['less what it takes, but for what was matched since', [80n, 90n], [55n, 62n], [85n, 92n]],
    ['too little for it, where nothing was kept', undefined, [0n, 9n], [30n, 39n]],
    ['enough for it, where nothing was kept', undefined, [31n, 30n], [31n, 30n]],
  ] as const)('is held until it is confirmed; the reading shows %s', (_name, kept, held, expected) => {
    expect(counted(found(kept), held)).toEqual([expected])
  })

  it('is not held any more once it is confirmed, whether the reading shows it or not', () => {
    const former = found([80n, 90n])
    former.confirmed()
    expect([counted(former, [80n, 90n]), counted(former, [50n, 60n])]).toEqual([[[50n, 60n]], [[50n, 60n]]])
  })

  it('is held where the reading shows nothing of the market at all', () => {
    const { holdings } = found([30n, 30n]).asCounted(account(1n), A)
    const none = [0n, 0n] as const
    expect(holdings).toEqual([{ conditionId: A, tokensRaw: [30n, 30n], lockedRaw: none, pendingRaw: none }])
  })

  it('is not judged by amounts of which nobody knows which is of YES', () => {
    expect(counted(found([90n, 50n], true), [50n, 90n])).toEqual([[50n, 90n]])
  })

  it('changes nothing in other markets, nor anywhere when it came to nothing', () => {
    const former = found([30n, 30n])
    const reading = account(1n, { [B]: [0n, 0n] })
    expect(former.asCounted(reading, B)).toBe(reading)
    former.cameToNothing()
    expect(former.asCounted(reading, A)).toBe(reading)
    expect(former.takenRaw(A)).toBeUndefined()
  })
})
