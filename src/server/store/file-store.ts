// A venue's state in SQLite: what changed is noted as it happens and written all or nothing by each commit, to a data file
// with its log or, for a venue that is not kept, to a scratch file.

import type { Hex } from '../../domain/market/market.js'
import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { ExchangeRows } from '../../venue/simulated/exchange/rows/exchange-rows.js'
import type { StoreSettings, VenueStore } from '../api/kept/venue-store.js'
import { ChangeTables } from './commits/change-tables.js'
import type { Changes } from './commits/commit-record.js'
import { ExchangeTables } from './exchange-tables.js'
import { FileArchive } from './file-archive.js'
import { FileValues } from './file-values.js'
import { openDataFile } from './files/data-file.js'
import { FileLock } from './files/file-lock.js'
import { type KeptFile, keptFile } from './files/kept-file.js'
import { type DataFile, inTransaction } from './files/open-file.js'
import { ownPath } from './files/own-path.js'
import { openScratchFile } from './files/scratch-file.js'
import { storeError } from './files/store-error.js'
import { Retention } from './retention.js'

export class FileStore implements VenueStore {
  readonly values: FileValues
  readonly archive: FileArchive
  readonly saved: ExchangeRows | undefined
  readonly #name: string
  readonly #lock: FileLock | undefined
  readonly #file: DataFile
  /** Absent where nothing outlives the process. */
  readonly #kept: KeptFile | undefined
  readonly #tables: ExchangeTables
  /** Where a venue that is not kept writes. */
  readonly #scratch: ChangeTables | undefined
  #exchange: Exchange | undefined
  #retention: Retention | undefined
  /** Taken from the exchange, not written yet: more than one after a commit that failed. */
  #unwritten: ExchangeRows[] = []
  #isUnsynced = false
  /** The first that made nothing reliable any more. */
  #lost: Error | undefined

  /** Keeps in the file of that name, for no longer than it is open without one. Throws `journal-failed` for a file that cannot be used. */
  constructor(name?: string) {
    // links are followed once, here: SQLite names its log after the file itself
    const path = name === undefined ? undefined : ownPath(name)
    this.#name = path ?? '(temporary)'
    this.#lock = path === undefined ? undefined : new FileLock(path)
    let file: DataFile | undefined
    try {
      file = path === undefined ? openScratchFile() : openDataFile(path)
      this.#file = file
      this.values = new FileValues(this.#file)
      this.#tables = new ExchangeTables(this.#file, this.values)
      this.archive = new FileArchive(this.#file, () => this.commit())
      this.saved = this.#tables.load()
      this.#kept =
        path === undefined ? undefined : keptFile(this.#file, path, () => this.archive.fillCounts.forgetAll())
      this.#scratch = path === undefined ? new ChangeTables(this.#file) : undefined
    } catch (error) {
      file?.close()
      this.#lock?.release()
      throw error
    }
  }

  attach(exchange: Exchange, { keepEndedMs }: StoreSettings): void {
    this.#exchange = exchange
    this.#retention = new Retention(this.#file, keepEndedMs, (account) => this.archive.fillCounts.forget(account))
  }

  /** Whether something is noted that is neither on the disk nor on its way there. */
  get isDirty(): boolean {
    return this.#isUnsynced || this.#isUnwritten || this.#failure !== undefined
  }

  /** Writes everything noted, or nothing and throws `journal-failed`; then it is kept for the next commit. */
  commit(): void {
    if (this.#failure !== undefined) throw this.#failure
    if (!this.#isUnwritten) return
    if (this.#exchange?.hasChanges) {
      const rows = this.#exchange.takeRows()
      this.#unwritten.push(rows)
      // a start alone reads them
      if (this.#kept !== undefined) this.#tables.noteTotals(rows)
    }
    this.#write()
    this.#isUnsynced = this.#kept !== undefined
    this.values.written()
    this.#exchange?.forget(this.#hashes())
    this.#unwritten = []
  }

  /**
   * Calls back when everything committed so far is on the disk. After a failure nothing can be committed any more: what a
   * disk did not take once it may claim to have at the next try.
   */
  sync(done: (failure?: Error) => void): void {
    const kept = this.#kept
    if (kept === undefined || !this.#isUnsynced) {
      done()
      return
    }
    this.#isUnsynced = false
    const { commits } = kept.count
    kept.disk.sync((cause) => {
      if (cause === undefined) kept.acknowledged.write(commits)
      else this.#lost = storeError(this.#name, 'was not synced, restart the server', cause)
      done(this.#lost)
    })
  }

  /** The same at once. Throws `journal-failed`. */
  syncNow(): void {
    if (this.#failure !== undefined) throw this.#failure
    try {
      this.#kept?.disk.syncNow()
      this.#kept?.acknowledged.write(this.#kept.count.commits)
    } catch (cause) {
      throw storeError(this.#name, 'was not synced', cause)
    }
    this.#isUnsynced = false
  }

  /** Without a commit of what is noted. The file is whole by itself then; where it cannot be made so, its log stays. Safe to call twice. */
  close(): void {
    if (!this.#file.open) return
    this.#kept?.close(this.#failure === undefined)
    this.#file.close()
    this.#lock?.release()
  }

  get #isUnwritten(): boolean {
    return this.#exchange?.hasChanges === true || this.#unwritten.length > 0 || this.values.hasChanges
  }

  /** Why nothing can be relied on any more. */
  get #failure(): Error | undefined {
    const cause = this.#kept?.batch.failure
    if (cause !== undefined) this.#lost ??= storeError(this.#name, 'cannot be read, restart the server', cause)
    return this.#lost
  }

  #write(): void {
    const changes: Changes = {
      values: this.values.changes(),
      orders: this.#unwritten.flatMap(({ orders }) => orders),
      trades: this.#unwritten.flatMap(({ trades }) => trades),
    }
    const nowMs = this.#unwritten.at(-1)?.sums.nowMs ?? 0
    const retain = () => this.#retention?.apply(changes, nowMs)
    try {
      if (this.#kept === undefined) {
        inTransaction(this.#file, () => {
          this.#scratch?.write(changes)
          retain()
        })
      } else this.#kept.disk.note(this.#kept.batch.write(changes, retain))
    } catch (cause) {
      throw storeError(this.#name, 'cannot be written', cause)
    }
  }

  #hashes(): Hex[] {
    return this.#unwritten.flatMap(({ orders }) => orders.map(({ terms }) => terms.hash))
  }
}
