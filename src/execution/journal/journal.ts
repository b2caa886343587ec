// Signed orders on disk before they are sent: what a restart must look up. Append-only JSON lines.
//
//   process   written when `done` is called: survives a killed process
//   machine   written and synced: survives power loss; what arrives during a sync shares the next one

import { closeSync, fdatasync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Failure, QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market.js'
import type { JournalLine, SignedLine } from './journal-line.js'
import { lockJournal } from './journal-lock.js'
import { compactSegments, makeFolder, readSegments } from './segments.js'
import { openStandingFile, type StandingFile } from './standing-file.js'

export interface Journal {
  /** `done` gets a `journal-failed` when the lines are not safe; after a failure every further append fails. */
  append(lines: readonly JournalLine[], done: (failure?: Failure) => void): void
  /** Waits for what was appended, then frees the lock. */
  close(): Promise<void>
}

export interface JournalOptions {
  readonly folder: string
  /** One sub-folder and one lock per wallet. */
  readonly account: Address
  readonly durability: 'process' | 'machine'
  /** Wall clock, to tell what has expired. */
  readonly nowMs: number
  /** The same clock later; absent: it stands still. */
  readonly wallMs?: () => number
  readonly graceMs: number
}

export interface OpenedJournal {
  readonly journal: Journal
  /** Orders of former runs that may still live. */
  readonly recovered: readonly SignedLine[]
  /** Of this wallet. */
  readonly folder: string
  /** Halts, pauses and P&L of former runs, and where those of this one are kept. */
  readonly standing: StandingFile
}

/** Throws `journal-failed` when the folder is locked, unreadable or damaged. */
export async function openJournal(options: JournalOptions): Promise<OpenedJournal> {
  const folder = join(options.folder, options.account.toLowerCase())
  try {
    await makeFolder(folder)
    const lock = await lockJournal(folder)
    try {
      const { durability, nowMs: keptMs } = options
      const standing = openStandingFile({ folder, durability, wallMs: options.wallMs ?? (() => keptMs) })
      const recovered = await readSegments(folder, options)
      const path = await compactSegments(folder, recovered)
      return {
        journal: startJournal({ path, durability: options.durability, release: () => lock.release() }),
        folder,
        recovered,
        standing,
      }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (cause) {
    if (cause instanceof QuoinError) throw cause
    throw new QuoinError('journal-failed', `${folder}: expected a usable folder, got ${messageOf(cause)}`, { cause })
  }
}

export interface SegmentOptions {
  readonly path: string
  readonly durability: 'process' | 'machine'
  readonly release: () => Promise<void>
}

interface Waiting {
  readonly lines: readonly JournalLine[]
  readonly done: (failure?: Failure) => void
}

/** Appends to one existing segment. */
export function startJournal({ path, durability, release }: SegmentOptions): Journal {
  const file = openSync(path, 'a', 0o600)
  let failure: Failure | undefined
  let waiting: Waiting[] = []
  let syncing = false
  let idle: (() => void) | undefined

  const fail = (cause: unknown): Failure => {
    failure = { code: 'journal-failed', message: `${path}: expected to write, got ${messageOf(cause)}` }
    return failure
  }
  const write = (lines: readonly JournalLine[]): Failure | undefined => {
    if (failure !== undefined) return failure
    try {
      writeWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return undefined
    } catch (cause) {
      return fail(cause)
    }
  }
  const sync = () => {
    const batch = waiting
    waiting = []
    syncing = true
    const failed = write(batch.flatMap(({ lines }) => lines))
    const finish = (result: Failure | undefined) => {
      for (const { done } of batch) done(result)
      syncing = false
      if (waiting.length > 0) sync()
      else idle?.()
    }
    if (failed !== undefined) finish(failed)
    else fdatasync(file, (error) => finish(error === null ? undefined : fail(error)))
  }
  return {
    append(lines, done) {
      if (durability === 'process') return done(write(lines))
      waiting.push({ lines, done })
      if (!syncing) sync()
    },
    async close() {
      if (syncing) await new Promise<void>((resolve) => (idle = resolve))
      closeSync(file)
      await release()
    },
  }
}

/** One write may take only a part. */
function writeWhole(file: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) rest = rest.subarray(writeSync(file, rest))
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
