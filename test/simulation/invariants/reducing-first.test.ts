import { expect, it } from 'vitest'
import type { Quote } from '../../../src/domain/orders/quote.js'
import { riskLimits } from '../../../src/risk/schema.js'
import type { Judged } from '../seeds/invariants/beyond.js'
import { NOTHING, plus } from '../seeds/invariants/limit-rules.js'
import { PlainExposure } from '../seeds/invariants/plain-exposure.js'
import { crowdedOut, isReducing } from '../seeds/invariants/reducing-first.js'

const GRID = { ticksPerUnit: 100, lotRaw: 10_000n, minLots: 100, unitRaw: 1_000_000n }
const MARKET = { id: 'm', conditionId: '0xa', status: 'OPEN', ...GRID }
const risk = riskLimits.parse({ maxMarketCollateral: 20, maxMarketShares: 1000, maxMarketLoss: 1000 })
const quote = (outcome: 0 | 1, size: number) =>
  ({ conditionId: '0xa', outcome, side: 'BUY', price: 50, size, edge: 1 }) as unknown as Quote

/** Ten YES more than NO are held: a bid on NO brings that down. */
function judged(approved: readonly Quote[], refused: readonly Quote[], wanted = [...approved, ...refused]): Judged {
  const position = { market: MARKET, tokensRaw: [10_000_000n, 0n], assumedFeeRaw: [0n, 0n], costRaw: 5_000_000n }
  const base = new PlainExposure(position as never, [])
  const whole = base.with(approved.map((one) => ({ ...one, sizeRaw: BigInt(one.size) * MARKET.lotRaw })))
  return {
    ...{ market: MARKET, tokensRaw: [10_000_000n, 0n], wanted, cell: {}, base, whole, approved },
    refused: refused.map((one) => ({ quote: one, reason: 'market-collateral', detail: '' })),
  } as unknown as Judged
}

function found(one: Judged) {
  const room = {
    totals: plus(NOTHING, one.whole.sums),
    freeRaw: 10n ** 12n,
    heldRaw: () => 0n,
    groupLossRaw: () => undefined,
  }
  return crowdedOut(one, [one], { risk, room }).map(({ what }) => what)
}

it('a bid on what is held less brings the position down, where that is as much as an order', () => {
  const one = judged([], [])
  expect([isReducing(quote(1, 1), one), isReducing(quote(0, 1), one)]).toEqual([true, false])
  expect(isReducing(quote(1, 1), { ...one, tokensRaw: [500_000n, 0n] })).toBe(false)
})

it('what brings it down is neither refused nor cut down beside what adds', () => {
  expect(found(judged([quote(0, 2000)], [quote(1, 2000)]))).toEqual([expect.stringContaining('refused')])
  expect(found(judged([quote(0, 2000), quote(1, 500)], [], [quote(0, 2000), quote(1, 2000)]))).toEqual([
    expect.stringContaining('cut down'),
  ])
})

it('what adds may be refused, and what does not fit by itself', () => {
  expect(found(judged([quote(1, 2000)], [quote(0, 2000)]))).toEqual([])
  const large = { ...quote(1, 9000) }
  expect(found(judged([quote(0, 100), { ...large, size: 3000 as never }], [], [quote(0, 100), large]))).toEqual([])
})
