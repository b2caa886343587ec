// A venue's state in a data file: what changed is noted as it happens and written in one transaction per commit.

import type { Hex } from '../../domain/market.js'
import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { ExchangeRows } from '../../venue/simulated/exchange/exchange-rows.js'
import type { VenueStore } from '../api/venue-store.js'
import { type DataFile, openDataFile } from './data-file.js'
import { ExchangeTables } from './exchange-tables.js'
import { FileArchive } from './file-archive.js'
import { FileLock } from './file-lock.js'
import { FileValues } from './file-values.js'
import { storeError } from './store-error.js'

export class FileStore implements VenueStore {
  readonly values: FileValues
  readonly archive: FileArchive
  readonly saved: ExchangeRows | undefined
  readonly #path: string
  readonly #lock: FileLock
  readonly #file: DataFile
  readonly #tables: ExchangeTables
  #exchange: Exchange | undefined
  /** Taken from the exchange, not written yet: more than one after a commit that failed. */
  #unwritten: ExchangeRows[] = []

  /** Throws `journal-failed` for a file that cannot be used. */
  constructor(path: string) {
    this.#path = path
    this.#lock = new FileLock(path)
    try {
      this.#file = openDataFile(path)
      this.values = new FileValues(this.#file)
      this.#tables = new ExchangeTables(this.#file, this.values)
      this.archive = new FileArchive(this.#file, () => this.commit())
      this.saved = this.#tables.load()
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  attach(exchange: Exchange): void {
    this.#exchange = exchange
  }

  /** Whether something is noted that is not written. */
  get isDirty(): boolean {
    return this.#exchange?.hasChanges === true || this.#unwritten.length > 0 || this.values.hasChanges
  }

  /** Writes everything noted, or nothing and throws `journal-failed`; then it is kept for the next commit. */
  commit(): void {
    if (!this.isDirty) return
    if (this.#exchange?.hasChanges) {
      const rows = this.#exchange.takeRows()
      this.#unwritten.push(rows)
      this.#tables.noteTotals(rows)
    }
    this.#write()
    this.values.written()
    this.#exchange?.forget(this.#hashes())
    this.#unwritten = []
  }

  /** Without a commit. */
  close(): void {
    this.#file.close()
    this.#lock.release()
  }

  #write(): void {
    try {
      this.#file.exec('BEGIN IMMEDIATE')
      for (const rows of this.#unwritten) this.#tables.write(rows)
      this.values.write()
      this.#file.exec('COMMIT')
    } catch (cause) {
      if (this.#file.inTransaction) this.#rollBack()
      throw storeError(this.#path, 'cannot be written', cause)
    }
  }

  #rollBack(): void {
    try {
      this.#file.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back by itself
    }
  }

  #hashes(): Hex[] {
    return this.#unwritten.flatMap(({ orders }) => orders.map(({ terms }) => terms.hash))
  }
}
