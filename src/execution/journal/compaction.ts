// A checkpoint beside the work: all that counts of the segments before it in one new file, and only then the segments go.
//
//   written under another name, a piece at a time -> synced -> renamed -> the name synced -> what it supersedes removed
//
// Killed at any point, either the old files still say everything, or the new one does.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalFile, JournalFiles } from './journal-files.js'
import { checkpointName, draftName, superseded } from './segments.js'

/** Written at once; what else the process has to do comes in between. */
const PIECE_CHARS = 65_536

/** `texts`: what the checkpoint of this number says. */
export async function writeCheckpoint(files: JournalFiles, number: number, texts: Iterable<string>): Promise<void> {
  const draft = draftName(number)
  // of an attempt that failed, as for want of space
  await files.remove(draft)
  await writeDraft(files, draft, texts)
  await files.rename(draft, checkpointName(number))
  await files.syncNames()
}

/** Removes what the checkpoint of this number makes superfluous. */
export async function removeSuperseded(files: JournalFiles, number: number): Promise<void> {
  for (const name of superseded(await files.names(), number)) await files.remove(name)
}

async function writeDraft(files: JournalFiles, draft: string, texts: Iterable<string>): Promise<void> {
  const file = await files.create(draft)
  try {
    let piece = ''
    for (const text of texts) {
      piece += text
      if (piece.length < PIECE_CHARS) continue
      file.write(piece)
      piece = ''
      await nextTurn()
    }
    file.write(piece)
    await finished(file)
  } catch (error) {
    // room for what is appended
    await files.remove(draft).catch(() => undefined)
    throw error
  } finally {
    file.close()
  }
}

/** What was written is safe. */
export function finished(file: JournalFile): Promise<void> {
  return new Promise((resolve, reject) => {
    file.sync((error) => (error === null ? resolve() : reject(error)))
  })
}
