import { describe, expect, it } from 'vitest'
import { type ErrorCode, QuoinError } from '../../src/domain/error.js'
import { EXIT_CODES, exitOf, exitOfStop } from '../../src/domain/exit-codes.js'

describe('exit codes', () => {
  it('are all different', () => {
    const codes = Object.values(EXIT_CODES).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it.each<[ErrorCode, string]>([
    ['bad-config', 'bad-config'],
    ['profile-mismatch', 'bad-config'],
    ['unreachable', 'unreachable'],
    ['bad-api-key', 'refused'],
    ['journal-failed', 'journal'],
    ['bad-argument', 'usage'],
    ['internal', 'failed'],
  ])('%s ends in %s', (code, exit) => {
    expect(exitOf(new QuoinError(code, ''))).toBe(exit)
  })

  it('a bot that stops itself says by the same codes why', () => {
    expect(exitOfStop('bad-api-key')).toBe('refused')
    expect(exitOfStop('journal-failed')).toBe('journal')
    expect(exitOfStop('internal')).toBe('stopped-itself')
  })

  it('anything else is a fault', () => {
    expect(exitOf(new Error('x'))).toBe('failed')
  })
})
