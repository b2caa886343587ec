// Where the package lies: the same from the sources and from dist.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const packageFile = z.object({ version: z.string() })

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

export const PACKAGE_ROOT = findRoot()

export function packageVersion(): string {
  return packageFile.parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))).version
}
