import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MANIFEST, readManifest, type TapeRun, writeRun } from '../../src/recording/manifest.js'
import { diskSteps } from '../files/disk-steps.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-manifest-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const run = (name: string): TapeRun => ({
  ...{ run: name, by: 'run', versions: { quoin: '1', node: '20' }, startedAt: '2026-01-01T00:00:00Z' },
  ...{ clock: { wallMs: 1, monoMs: 1 }, markets: [], segments: { market: [], core: [] }, dropped: 0 },
})

it('keeps the entries of other runs', async () => {
  for (const name of ['a', 'b', 'a']) await writeRun(folder, run(name))
  expect((await readManifest(folder))?.runs.map((entry) => entry.run)).toEqual(['b', 'a'])
  expect(readdirSync(folder)).toEqual([MANIFEST])
})

it('keeps the entries of runs that are written at the same time', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  await Promise.all(names.map((name) => writeRun(folder, run(name))))
  expect((await readManifest(folder))?.runs.map((entry) => entry.run).sort()).toEqual(names)
  expect(readdirSync(folder)).toEqual([MANIFEST])
})

it('is not held up by what a killed process has left', async () => {
  mkdirSync(join(folder, `${MANIFEST}.lock`))
  await writeRun(folder, run('a'))
  expect((await readManifest(folder))?.runs).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([MANIFEST])
})

it('is on the disk before it takes the place of the last one: without it no run of the tape can be read', async () => {
  const steps = diskSteps()
  await writeRun(folder, run('a'))
  const [written, synced, renamed, ...rest] = steps
  const draft = written?.replace('write ', '')
  expect([synced, renamed]).toEqual([`sync ${draft}`, `rename ${draft} ${MANIFEST}`])
  expect(rest).toEqual([`sync ${basename(folder)}`])
})
