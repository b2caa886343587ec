import { expect, it } from 'vitest'
import { conditionId, hex, notNewer } from '../../../../src/execution/journal/beside/kept-values.js'

it('what a newer release has written otherwise is refused, anything else is left to who reads it', () => {
  expect(() => notNewer({ version: 3, what: 'ever' }, 2)).toThrow('version 3, as a newer release of Quoin writes it')
  for (const said of [{ version: 2 }, { version: 1 }, { version: 'x' }, {}, undefined, 7]) {
    expect(notNewer(said, 2)).toBe(said)
  }
})

it('texts are hexadecimal, or not', () => {
  expect(hex.safeParse('0xAb').success).toBe(true)
  expect(hex.safeParse('ab').success).toBe(false)
  expect(conditionId.parse('0x1')).toBe('0x1')
})
