import { describe, expect, it } from 'vitest'
import { limitHints } from '../../../src/cli/strategy/limit-hints.js'
import { riskLimits } from '../../../src/risk/schema.js'
import type { AnyStrategy } from '../../../src/strategy/contract.js'
import { bindStrategy } from '../../../src/strategy/parse-params.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { groupConsistent } from '../../../strategies/group-consistent.js'

const hints = (strategy: AnyStrategy, params: object, risk: object) =>
  limitHints(bindStrategy(strategy, params), riskLimits.parse(risk))

describe('what limits leave of a strategy', () => {
  it('has nothing to say where its orders may be sent', () => {
    expect(hints(fixedSpread, {}, {})).toEqual([])
    expect(hints(groupConsistent, {}, {})).toEqual([])
  })

  it('says that every order is larger than one may be', () => {
    expect(hints(fixedSpread, { size: 30 }, { maxOrderShares: 20 })).toEqual([
      'of the strategy every order in an example market would be refused: risk.maxOrderShares: would be 30 shares, allowed 20',
    ])
    expect(hints(groupConsistent, { size: 30 }, { maxOrderShares: 20 })[0]).toContain(
      'risk.maxOrderShares: would be 30',
    )
  })

  it('counts those that are, by value and by distance', () => {
    // 0.46 and 0.48 of 100
    expect(hints(fixedSpread, { halfSpread: 0.03, size: 100 }, { maxOrderCollateral: 47 })[0]).toMatch(
      /^of the strategy 1 of 2 orders .*risk\.maxOrderCollateral: would be 48 of collateral, allowed 47$/,
    )
    expect(hints(fixedSpread, { halfSpread: 0.2 }, { maxFairDistance: 0.1 })[0]).toContain('risk.maxFairDistance')
  })
})
