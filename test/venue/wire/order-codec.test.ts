import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Side } from '../../../src/domain/market/side.js'
import type { OrderDraft } from '../../../src/domain/orders/order.js'
import { amountsOf, orderMessage, readAmounts, toWireOrder } from '../../../src/venue/wire/order-codec.js'
import { A, market } from '../../risk/builders.js'

const WALLET = `0x${'1'.repeat(40)}` as const

function bodyOf(side: Side, withSide = true): string {
  const terms = { conditionId: A, outcome: 0, type: 'POST_ONLY', expirationSec: 0, feeRateBps: 0 } as const
  const draft: OrderDraft = { ...terms, side, price: ticks(47), size: lots(2000) }
  const { outcomes, ...rest } = market(A)
  const [yes, no] = outcomes
  const numbered = { ...rest, outcomes: [{ ...yes, tokenId: '7' }, no] as const }
  const fields = { maker: WALLET, signer: WALLET, salt: 1n, nonce: 0n, signatureType: 0 } as const
  const order = toWireOrder(orderMessage(draft, numbered, fields), '0x12', withSide)
  return JSON.stringify({ order, orderType: draft.type })
}

describe('what a body has signed', () => {
  it.each<[side: Side, withSide: boolean]>([
    ['BUY', true],
    ['SELL', true],
    ['BUY', false],
    ['SELL', false],
  ])('%s, its side said: %s', (side, withSide) => {
    expect(amountsOf(bodyOf(side, withSide), side)).toEqual({ collateralRaw: 9_400_000n, tokensRaw: 20_000_000n })
  })

  it.each([
    ['no JSON', 'old bytes'],
    ['no order', '{}'],
    ['no amounts', '{"order":{"salt":"1"}}'],
    ['no numbers', '{"order":{"makerAmount":"a","takerAmount":"2"}}'],
    ['nothing given', '{"order":{"makerAmount":"0","takerAmount":"2"}}'],
    ['no price', '{"order":{"makerAmount":"2","takerAmount":"2"}}'],
    ['the other side', bodyOf('SELL')],
  ])('is not known of one with %s', (_name, body) => {
    expect(amountsOf(body, 'BUY')).toBeUndefined()
  })
})

describe('amounts that are no order', () => {
  const { grid } = { grid: { ticksPerUnit: 100, lotRaw: 10_000n } }

  it('say what is wrong with the size: off the step, or beyond what is counted', () => {
    expect(() => readAmounts(4_701n, 10_001n, grid)).toThrow('size: expected a multiple of 10000 raw units, got 10001')
    const most = 10_000n * BigInt(Number.MAX_SAFE_INTEGER)
    expect(readAmounts(most / 2n, most, grid).side).toBe('BUY')
    const over = most + 10_000n
    const words = `size: expected at most ${most} raw units, got ${over}`
    expect(() => readAmounts(over / 2n, over, grid)).toThrow(words)
  })
})
