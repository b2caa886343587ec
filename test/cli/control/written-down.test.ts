import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Operation, writtenDown } from '../../../src/cli/control/written-down.js'
import { QuoinError } from '../../../src/domain/error.js'
import { configWith } from '../../keys/bot-file.js'
import { captureContext } from '../commands/sandbox.js'

const ACCOUNT = `0x${'Ab'.repeat(20)}` as const
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-written-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function operation(path = join(folder, 'journal')): Operation & { readonly notes: () => string } {
  const capture = captureContext(false, { QUOIN_ACTOR: 'ann' })
  const config = configWith({ 'execution.journal.path': path })
  const asked = { reason: 'the end' }
  return {
    config,
    account: ACCOUNT,
    context: capture.context,
    command: 'cancel-all',
    asked,
    notes: () => capture.stderr,
  }
}

const lines = () =>
  readFileSync(join(folder, 'journal', ACCOUNT.toLowerCase(), 'operations.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a command without a bot', () => {
  it('is written down before it acts, and then with what came of it', async () => {
    const done = writtenDown(operation(), async (tell) => {
      expect(lines()).toMatchObject([{ command: 'cancel-all', actor: 'ann', reason: 'the end', outcome: 'begun' }])
      tell({ cancelled: 3 })
      return 'pending'
    })
    expect(await done).toBe('pending')
    expect(lines()[1]).toMatchObject({ command: 'cancel-all', actor: 'ann', outcome: 'pending', cancelled: 3 })
    expect(lines()[1].atMs).toBeGreaterThan(0)
  })

  it('that fails says so, with what had been done, and fails all the same', async () => {
    const act = async (tell: (details: object) => void) => {
      tell({ cancelled: 1 })
      throw new QuoinError('unreachable', 'no answer')
    }
    await expect(writtenDown(operation(), act as never)).rejects.toThrow('no answer')
    const error = { code: 'unreachable', message: 'no answer' }
    expect(lines()[1]).toMatchObject({ outcome: 'failed', cancelled: 1, error })
  })

  it('that cannot be written down is said, and done', async () => {
    writeFileSync(join(folder, 'file'), '')
    const refused = operation(join(folder, 'file'))
    expect(await writtenDown(refused, async () => 'ok')).toBe('ok')
    expect(refused.notes()).toMatch(/not written down: .*expected to write, got/)
  })
})
