// Sources as they are shipped: plain JavaScript. A loader that compiles on the way names every closure when it is made, which a hot path feels.

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'

const FOLDERS = ['src', 'strategies', 'test', 'bench']

export interface CompiledSources {
  readonly root: string
  remove(): void
}

/** The sources at `root` in `folders`, types stripped, beside everything else that is there. Their types are not checked. */
export function compileSources(root: string, folders: readonly string[] = FOLDERS): CompiledSources {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-js-'))
  for (const name of readdirSync(root)) if (!folders.includes(name)) symlinkSync(join(root, name), join(folder, name))
  const paths = folders.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
  )
  buildSync({
    ...{ absWorkingDir: root, outbase: root, outdir: folder },
    entryPoints: paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')),
    ...{ format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
  })
  // what a page is made of is shipped as it is
  for (const path of paths) if (/\.(js|css|html)$/.test(path)) copy(join(root, path), join(folder, path))
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
