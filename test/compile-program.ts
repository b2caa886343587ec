// Builds the program once for all tests that start it: a process of the sources spends more time on compiling than on its work.

import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleProgram } from '../build/bundle.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Root of what was built, beside everything else that is there. */
    program: string
  }
}

const BUILT = new Set(['src', 'strategies'])

export default async function setup(project: TestProject): Promise<() => void> {
  const root = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'quoin-program-'))
  for (const name of readdirSync(root)) if (!BUILT.has(name)) symlinkSync(join(root, name), join(folder, name))
  await bundleProgram(root, folder)
  project.provide('program', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
