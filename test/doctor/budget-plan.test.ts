import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/config.js'
import { budgetPlan, describePlan } from '../../src/doctor/budget-plan.js'

function planOf(max: number, extra = '', markets = `select: { max: ${max} }`) {
  const text = `
venue: { profile: config/venues/sandbox.yaml, url: "http://127.0.0.1:1", apiKey: shared-key }
markets: { ${markets} }
strategy: { name: as-logit }
execution: { renewBeforeFraction: 0.0001 ${extra} }
`
  return budgetPlan(parseConfig({ file: 'bot.yaml', text }))
}

describe('budgetPlan', () => {
  it('reckons 20 markets with orders of 120 s, 115 of them matched, on a DEFAULT key: 21 renewals, a reprice every 19 s, 61 reads', () => {
    const plan = planOf(20)
    expect(plan.renewalsPerMinute).toBeCloseTo(20.9, 1)
    expect(plan.secondsBetweenReprices).toBeCloseTo(18.6, 1)
    expect(plan.routineReadsPerMinute).toBe(61)
    expect(plan.marketsThatFit).toBe(28)
    expect(describePlan(plan).join()).not.toContain('too many')
  })

  it('counts the look at each market that is named, and a page for those that are selected', () => {
    expect(planOf(2, '', 'ids: [a, b]').routineReadsPerMinute).toBe(6 + 2)
    expect(planOf(2, '', 'select: { max: 2, refreshSec: 10 }').routineReadsPerMinute).toBe(6 + 6)
  })

  it('says how many markets fit when renewals take more than a fifth', () => {
    const plan = planOf(100)
    expect(describePlan(plan).at(-1)).toBe('  too many: renewals of 28 markets fit into a fifth of the write budget')
  })

  it('says when nothing is left for repricing', () => {
    const plan = planOf(200)
    expect(plan.secondsBetweenReprices).toBeUndefined()
    expect(describePlan(plan).join()).toContain('no write is left for repricing')
  })

  it('stretches lives under auto', () => {
    expect(planOf(50, ', orderLifetimeSec: auto').renewalsPerMinute).toBeCloseTo(30, 0)
    expect(planOf(50, ', orderLifetimeSec: auto').marketsThatFit).toBe(73)
  })
})
