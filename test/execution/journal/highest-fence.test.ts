import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { highestFence } from '../../../src/execution/journal/highest-fence.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-fences-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is the highest of all lines, torn ones included, and of no other file', () => {
  expect(highestFence(join(folder, 'none'))).toBe(0)
  expect(highestFence(folder)).toBe(0)
  writeFileSync(join(folder, 'orders-000002.jsonl'), '{"kind":"ended","fence":41}\n{"kind":"ended","fence":42,"ha')
  writeFileSync(join(folder, 'checkpoint-000002.jsonl'), '{"fence":17}\n')
  writeFileSync(join(folder, 'standing.json'), '{"fence":99}')
  expect(highestFence(folder)).toBe(42)
})
