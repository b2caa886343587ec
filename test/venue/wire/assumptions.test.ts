import { expect, it } from 'vitest'
import { allKeys } from '../../../src/config/schema-keys.js'
import { ASSUMPTION_NAMES, assumedOf } from '../../../src/venue/wire/assumptions.js'
import { venueProfile } from '../../../src/venue/wire/profile.js'

it('every assumption is a key of the profile', () => {
  const keys = allKeys(venueProfile).map(({ path }) => path)
  for (const name of ASSUMPTION_NAMES) expect(keys, name).toContain(name)
})

it('what is known or accepted is assumed no more', () => {
  expect(assumedOf({ known: [] }, [])).toEqual(ASSUMPTION_NAMES)
  expect(assumedOf({ known: ['makerPaysFee'] }, ['holdingsLagSec'])).not.toContain('makerPaysFee')
  expect(assumedOf({ known: ['makerPaysFee'] }, ['holdingsLagSec'])).not.toContain('holdingsLagSec')
  expect(assumedOf({ known: ASSUMPTION_NAMES }, [])).toEqual([])
})
