// Objects that rows name by a number: accounts and markets. They are never taken out.

import { QuoinError } from '../../../domain/error.js'

interface WithNumber {
  /** Below 0 before it has one. */
  number: number
}

export class Numbered<T extends WithNumber> {
  readonly #items: T[] = []

  /** The same at every asking. */
  numberOf(item: T): number {
    if (item.number < 0) item.number = this.#items.push(item) - 1
    return item.number
  }

  at(number: number): T {
    const item = this.#items[number]
    if (item === undefined) throw new QuoinError('internal', `rows: nothing goes by the number ${number}`)
    return item
  }
}
