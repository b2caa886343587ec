// What `quoin tape ghosts` found, beside its tape: the queue model that backtests there take by default.

import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../domain/json.js'
import { READABLE } from '../../files/draft.js'
import { replaceFile } from '../../files/replace-file.js'
import type { Tape } from '../../recording/open-tape.js'
import { QUEUE_MODELS, type QueueModel } from '../../venue/simulated/fills/queue-models.js'

const FORMAT = 1

const ghostsFile = z.object({
  format: z.literal(FORMAT),
  /** Bytes of the tape's files: another tape has another best model. */
  files: z.record(z.string(), z.int().min(0)),
  best: z.enum(QUEUE_MODELS).optional(),
})

/** `ghosts.json` in a tape's folder, `<file>.ghosts.json` beside a tape of one file. */
export async function ghostsPath(tape: Pick<Tape, 'name'>): Promise<string> {
  return (await stat(tape.name)).isDirectory() ? join(tape.name, 'ghosts.json') : `${tape.name}.ghosts.json`
}

async function sizesOf({ files }: Pick<Tape, 'files'>): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const path of files.market.flatMap(({ paths }) => paths)) sizes[basename(path)] = (await stat(path)).size
  return sizes
}

/** Throws what the disk says where it cannot be written; what stood there before stays. */
export async function writeGhosts(tape: Tape, found: { readonly best?: QueueModel }): Promise<string> {
  const path = await ghostsPath(tape)
  const text = `${JSON.stringify({ format: FORMAT, files: await sizesOf(tape), ...found }, undefined, 2)}\n`
  replaceFile(path, text, { survives: 'process', mode: READABLE })
  return path
}

/** The best model on the tape as it is now; `undefined` where nobody has looked, none was best, or the tape has changed since. */
export async function bestModelOn(tape: Tape, note: (message: string) => void): Promise<QueueModel | undefined> {
  const path = await ghostsPath(tape)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const read = ghostsFile.safeParse(jsonOf(text))
  const sizes = await sizesOf(tape)
  const isSame = read.success && JSON.stringify(sortedOf(read.data.files)) === JSON.stringify(sortedOf(sizes))
  if (!isSame) note(`${path}: left out: it is of another tape, or this one has changed; run quoin tape ghosts again`)
  return isSame ? read.data.best : undefined
}

const sortedOf = (sizes: Readonly<Record<string, number>>) => Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1))
