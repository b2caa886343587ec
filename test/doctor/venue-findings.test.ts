import { expect, it } from 'vitest'
import { profile } from '../../src/doctor/venue-findings.js'
import { configWith } from '../keys/bot-file.js'

it('says of a venue that refuses to be asked that nothing was compared, and not that it publishes nothing', () => {
  const found = (status: number) => profile(configWith({}), undefined, status)
  expect(found(429)).toMatchObject({ verdict: 'warning', evidence: expect.stringContaining('429') })
  expect(found(404)).toMatchObject({ verdict: 'warning', evidence: 'the venue publishes none to compare with' })
})
