// Messages on their way to one address: one after the other, no faster than allowed, each tried again until it is taken, refused or old.
// Nobody ever waits for it: what is too much is dropped, and said so in the next message.
//
//   waiting --(pace)--> sent --taken--> gone
//                            --429, 5xx, no answer--> waiting, later each time, or as the address asks
//                            --another 4xx, ten tries--> dropped

import type { Alert } from './alert.js'
import type { Posted } from './post.js'

export interface OutboxParts {
  readonly post: (alert: Alert) => Promise<Posted>
  readonly clock: { monoMs(): number; after(delayMs: number, run: () => void): () => void }
  readonly perMinute: number
  /** What became of a message; without a reason where that was said. */
  readonly told: (result: 'sent' | 'failed' | 'dropped', reason: string) => void
}

const MOST_WAITING = 50
const MOST_TRIES = 10
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

export class Outbox {
  readonly #parts: OutboxParts
  #waiting: Alert[] = []
  #dropped = 0
  #tries = 0
  #isSending = false
  #dueMonoMs = Number.NEGATIVE_INFINITY
  #timer: (() => void) | undefined
  #idle: (() => void)[] = []

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  send(alert: Alert): void {
    this.#waiting.push(alert)
    if (this.#waiting.length > MOST_WAITING) {
      // what is on its way stays
      this.#waiting.splice(this.#isSending ? 1 : 0, 1)
      if (!this.#isSending) this.#tries = 0
      this.#drop('too many are waiting')
    }
    this.#next()
  }

  /** Resolves when nothing waits any more, or after so long. */
  async empty(withinMs: number): Promise<void> {
    if (this.#isIdle) return
    await new Promise<void>((done) => {
      const late = this.#parts.clock.after(withinMs, done)
      this.#idle.push(() => {
        late()
        done()
      })
    })
  }

  /** What waits is given up. */
  stop(): void {
    this.#timer?.()
    this.#waiting = []
  }

  get #isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isSending
  }

  #next(): void {
    const [first] = this.#waiting
    if (this.#isIdle) for (const done of this.#idle.splice(0)) done()
    if (first === undefined || this.#isSending) return
    this.#timer?.()
    const { clock } = this.#parts
    const delayMs = this.#dueMonoMs - clock.monoMs()
    if (delayMs > 0) this.#timer = clock.after(delayMs, () => this.#next())
    else void this.#send(first)
  }

  async #send(alert: Alert): Promise<void> {
    const { post, clock, perMinute } = this.#parts
    this.#isSending = true
    const dropped = this.#dropped
    const more = dropped === 0 ? '' : ` (${dropped} messages before this one could not be sent)`
    const posted = await post(more === '' ? alert : { ...alert, text: alert.text + more })
    this.#isSending = false
    this.#dueMonoMs = clock.monoMs() + 60_000 / perMinute
    this.#tries++
    if (posted.kind === 'taken') {
      this.#dropped -= dropped
      this.#gone(alert)
      this.#parts.told('sent', '')
    } else if (posted.kind === 'later' && this.#tries < MOST_TRIES) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#tries - 1))
      this.#dueMonoMs = clock.monoMs() + Math.max(pauseMs, posted.afterMs ?? 0)
      this.#parts.told('failed', posted.reason)
    } else {
      this.#gone(alert)
      this.#drop(posted.reason)
    }
    this.#next()
  }

  #gone(alert: Alert): void {
    this.#waiting = this.#waiting.filter((other) => other !== alert)
    this.#tries = 0
  }

  #drop(reason: string): void {
    this.#dropped++
    // said once, until one is taken again
    this.#parts.told('dropped', this.#dropped === 1 ? reason : '')
  }
}
