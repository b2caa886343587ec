// A prepared statement with the shape of its rows; a failure names the file.

import type { DataFile } from './open-file.js'
import { storeError } from './store-error.js'

export type Bound = string | number

/** The shape is taken on trust: the statements stand beside the tables. */
export class Query<Row> {
  readonly #path: string
  readonly #statement

  constructor(file: DataFile, sql: string) {
    this.#path = file.name
    this.#statement = file.prepare(sql)
  }

  get(...values: Bound[]): Row | undefined {
    return this.#read(() => this.#statement.get(...values) as Row | undefined)
  }

  all(...values: Bound[]): Row[] {
    return this.#read(() => this.#statement.all(...values) as Row[])
  }

  /** Row after row, each as an array of its columns: for whole tables. */
  *arrays(...values: Bound[]): Generator<Row> {
    yield* this.#read(() => this.#statement.raw().iterate(...values) as Iterable<Row>)
  }

  run(...values: Bound[]): void {
    this.#statement.run(...values)
  }

  #read<T>(act: () => T): T {
    try {
      return act()
    } catch (cause) {
      throw storeError(this.#path, 'cannot be read', cause)
    }
  }
}

export interface BodyRow {
  readonly body: string
}
