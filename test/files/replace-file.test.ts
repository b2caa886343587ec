import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { READABLE } from '../../src/files/draft.js'
import { replaceFile, replaceFileBy, replaceFileLater } from '../../src/files/replace-file.js'
import { LIMITED_BYTES, limitedTo } from '../limited-files.js'
import { diskSteps } from './disk-steps.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-replace-'))
  path = join(folder, 'a')
  writeFileSync(path, 'before')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const text = () => readFileSync(path, 'utf8')
const onlyItself = () => expect(readdirSync(folder)).toEqual(['a'])

const WAYS = [
  ['at once', 'draft', async (...given: Parameters<typeof replaceFile>) => replaceFile(...given)],
  ['later', 'later', replaceFileLater],
  [
    'by a stream',
    'draft',
    (place: string, what: string, terms: Parameters<typeof replaceFile>[2]) =>
      replaceFileBy(place, terms, (draft) => writeFile(draft, what)),
  ],
] as const

describe.each(WAYS)('replaced %s', (_way, ending, replace) => {
  it('is whole, and nothing stands beside it', async () => {
    await replace(path, 'after', { survives: 'machine' })
    expect(text()).toBe('after')
    onlyItself()
  })

  it('is synced before it is renamed, and its name after, where it shall survive the machine', async () => {
    const steps = diskSteps()
    await replace(path, 'after', { survives: 'machine' })
    const written = steps.filter((step) => !step.startsWith('write'))
    expect(written).toEqual([`sync a.${ending}`, `rename a.${ending} a`, `sync ${basename(folder)}`])
  })

  it('is not synced where it shall survive the process', async () => {
    const steps = diskSteps()
    await replace(path, 'after', { survives: 'process' })
    const written = steps.filter((step) => !step.startsWith('write'))
    expect(written).toEqual([`rename a.${ending} a`])
  })

  it('is as it was where it cannot be put into its place, and the draft is gone', async () => {
    rmSync(path)
    mkdirSync(join(path, 'in the way'), { recursive: true })
    await expect(replace(path, 'after', { survives: 'machine' })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    onlyItself()
  })
})

it.each([
  ['at once', 'it.replaceFile'],
  ['later', 'await it.replaceFileLater'],
])('is as it was where the disk takes a part of it %s, and the draft is gone', (_way, replace) => {
  const failure = limitedTo(
    'files/replace-file',
    `await (async () => {
      try { ${replace}(${JSON.stringify(path)}, 'x'.repeat(${2 * LIMITED_BYTES}), { survives: 'process' }) }
      catch (error) { return error.code }
    })()`,
  )
  expect(failure).toBe('EFBIG')
  expect(text()).toBe('before')
  onlyItself()
})

it('is written for its owner alone, or as the call says', () => {
  rmSync(path)
  replaceFile(path, '', { survives: 'process' })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  replaceFile(path, '', { survives: 'process', mode: READABLE })
  expect(statSync(path).mode & 0o600).toBe(0o600)
  expect(statSync(path).mode & 0o044).toBe(0o044 & ~process.umask())
})

it('is left alone by what was overtaken', async () => {
  let isOvertaken = false
  const written = replaceFileLater(path, 'old news', { survives: 'machine', isOvertaken: () => isOvertaken })
  isOvertaken = true
  replaceFile(path, 'news', { survives: 'machine' })
  await written
  expect(text()).toBe('news')
  onlyItself()
})

it('returns what its writer does', async () => {
  expect(await replaceFileBy(path, { survives: 'process' }, (draft) => writeFile(draft, '').then(() => 7))).toBe(7)
})
