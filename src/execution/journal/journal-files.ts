// What the journal needs of a folder: names, bytes at the end of new files, and the word that they are safe.

import { closeSync, createReadStream, fdatasync, openSync, writeSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface JournalFile {
  /** All of it, or an error: then a part may have been written. */
  write(text: string): void
  /** What was written survives power loss. */
  sync(done: (error: Error | null) => void): void
  close(): void
}

export interface JournalFiles {
  names(): Promise<readonly string[]>
  read(name: string): AsyncIterable<Buffer>
  /** A new file, readable by its owner alone; rejects where one of this name is. */
  create(name: string): Promise<JournalFile>
  /** In place of whatever has the new name. */
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** Names given and taken survive power loss. */
  syncNames(): Promise<void>
}

const READ_BYTES = 262_144

/** The files of a real folder. */
export function folderFiles(folder: string): JournalFiles {
  const at = (name: string) => join(folder, name)
  return {
    names: () => readdir(folder),
    read: (name) => createReadStream(at(name), { highWaterMark: READ_BYTES }),
    create: async (name) => openFile(at(name)),
    rename: (from, to) => rename(at(from), at(to)),
    remove: (name) => rm(at(name), { force: true }),
    async syncNames() {
      const handle = await open(folder, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
  }
}

function openFile(path: string): JournalFile {
  const file = openSync(path, 'ax', 0o600)
  return {
    write(text) {
      // one write may take only a part
      for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest))
    },
    sync: (done) => fdatasync(file, done),
    close: () => closeSync(file),
  }
}
