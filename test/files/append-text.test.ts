import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appendText, appendTextLater } from '../../src/files/append-text.js'
import { LIMITED_BYTES, limitedTo } from '../limited-files.js'
import { diskSteps } from './disk-steps.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-append-'))
  path = join(folder, 'a')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const WAYS = [
  ['at once', async (...given: Parameters<typeof appendText>) => appendText(...given)],
  ['later', appendTextLater],
] as const

describe.each(WAYS)('appended %s', (_way, append) => {
  it('stands behind what was there, readable by its owner alone', async () => {
    await append(path, 'one\n', 'process')
    await append(path, 'two\n', 'process')
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is synced where it shall survive the machine, and the name of a new file with it', async () => {
    const steps = diskSteps()
    await append(path, 'one\n', 'machine')
    await append(path, 'two\n', 'machine')
    expect(steps).toEqual(['write a', 'sync a', `sync ${basename(folder)}`, 'write a', 'sync a'])
  })

  it('is not synced where it shall survive the process', async () => {
    const steps = diskSteps()
    await append(path, 'one\n', 'process')
    expect(steps).toEqual(['write a'])
  })
})

it('throws where there is no room for all of it', () => {
  const failure = limitedTo(
    'files/append-text',
    `(() => { try { it.appendText(${JSON.stringify(path)}, 'x'.repeat(${20 * LIMITED_BYTES}), 'process') } catch (error) { return error.code } })()`,
  )
  expect(failure).toBe('EFBIG')
})
