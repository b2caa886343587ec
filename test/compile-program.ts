// Compiles the program once for all tests that start it: a process of the sources spends more time on compiling than on its work.

import type { TestProject } from 'vitest/node'
import { compileSources } from '../bench/harness/compiled-sources.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Root of the compiled sources. */
    program: string
  }
}

export default function setup(project: TestProject): () => void {
  const sources = compileSources(process.cwd(), ['src', 'strategies'])
  project.provide('program', sources.root)
  return () => sources.remove()
}
