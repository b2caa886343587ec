import { describe, expect, it } from 'vitest'
import { chainSettings } from '../../src/chain/schema.js'

const CONTRACT = `0x${'1'.repeat(40)}`

describe('the settings of the chain', () => {
  it('do nothing unless told to', () => {
    expect(chainSettings.parse({})).toEqual({ actions: 'off', mergeMin: 5, maxCostShare: 0.01 })
  })

  it('refill an allowance below what is given', () => {
    const given = (refillBelow: number) =>
      chainSettings.safeParse({ allowance: { spender: CONTRACT, amount: 10, refillBelow } }).success
    expect([given(9), given(10)]).toEqual([true, false])
  })
})
