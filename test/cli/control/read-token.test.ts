import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readToken } from '../../../src/cli/control/read-token.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-token-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (more: { tokenFile?: string; env?: Record<string, string> }) =>
  readToken('dashboard.tokenFile', { tokenEnv: 'PAGE_TOKEN', folder, env: {}, ...more })

it('is of the file, else of the environment, else there is none', () => {
  writeFileSync(join(folder, 'token'), ' a-token-in-a-file\n', { mode: 0o600 })
  expect(read({ tokenFile: 'token', env: { PAGE_TOKEN: 'another-token-of-env' } })).toBe('a-token-in-a-file')
  expect(read({ env: { PAGE_TOKEN: 'another-token-of-env' } })).toBe('another-token-of-env')
  expect(read({ env: { PAGE_TOKEN_FILE: join(folder, 'token') } })).toBe('a-token-in-a-file')
  expect(read({})).toBeUndefined()
  expect(read({ env: { PAGE_TOKEN: '' } })).toBeUndefined()
})

it('one that is short, missing or open to others is refused, and never shown', () => {
  expect(() => read({ env: { PAGE_TOKEN: 'fifteen-letters' } })).toThrow(
    'dashboard.tokenFile: expected 16 characters or more, got 15',
  )
  expect(() => read({ tokenFile: 'nowhere' })).toThrow(/expected a readable file, got ENOENT/)
  writeFileSync(join(folder, 'open'), 'a-token-that-all-can-read')
  chmodSync(join(folder, 'open'), 0o644)
  expect(() => read({ tokenFile: 'open' })).toThrow(/expected file mode 0400 or 0600, got 0644/)
})
