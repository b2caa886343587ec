import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeOf, messageOf, QuoinError } from '../../src/domain/error.js'

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (thrown) {
    return thrown
  }
}

describe('what was thrown', () => {
  it('has a message, an error or not', () => {
    expect(messageOf(new TypeError('wrong'))).toBe('wrong')
    expect(messageOf('plain')).toBe('plain')
  })

  it('has a code where the system, or Quoin, gave one', () => {
    expect(codeOf(thrownBy(() => readFileSync('nowhere/at/all')))).toBe('ENOENT')
    expect(codeOf(new QuoinError('bad-tape', 'torn'))).toBe('bad-tape')
    expect(codeOf(new Error('none'))).toBeUndefined()
    expect(codeOf({ code: 'ENOENT' })).toBeUndefined()
  })
})
