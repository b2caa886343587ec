// The one name of a data file: SQLite finds its log, and a server its lock, by name.

import fs from 'node:fs'
import { QuoinError } from '../../../domain/error.js'

/** Symbolic links are followed. Throws `journal-failed` for a file with a second name: two could open it, each with a log of its own. */
export function ownPath(name: string): string {
  if (!fs.existsSync(name)) return name
  const { nlink } = fs.statSync(name)
  if (nlink > 1) {
    throw new QuoinError(
      'journal-failed',
      `data file ${name}: expected one name, it has ${nlink} (hard links); copy it instead`,
    )
  }
  return fs.realpathSync(name)
}
