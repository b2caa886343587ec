// Damaged lines of the journal, kept beside it in `set-aside-000007.jsonl`: the file each stood in, where, and what stood there.

import { finished } from './compaction.js'
import type { JournalFiles } from './journal-files.js'
import type { Damage } from './read-journal.js'

/** `number`: of the checkpoint that goes on without them. Returns the file's name. */
export async function setAside(files: JournalFiles, damage: readonly Damage[], number: number): Promise<string> {
  const name = `set-aside-${String(number).padStart(6, '0')}.jsonl`
  // of a start that got no further
  await files.remove(name)
  const file = await files.create(name)
  try {
    for (const one of damage) file.write(`${JSON.stringify(shown(one))}\n`)
    await finished(file)
  } finally {
    file.close()
  }
  return name
}

/** As text where it is text. */
function shown({ bytes, ...place }: Damage): object {
  if (bytes === undefined) return { ...place, missing: true }
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { ...place, text } : { ...place, base64: bytes.toString('base64') }
}

/** `orders-000007.jsonl:12 (byte 3456)`. */
export function placeOf({ file, line, offset }: Damage): string {
  return line === undefined ? `${file} (missing)` : `${file}:${line} (byte ${offset})`
}
