import { describe, expect, it } from 'vitest'
import { refuseReplacing } from '../../../src/cli/tape/refuse-replacing.js'

describe('a file that is there', () => {
  it('is not replaced unless that was said', () => {
    expect(() => refuseReplacing('package.json', {})).toThrow(
      'package.json: expected no file there, got one; --force replaces it',
    )
    expect(() => refuseReplacing('package.json', { force: true })).not.toThrow()
    expect(() => refuseReplacing('no-such-file.json', {})).not.toThrow()
  })
})
