// CPU time of an operation of the stream, into a book as deep as asked; each sample into a new one.

import type { OpenCase } from '../harness/figure.js'
import { cpuMicros } from '../harness/measure.js'
import { type Book, npmBook, ourBook } from './book.js'
import { type Operation, streamOf } from './stream.js'

const OPERATIONS = 100_000

export const open: OpenCase = async ({ root, args, quick }) => {
  const { before, operations, matched } = streamOf(Number(args['depth']), quick ? 1000 : OPERATIONS)
  const make = args['book'] === 'npm' ? npmBook : await ourBook(root)
  return {
    measure() {
      const book = make()
      for (const order of before) book.rest(order)
      globalThis.gc?.()
      const cost = cpuMicros(() => play(book, operations))
      if (book.matched !== matched) throw new Error(`matched: expected ${matched} shares, got ${book.matched}`)
      return cost / operations.length
    },
  }
}

function play(book: Book, operations: readonly Operation[]): void {
  for (const { kind, order } of operations) book[kind](order)
}
