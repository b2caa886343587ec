import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { syncFolderOf, syncFolderOfLater } from '../../src/files/sync-folder.js'
import { diskSteps } from './disk-steps.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-names-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('syncs the folder that a file is in, at once and later', async () => {
  const steps = diskSteps()
  syncFolderOf(join(folder, 'a'))
  await syncFolderOfLater(join(folder, 'a'))
  expect(steps).toEqual(Array(2).fill(`sync ${basename(folder)}`))
})

it('throws what the disk says', async () => {
  rmSync(folder, { recursive: true })
  expect(() => syncFolderOf(join(folder, 'a'))).toThrow('ENOENT')
  await expect(syncFolderOfLater(join(folder, 'a'))).rejects.toThrow('ENOENT')
})
