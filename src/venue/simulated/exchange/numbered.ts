// Objects that rows name by a number: accounts and markets. A number is never another one's.

import { QuoinError } from '../../../domain/error.js'

interface WithNumber {
  /** Below 0 before it has one. */
  number: number
}

export class Numbered<T extends WithNumber> {
  readonly #items: (T | undefined)[] = []

  /** The same at every asking. */
  numberOf(item: T): number {
    if (item.number < 0) item.number = this.#items.push(item) - 1
    return item.number
  }

  /** No row names it any more. */
  forget(item: T): void {
    if (item.number >= 0) this.#items[item.number] = undefined
  }

  at(number: number): T {
    const item = this.#items[number]
    if (item === undefined) throw new QuoinError('internal', `rows: nothing goes by the number ${number}`)
    return item
  }
}
