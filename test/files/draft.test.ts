import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Draft } from '../../src/files/draft.js'
import { diskSteps } from './disk-steps.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-draft-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('is beside its place until it is put there', () => {
  const draft = new Draft(join(folder, 'a'), { survives: 'process', ending: '7.draft' })
  draft.write('all of it')
  expect(readdirSync(folder)).toEqual(['a.7.draft'])
  draft.place()
  draft.drop()
  expect(readdirSync(folder)).toEqual(['a'])
})

it('takes pieces, a megabyte of them at once', () => {
  const steps = diskSteps()
  const draft = new Draft(join(folder, 'a'), { survives: 'process' })
  const pieces = Array.from({ length: 3000 }, (_, n) => `${n}`.padEnd(999, ' '))
  draft.write(pieces)
  expect(steps).toEqual(Array(3).fill('write a.draft'))
  vi.restoreAllMocks()
  expect(readFileSync(draft.path, 'utf8')).toBe(pieces.join(''))
})

it('that was written over a longer one is not longer', () => {
  const draft = new Draft(join(folder, 'a'), { survives: 'process' })
  draft.write('left by a process that was killed')
  draft.write('short')
  expect(readFileSync(draft.path, 'utf8')).toBe('short')
})

it('is dropped without a word where that is not possible', () => {
  expect(() => new Draft(join(folder, 'none', 'a'), { survives: 'process' }).drop()).not.toThrow()
})
