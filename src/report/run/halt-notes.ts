// When and why the bot halted while a run went on. One that was resumed is gone from the bot's own words, and not from what the run came to.

import type { Halt } from '../../domain/run/standing.js'

/** Told of; more are counted. */
const MOST_TOLD = 5

export class HaltNotes {
  readonly #halts: Halt[] = []
  #count = 0
  #last: Halt | undefined

  look(halted: Halt | undefined): void {
    if (halted === undefined || (halted.atMs === this.#last?.atMs && halted.reason === this.#last.reason)) return
    this.#last = halted
    this.#count++
    if (this.#halts.length < MOST_TOLD) this.#halts.push(halted)
  }

  /** `undefined` where it never was. `now`: what holds at the end. */
  words(now: Halt | undefined): string | undefined {
    this.look(now)
    if (this.#count === 0) return undefined
    const told = this.#halts.map((halt, i) => {
      const isOver = i < this.#count - 1 || now === undefined
      const at = new Date(halt.atMs).toISOString().slice(0, 19).replace('T', ' ')
      return `${halt.reason} (${halt.actor}, ${at} UTC${isOver ? ', resumed' : ''})`
    })
    const more = this.#count - told.length
    return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  }
}
