import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reserveFile, writeNewFile } from '../../../src/cli/setup/new-file.js'
import { diskSteps } from '../../files/disk-steps.js'
import { LIMITED_BYTES, limitedTo } from '../../limited-files.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-new-file-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('is for its owner alone, with its folder', () => {
  const path = join(folder, 'deep', 'new')
  writeNewFile(path, 'all of it')
  expect(readFileSync(path, 'utf8')).toBe('all of it')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('is on the disk with its name: a keystore that a loss of power takes is a wallet that nobody can open', () => {
  const steps = diskSteps()
  writeNewFile(join(folder, 'keys', 'wallet.json'), 'all of it')
  expect(steps).toEqual(['sync keys'])
})

it('never writes over what is there', () => {
  const path = join(folder, 'old')
  writeFileSync(path, 'before')
  expect(() => writeNewFile(path, 'after')).toThrow('one that is there, and would be lost')
  expect(readFileSync(path, 'utf8')).toBe('before')
})

it('is there whole or not at all, where the disk takes a part of it', () => {
  const path = JSON.stringify(join(folder, 'large'))
  const failure = limitedTo(
    'cli/setup/new-file',
    `(() => {
      try {
        it.writeNewFile(${path}, 'x'.repeat(${2 * LIMITED_BYTES}))
      } catch (thrown) {
        return thrown.message
      }
    })() ?? 'none'`,
  )
  expect(failure).toContain('EFBIG')
  expect(readdirSync(folder)).toEqual([])
})

it('has its room before what it is for is asked for: a full disk takes no secret that is told once', () => {
  const path = join(folder, 'secret')
  const reserved = reserveFile(path)
  const { size, ino } = statSync(path)
  expect(size).toBeGreaterThan(4096)
  reserved.write('the secret\n')
  expect(readFileSync(path, 'utf8')).toBe('the secret\n')
  expect(statSync(path).ino).toBe(ino)
  reserveFile(join(folder, 'other')).drop()
  expect(readdirSync(folder)).toEqual(['secret'])
})

it('is not reserved where there is no room for it', () => {
  const path = JSON.stringify(join(folder, 'secret'))
  const reserving = `(() => { try { it.reserveFile(${path}) } catch (thrown) { return thrown.message } })() ?? 'none'`
  expect(limitedTo('cli/setup/new-file', reserving, 0)).toContain('expected a new one that can be written, got EFBIG')
  expect(readdirSync(folder)).toEqual([])
})
