// Signed orders on disk before they are sent: what a restart must look up. JSON lines in segments that begin anew while it runs, and a
// checkpoint of what counts of the older ones: what is over costs nothing, however many orders there were.

import { join } from 'node:path'
import { type Failure, messageOf, QuoinError } from '../../domain/error.js'
import type { Address, Hex } from '../../domain/market/market.js'
import type { Durability } from '../../files/draft.js'
import { type LeaseWait, StoppedWaiting } from '../lease.js'
import { openStandingFile, type StandingFile } from './beside/standing-file.js'
import { removeSuperseded, writeCheckpoint } from './compaction.js'
import { folderFiles, type JournalFiles } from './journal-files.js'
import type { FormerLine, JournalLine } from './journal-line.js'
import { beginSegment, JournalWriter } from './journal-writer.js'
import { lockJournal } from './lock/journal-lock.js'
import { type Damage, readJournal } from './read-journal.js'
import { makeFolder } from './segments.js'
import { setAside } from './set-aside.js'

/** A start reads about this much, besides the orders that live. */
const ROLL_BYTES = 4_000_000

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
  /** Of the venue: what a run on another chain has left is not taken up. Absent: any. */
  readonly chainId?: number
  readonly durability: Durability
  /** Wall clock, to tell which past orders cannot rest again. */
  readonly nowMs: number
  /** The same clock later; absent: it stands still. */
  readonly wallMs?: () => number
  readonly graceMs: number
  /** Number that every line carries (`Lease`). */
  readonly fence?: number
  /** For the lock; absent: a holder that may live is not waited for. */
  readonly wait?: LeaseWait
  /** Hears why no checkpoint could be written while it runs: nothing is lost, but the files grow. */
  readonly onTrouble?: (failure: Failure) => void
}

/** What former runs have left. */
export interface FormerOrders {
  /** Orders that may still live, or have expired since. */
  readonly recovered: readonly FormerLine[]
  /** Ended, and could rest again: a settlement may fail. */
  readonly past: ReadonlySet<Hex>
  /** What was signed of orders whose end what is held, as it was kept, may not know yet. */
  readonly recent: readonly FormerLine[]
  /** What could not be read, and may have named orders that live. */
  readonly damage: readonly Damage[]
}

export interface OpenedJournal extends FormerOrders {
  readonly journal: Journal
  /** Of this wallet. */
  readonly folder: string
  /** Halts, pauses and P&L of former runs, and where those of this one are kept. */
  readonly standing: StandingFile
}

/** Throws `journal-failed` when the folder is locked, or cannot be read or written. */
export async function openJournal(options: JournalOptions): Promise<OpenedJournal> {
  const folder = join(options.folder, options.account.toLowerCase())
  try {
    await makeFolder(folder)
    const lock = await lockJournal(folder, 'lock', options.wait)
    try {
      const { durability, nowMs: keptMs, wallMs = () => keptMs, fence, chainId } = options
      const fenced = (line: JournalLine) => (fence === undefined ? line : { ...line, fence })
      const standing = openStandingFile({ folder, durability, wallMs, ...(chainId === undefined ? {} : { chainId }) })
      const { writer, ...former } = await openOrders(folderFiles(folder), {
        ...{ ...options, folder, wallMs, isHeld: () => lock.isHeld(), heldMs: () => standing.heldMs },
      })
      const journal: Journal = {
        append: (lines, done) => writer.append(lines.map(fenced), done),
        async close() {
          try {
            await writer.close()
          } finally {
            await lock.release()
          }
        },
      }
      return { journal, folder, standing, ...former }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (cause) {
    if (cause instanceof QuoinError || cause instanceof StoppedWaiting) throw cause
    throw new QuoinError('journal-failed', `${folder}: expected a usable folder, got ${messageOf(cause)}`, { cause })
  }
}

export interface OrdersOptions extends Pick<JournalOptions, 'durability' | 'nowMs' | 'graceMs' | 'onTrouble'> {
  /** For messages. */
  readonly folder: string
  readonly wallMs: () => number
  readonly isHeld: () => boolean
  /** When what is held was known as it is kept, unix milliseconds. */
  readonly heldMs: () => number
  /** Bytes after which the next segment begins. */
  readonly rollBytes?: number
}

/** The orders of former runs, a checkpoint that says them, and a new segment after it. */
export async function openOrders(
  files: JournalFiles,
  options: OrdersOptions,
): Promise<FormerOrders & { readonly writer: JournalWriter }> {
  const { nowMs, graceMs, heldMs, rollBytes = ROLL_BYTES, onTrouble = () => undefined } = options
  const { book, damage, next: number } = await readJournal(files, graceMs)
  // this machine's clock may be wrong at a start, and nobody has said so yet: no later than the former run has been
  book.dropPast(Math.min(nowMs, book.lastMs), heldMs())
  if (damage.length > 0) await setAside(files, damage, number)
  await writeCheckpoint(files, number, book.texts())
  const file = await beginSegment(files, number)
  await removeSuperseded(files, number)
  return {
    recovered: book.live(),
    past: book.pastHashes(),
    recent: book.recent(),
    damage,
    writer: new JournalWriter({ ...options, files, book, segment: { number, file }, rollBytes, onTrouble }),
  }
}
