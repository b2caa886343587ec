// One file of all that a process of seeds runs. A loader of TypeScript gives each function its name anew wherever one is made, which is
// a tenth of a simulation's work.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const EXTENSION = import.meta.url.slice(-3)

export interface BundledSeeds {
  readonly script: string
  readonly remove: () => void
}

/** Lies among the installed packages, where Node finds them. */
export async function bundleSeeds(): Promise<BundledSeeds> {
  const packages = dirname(dirname(dirname(createRequire(import.meta.url).resolve('esbuild'))))
  const cache = join(packages, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'quoin-seeds-'))
  const script = join(folder, 'seeds.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL(`./seeds-process${EXTENSION}`, import.meta.url))],
    outfile: script,
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ packages: 'external', logLevel: 'warning' },
  })
  return { script, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
