import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { openTape } from '../../src/recording/open-tape.js'
import { verifyTape } from '../../src/recording/verify-tape.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let tapes = 0

/** The tape of one file with these bytes. */
function tapeOf(bytes: Uint8Array): string {
  const path = join(folder, `tape-${++tapes}`)
  mkdirSync(path)
  writeFileSync(join(path, 'market-20260131T120000123Z-0001.jsonl.gz'), bytes)
  return path
}

async function verdictOf(path: string) {
  return verifyTape(await openTape(path, { onNote: () => undefined }))
}

it('hears of a torn member each time, also of one that fails when all of it has been taken in', async () => {
  const whole = gzipSync('{"k":"head","at":1}\n'.repeat(50))
  // nothing at all, in the head, in the middle, in the checksum
  for (const length of [0, 5, whole.length - 20, whole.length - 4]) {
    const path = tapeOf(whole.subarray(0, length))
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => verdictOf(path)))
    const heard = verdicts.filter(({ notes }) => notes.some((note) => note.includes('torn')))
    expect(`${heard.length} of ${length} bytes`).toBe(`100 of ${length} bytes`)
  }
})

it('misses the first line, by which the others are read, and counts the good lines before a bad one', async () => {
  const lines = ['{"k":"clock","at":1,"mono":1,"wallMs":1}', '{"k":"end","at":2,"mono":2,"reason":"over"}', 'oops']
  const { problems } = await verdictOf(tapeOf(gzipSync(`${lines.slice(0, 2).join('\n')}\n`)))
  expect(problems).toEqual([expect.stringMatching(/0001\.jsonl\.gz:1: k: expected head, got clock$/)])
  const verdict = await verdictOf(tapeOf(gzipSync(`${lines.join('\n')}\n`)))
  expect(verdict.lines).toBe(2)
})
