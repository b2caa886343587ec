// The sandbox pays for what should pay and for nothing else: 200 resolved markets of the demo's world per way of quoting.
//
//   profit per market in collateral, from the ledger after resolution; 95 % confidence intervals

import { beforeAll, describe, expect, it } from 'vitest'
import { difference, estimate } from '../simulation/sandbox/confidence.js'
import { defaultAsLogit, nakedMid, oracle, outsideRivals } from '../simulation/sandbox/policies.js'
import { runSandbox, type SandboxResult } from '../simulation/sandbox/run-sandbox.js'

const MARKETS = 200
const SEED = 20_260

const POLICIES = { nakedMid, outsideRivals, oracle, defaultAsLogit }
type Name = keyof typeof POLICIES

const results = new Map<Name, SandboxResult>()

function result(name: Name): SandboxResult {
  const found = results.get(name)
  if (found === undefined) throw new Error(`no run of ${name}`)
  return found
}

describe('the sandbox is honest', () => {
  for (const name of Object.keys(POLICIES) as Name[]) {
    beforeAll(() => {
      results.set(name, runSandbox({ seed: SEED, markets: MARKETS, makePolicy: POLICIES[name] }))
    }, 120_000)
  }

  it.each(Object.keys(POLICIES) as Name[])(
    '%s: all accounts and fees together gain nothing, to the raw unit',
    (name) => {
      const { balance, profits } = result(name)
      expect(profits).toHaveLength(MARKETS)
      expect(balance.accounts).toBeGreaterThan(2 * MARKETS)
      expect(balance.gainedRaw).toBe(0n)
      expect(balance.owedRaw).toBe(0n)
    },
  )

  it('who does not quote earns exactly nothing', () => {
    expect(result('defaultAsLogit').bystanders).toEqual(Array.from({ length: MARKETS }, () => 0))
  })

  it("one tick around the book's own mid loses", () => {
    expect(estimate(result('nakedMid').profits).high).toBeLessThan(0)
  })

  it('outside the rivals there are almost no fills', () => {
    const { filledShares } = result('outsideRivals')
    expect(filledShares).toBeLessThan(0.02 * result('defaultAsLogit').filledShares)
    expect(filledShares).toBeLessThan(0.005 * result('outsideRivals').tradedShares)
  })

  it('an oracle earns', () => {
    expect(estimate(result('oracle').profits).low).toBeGreaterThan(0)
  })

  it('as-logit with its defaults earns more than the mid and less than the oracle', () => {
    const { profits } = result('defaultAsLogit')
    expect(estimate(profits).low).toBeGreaterThan(0)
    expect(difference(profits, result('nakedMid').profits).low).toBeGreaterThan(0)
    expect(difference(result('oracle').profits, profits).low).toBeGreaterThan(0)
  })
})
