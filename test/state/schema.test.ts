import { expect, it } from 'vitest'
import { estimateSettings } from '../../src/state/schema.js'

it('has defaults, and refuses memories without length and unknown keys', () => {
  expect(estimateSettings.parse({})).toEqual({
    fairTauSec: 20,
    volatilityTauSec: 900,
    maxFairAgeMs: 30_000,
    confirmMs: 3000,
    priors: {},
  })
  for (const wrong of [
    { fairTauSec: 0 },
    { volatilityTauSec: -1 },
    { tau: 1 },
    { prior: { p: 1 } },
    { priors: { m: { p: 0 } } },
    { signal: {} },
  ]) {
    expect(estimateSettings.safeParse(wrong).success).toBe(false)
  }
})
