import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { limitedTo } from '../../../limited-files.js'

it('leaves nothing where a full disk has no room for it: whoever is started again and again fills the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-lock-'))
  try {
    const taken = `await it.lockJournal(${JSON.stringify(folder)}, 'lock').catch((error) => error.code)`
    expect(limitedTo('execution/journal/lock/journal-lock', taken, 0)).toBe('EFBIG')
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
