import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import { openJournal } from '../../../src/execution/journal/journal.js'
import { ended, NOW } from './made-lines.js'

it.each(['process', 'machine'] as const)(
  'writes nothing into whatever has its file number after the end: %s',
  async (durability) => {
    const root = mkdtempSync(join(tmpdir(), 'quoin-writer-'))
    const account = `0x${'ab'.repeat(20)}` as const
    const { journal } = await openJournal({ folder: root, account, durability, nowMs: NOW, graceMs: 15_000 })
    const append = (n: number) => new Promise<Failure | undefined>((done) => journal.append([ended(n)], done))
    expect(await append(1)).toBeUndefined()
    await journal.close()
    const others = [0, 1, 2, 3].map((n) => join(root, `${n}`))
    const files = others.map((path) => openSync(path, 'w'))
    try {
      expect(await append(2)).toMatchObject({
        code: 'journal-failed',
        message: expect.stringMatching(/the end of the run$/),
      })
      expect(others.map((path) => readFileSync(path, 'utf8'))).toEqual(['', '', '', ''])
    } finally {
      for (const file of files) closeSync(file)
      rmSync(root, { recursive: true, force: true })
    }
  },
)
