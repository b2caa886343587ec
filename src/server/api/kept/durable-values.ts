// Port: named values that outlive the process, for everything that is not the exchange; and a map kept in it.

/** Kinds are the folders, ids the files. Values are plain data; bigints are allowed. */
export interface DurableValues {
  /** Whether anything is kept at all. */
  readonly isDurable: boolean
  /** Kept with the next commit, as the value is then. */
  put(kind: string, id: string, value: unknown): void
  delete(kind: string, id: string): void
  /** As last put, committed or not. */
  get<T>(kind: string, id: string): T | undefined
  /** In the order in which the ids first came. */
  all<T>(kind: string): [id: string, value: T][]
}

/** Keeps nothing: a venue in memory. */
export const NOT_DURABLE: DurableValues = {
  isDurable: false,
  put: () => undefined,
  delete: () => undefined,
  get: () => undefined,
  all: () => [],
}

/**
 * A map whose entries outlive the process: `new DurableMap(values, 'comment')` instead of `new Map()`.
 * A value that is changed in place must be set again, or it stays as it was.
 */
export class DurableMap<V> extends Map<string, V> {
  readonly #values: DurableValues
  readonly #kind: string

  constructor(values: DurableValues, kind: string) {
    super()
    this.#values = values
    this.#kind = kind
    for (const [id, value] of values.all<V>(kind)) super.set(id, value)
  }

  override set(id: string, value: V): this {
    this.#values.put(this.#kind, id, value)
    return super.set(id, value)
  }

  override delete(id: string): boolean {
    const had = super.delete(id)
    if (had) this.#values.delete(this.#kind, id)
    return had
  }

  override clear(): void {
    for (const id of this.keys()) this.delete(id)
  }
}
