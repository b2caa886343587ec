// What is asked of the disk, in order: `write a`, `sync a`, `rename a b`, by the names of files and folders.

import fs from 'node:fs'
import { basename } from 'node:path'
import { vi } from 'vitest'

/** From now on, until mocks are restored. */
export function diskSteps(): string[] {
  const steps: string[] = []
  const names = new Map<number, string>()
  const nameOf = (file: number) => names.get(file) ?? '?'
  const { openSync, writeFileSync, fdatasyncSync, fsyncSync, renameSync } = fs
  vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
    const file = openSync(path, ...more)
    names.set(file, basename(String(path)))
    return file
  })
  vi.spyOn(fs, 'writeFileSync').mockImplementation((file, ...more) => {
    steps.push(`write ${nameOf(Number(file))}`)
    writeFileSync(file, ...more)
  })
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation((file) => {
    steps.push(`sync ${nameOf(file)}`)
    fdatasyncSync(file)
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    steps.push(`sync ${nameOf(file)}`)
    fsyncSync(file)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push(`rename ${basename(String(from))} ${basename(String(to))}`)
    renameSync(from, to)
  })
  const { open } = fs.promises
  vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...more) => {
    const file = await open(path, ...more)
    const name = basename(String(path))
    const writeFile = file.writeFile.bind(file)
    const datasync = file.datasync.bind(file)
    const sync = file.sync.bind(file)
    file.writeFile = (...given) => {
      steps.push(`write ${name}`)
      return writeFile(...given)
    }
    file.datasync = () => {
      steps.push(`sync ${name}`)
      return datasync()
    }
    file.sync = () => {
      steps.push(`sync ${name}`)
      return sync()
    }
    return file
  })
  return steps
}
