import { expect, it } from 'vitest'
import { withdrawal } from '../../../src/execution/effects/withdrawal.js'

it('is for whatever has stopped its market, or for two seconds from the decision to the wire', () => {
  expect(withdrawal(undefined, 2000)).toBeUndefined()
  expect(withdrawal('halted by a person', 0)).toEqual({ code: 'withdrawn', message: 'halted by a person' })
  expect(withdrawal('halted by a person', 9000)?.message).toBe('halted by a person')
  expect(withdrawal(undefined, 2000.6)).toEqual({
    ...{ code: 'withdrawn' },
    message: 'signed and written down 2001 ms after it was decided on: expected at most 2000',
  })
})
