import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lastAppendedMs } from '../../../src/execution/journal/last-appended.js'

it('is the time of the newest segment, whatever else was written later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-appended-'))
  const written = (name: string, sec: number) => {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), sec, sec)
  }
  try {
    expect(await lastAppendedMs(folder)).toBeUndefined()
    written('standing.json', 900)
    expect(await lastAppendedMs(folder)).toBeUndefined()
    written('orders-000001.jsonl', 500)
    written('orders-000002.jsonl', 400)
    written('operations.jsonl', 800)
    expect(await lastAppendedMs(folder)).toBe(400_000)
    expect(await lastAppendedMs(join(folder, 'nowhere'))).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
