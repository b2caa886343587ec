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

  it('name the allowance that is to be kept up, but on the server that knows none', () => {
    const rpc = {
      ...{ url: 'http://127.0.0.1:8545', conditionalTokens: CONTRACT, collateral: CONTRACT },
      ...{ maxGasPriceGwei: 50, gasTokenPrice: 1 },
    }
    const wrong = chainSettings.safeParse({ actions: 'all', rpc }).error?.issues
    expect(wrong?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['allowance', expect.stringContaining('expected the allowance that actions: all keeps up')],
    ])
    const allowance = { spender: CONTRACT, amount: 10, refillBelow: 1 }
    for (const fine of [{ actions: 'all', rpc, allowance }, { actions: 'all' }, { actions: 'merge', rpc }])
      expect(chainSettings.safeParse(fine).success).toBe(true)
  })
})
