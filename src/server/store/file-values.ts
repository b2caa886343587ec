// DurableValues in the data file, with what has not been committed yet in front of them.

import type { DurableValues } from '../api/kept/durable-values.js'
import type { ValueChange } from './commits/commit-record.js'
import type { DataFile } from './files/open-file.js'
import { type BodyRow, Query } from './files/query.js'
import { fromJsonText, toJsonText } from './json-text.js'

interface Row extends BodyRow {
  readonly id: string
}

interface Pending {
  readonly kind: string
  readonly id: string
  /** `undefined` deletes. */
  readonly value: unknown
}

export class FileValues implements DurableValues {
  readonly isDurable = true
  readonly #pending = new Map<string, Pending>()
  readonly #get: Query<BodyRow>
  readonly #all: Query<Row>

  constructor(file: DataFile) {
    this.#get = new Query(file, 'SELECT body FROM kept WHERE kind = ? AND id = ?')
    this.#all = new Query(file, 'SELECT id, body FROM kept WHERE kind = ? ORDER BY seq')
  }

  get hasChanges(): boolean {
    return this.#pending.size > 0
  }

  put(kind: string, id: string, value: unknown): void {
    this.#pending.set(`${kind}/${id}`, { kind, id, value })
  }

  delete(kind: string, id: string): void {
    this.#pending.set(`${kind}/${id}`, { kind, id, value: undefined })
  }

  get<T>(kind: string, id: string): T | undefined {
    const pending = this.#pending.get(`${kind}/${id}`)
    // through text and back, so that what is read now is what is read after a restart
    if (pending !== undefined) {
      return pending.value === undefined ? undefined : fromJsonText<T>(toJsonText(pending.value))
    }
    const row = this.#get.get(kind, id)
    return row === undefined ? undefined : fromJsonText<T>(row.body)
  }

  /** Of what is committed; read at the start, before anything is put. */
  all<T>(kind: string): [string, T][] {
    return this.#all.all(kind).map(({ id, body }) => [id, fromJsonText<T>(body)])
  }

  /** What is put and not written yet; it stays so until `written`. */
  changes(): ValueChange[] {
    return [...this.#pending.values()].map(({ kind, id, value }) =>
      value === undefined ? [kind, id] : [kind, id, value],
    )
  }

  written(): void {
    this.#pending.clear()
  }
}
