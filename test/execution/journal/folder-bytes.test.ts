import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderBytes } from '../../../src/execution/journal/folder-bytes.js'

it('is the sum of the files, and 0 where there is no folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bytes-'))
  try {
    expect(await folderBytes(folder)).toBe(0)
    writeFileSync(join(folder, 'orders-000001.jsonl'), 'x'.repeat(1000))
    writeFileSync(join(folder, 'standing.json'), 'x'.repeat(24))
    mkdirSync(join(folder, 'beside'))
    writeFileSync(join(folder, 'beside', 'other'), 'x'.repeat(5000))
    expect(await folderBytes(folder)).toBe(1024)
    expect(await folderBytes(join(folder, 'nowhere'))).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
