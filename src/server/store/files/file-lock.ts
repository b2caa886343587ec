// One server per data file: a lock of the operating system on a file beside it, which ends with the process however it ends.

import Database from 'libsql'
import { storeError } from './store-error.js'

export class FileLock {
  readonly #file: InstanceType<typeof Database>

  /** Throws `journal-failed` while another server holds it. */
  constructor(path: string) {
    // apart from the data: a database lets its lock go only with its last statement
    try {
      this.#file = new Database(`${path}-lock`)
    } catch (cause) {
      throw storeError(path, 'cannot be used', cause)
    }
    try {
      this.#file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    } catch (cause) {
      this.#file.close()
      throw storeError(path, 'cannot be used, another server may hold it', cause)
    }
  }

  /** Safe to call twice. */
  release(): void {
    if (this.#file.open) this.#file.close()
  }
}
