import { expect, it } from 'vitest'
import { estimateSettings } from '../../src/state/schema.js'

it('has defaults, and refuses memories without length and unknown keys', () => {
  expect(estimateSettings.parse({})).toEqual({ fairTauSec: 20, volatilityTauSec: 900 })
  for (const wrong of [{ fairTauSec: 0 }, { volatilityTauSec: -1 }, { tau: 1 }]) {
    expect(estimateSettings.safeParse(wrong).success).toBe(false)
  }
})
