// The program as it is shipped, beside the compiled sources that it is made of.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where it is built, for the compiled sources at `root`. */
export const shippedRoot = (root: string): string => join(root, 'program')

/** A file of it, as `src/cli/main.js`; of a checkout that is compared with, the compiled source. */
export function shippedFile(root: string, path: string): string {
  const shipped = join(shippedRoot(root), path)
  return existsSync(shipped) ? shipped : join(root, path)
}
