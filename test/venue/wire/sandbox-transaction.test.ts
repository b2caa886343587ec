import { describe, expect, it } from 'vitest'
import { sandboxTransactionHash, transactionBody } from '../../../src/venue/wire/sandbox-transaction.js'

const ALICE = '0xAbCd1234567890123456789012345678901234Ef'
const merge = { nonce: 3, act: 'merge', conditionId: '0xc', amount: '5' } as const

describe('a transaction of the sandbox', () => {
  it('is named by everything that it says, and by nothing else', () => {
    const hash = sandboxTransactionHash(ALICE, merge)
    expect(sandboxTransactionHash(`0x${ALICE.slice(2).toLowerCase()}`, { ...merge })).toBe(hash)
    const others = [{ nonce: 4 }, { act: 'split' as const }, { conditionId: '0xd' }, { amount: '6' }]
    const hashes = others.map((other) => sandboxTransactionHash(ALICE, { ...merge, ...other }))
    expect(new Set([hash, ...hashes]).size).toBe(5)
  })

  it('names an amount unless it redeems', () => {
    const ok = (body: object) => transactionBody.safeParse(body).success
    expect([ok(merge), ok({ ...merge, amount: '0' }), ok({ ...merge, amount: undefined })]).toEqual([
      true,
      false,
      false,
    ])
    expect([ok({ ...merge, act: 'redeem' }), ok({ nonce: 0, act: 'redeem', conditionId: '0xc' })]).toEqual([
      false,
      true,
    ])
  })
})
