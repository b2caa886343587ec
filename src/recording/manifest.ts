// A tape's manifest: what was recorded, by what and of what, one entry for each run that wrote into the folder.

import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { codeOf, QuoinError } from '../domain/error.js'
import { jsonOf } from '../domain/json.js'
import { replaceFileLater } from '../files/replace-file.js'
import { venueProfile } from '../venue/wire/profile.js'
import { TAPE_FORMAT } from './lines/tape-line.js'

export const MANIFEST = 'manifest.json'
/** A folder that is there while somebody reads the manifest and replaces it. */
const LOCK = `${MANIFEST}.lock`
const LOOK_AGAIN_MS = 10
/** That takes some milliseconds: what is there for so long was left by a process that was killed. */
const LEFT_AFTER_MS = 1000

const segment = z.object({
  file: z.string(),
  /** Lines and bytes written; of one that is not closed, when the manifest was last written. */
  lines: z.int().min(0),
  bytes: z.int().min(0),
  closed: z.boolean(),
})

const run = z.object({
  run: z.string().min(1),
  /** What wrote it: `run`, `record`, `import`, `merge`. */
  by: z.string(),
  versions: z.object({ quoin: z.string(), node: z.string() }),
  startedAt: z.string(),
  /** Absent while it runs, and when it was killed. */
  endedAt: z.string().exactOptional(),
  /** Why recording ended before the run did. */
  failure: z.string().exactOptional(),
  mode: z.enum(['paper', 'live']).exactOptional(),
  /** Readings at the start, milliseconds. */
  clock: z.object({ wallMs: z.number(), monoMs: z.number() }),
  profile: venueProfile.exactOptional(),
  /** The whole configuration, without secrets. */
  config: z.unknown().optional(),
  strategy: z
    .object({
      name: z.string(),
      params: z.unknown(),
      /** Of a strategy of one's own: its file, and SHA-256 of its content in hexadecimal digits. */
      file: z.string().exactOptional(),
      sha256: z.string().exactOptional(),
    })
    .exactOptional(),
  markets: z.array(z.object({ id: z.string(), conditionId: z.string(), question: z.string() })),
  segments: z.object({ market: z.array(segment), core: z.array(segment) }),
  /** Lines that were lost because the disk was too slow. */
  dropped: z.int().min(0),
})
export type TapeRun = z.infer<typeof run>

const manifest = z.object({ format: z.int().min(1), runs: z.array(run) })
export type Manifest = z.infer<typeof manifest>

/** `undefined` when there is none. Throws `bad-tape` for one that cannot be read, or of a later format. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST)
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new QuoinError('bad-tape', `${path}: expected a readable file, got ${cause.message}`)
  })
  return text === undefined ? undefined : parsedManifest(text, path)
}

function parsedManifest(text: string, path: string): Manifest {
  const value = jsonOf(text)
  if (value === undefined) throw new QuoinError('bad-tape', `${path}: expected JSON, got ${text.slice(0, 40)}`)
  const read = manifest.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new QuoinError('bad-tape', `${path}: ${issue?.path.join('.') || '(file)'}: ${issue?.message}`)
  }
  if (read.data.format !== TAPE_FORMAT) {
    throw new QuoinError('bad-tape', `${path}: format: expected ${TAPE_FORMAT}, got ${read.data.format}`)
  }
  return read.data
}

/** Replaces the whole file at once: whoever reads meanwhile finds the old one or the new one. */
export async function writeManifest(folder: string, runs: readonly TapeRun[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const text = `${JSON.stringify({ format: TAPE_FORMAT, runs }, undefined, 2)}\n`
  await replaceFileLater(join(folder, MANIFEST), text, { survives: 'machine', ending: `${randomUUID()}.draft` })
}

/** Writes one run's entry; those of other runs stay, and of other processes that write theirs at the same time. */
export async function writeRun(folder: string, entry: TapeRun): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await oneAtATime(join(folder, LOCK), async () => {
    const known = await readManifest(folder)
    const others = (known?.runs ?? []).filter((other) => other.run !== entry.run)
    await writeManifest(folder, [...others, entry])
  })
}

async function oneAtATime(lock: string, write: () => Promise<void>): Promise<void> {
  for (let waitedMs = 0; waitedMs < LEFT_AFTER_MS && !(await isTaken(lock)); waitedMs += LOOK_AGAIN_MS)
    await pause(LOOK_AGAIN_MS)
  try {
    await write()
  } finally {
    await rmdir(lock).catch(() => undefined)
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
