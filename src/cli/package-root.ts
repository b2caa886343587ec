// Where the package lies: the same from the sources and from dist.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

export const PACKAGE_ROOT = findRoot()

/** Read without a schema's library: `quoin --help` would wait for it. */
export function packageVersion(): string {
  const found: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
  const version = typeof found === 'object' && found !== null && 'version' in found ? found.version : undefined
  if (typeof version !== 'string') throw new Error(`package.json: expected a version, got ${typeof version}`)
  return version
}
