// Messages on their way to one address: one after the other, no faster than allowed, each tried again until it is taken, refused or old.
// Nobody ever waits for it: what is too much is dropped, and said so in the next message.
//
//   waiting --(pace)--> sent --taken--> gone
//                            --429, 5xx, no answer--> waiting, later each time, or as the address asks
//                            --another 4xx, an hour--> dropped
//
// At the end nothing is paced any more, and what nobody took until then is said to be lost.

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
/** An address that is away for less loses nothing: what tells of a halt may be the last message for long. */
const LONGEST_MS = 3_600_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
const AT_THE_END = 'not taken before the end'

export class Outbox {
  readonly #parts: OutboxParts
  #waiting: Alert[] = []
  #dropped = 0
  #tries = 0
  /** When the first that waits was tried first. */
  #triedMonoMs: number | undefined
  #isSending = false
  #isEnding = false
  #isStopped = false
  /** When the next one may be sent: by the pace, and after what was not taken. */
  #pacedMonoMs = Number.NEGATIVE_INFINITY
  #pausedMonoMs = Number.NEGATIVE_INFINITY
  #timer: (() => void) | undefined
  #idle: (() => void)[] = []

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  send(alert: Alert): void {
    this.#waiting.push(alert)
    if (this.#waiting.length > MOST_WAITING) {
      // what is on its way stays
      const [gone] = this.#isSending ? this.#waiting.slice(1) : this.#waiting
      if (gone !== undefined) this.#gone(gone)
      this.#drop('too many are waiting')
    }
    this.#next()
  }

  /** Sends what waits, as fast as it is taken. Resolves when nothing waits any more, or after so long. */
  async empty(withinMs: number): Promise<void> {
    if (this.#isIdle) return
    this.#isEnding = true
    this.#next()
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
    this.#isStopped = true
    this.#timer?.()
    const lost = this.#waiting.length
    this.#waiting = []
    const more = lost > 1 ? `, and ${lost - 1} more` : ''
    for (let n = 0; n < lost; n++) this.#parts.told('dropped', n === 0 ? AT_THE_END + more : '')
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
    const dueMonoMs = this.#isEnding ? this.#pausedMonoMs : Math.max(this.#pausedMonoMs, this.#pacedMonoMs)
    const delayMs = dueMonoMs - clock.monoMs()
    if (delayMs > 0) this.#timer = clock.after(delayMs, () => this.#next())
    else void this.#send(first)
  }

  async #send(alert: Alert): Promise<void> {
    const { post, clock, perMinute } = this.#parts
    this.#isSending = true
    this.#triedMonoMs ??= clock.monoMs()
    const triedMonoMs = this.#triedMonoMs
    const dropped = this.#dropped
    const more = dropped === 0 ? '' : ` (${dropped} messages before this one could not be sent)`
    const posted = await post(more === '' ? alert : { ...alert, text: alert.text + more })
    if (this.#isStopped) return
    this.#isSending = false
    this.#pacedMonoMs = clock.monoMs() + 60_000 / perMinute
    this.#tries++
    if (posted.kind === 'taken') {
      this.#dropped -= dropped
      this.#gone(alert)
      this.#parts.told('sent', '')
    } else if (posted.kind === 'later' && clock.monoMs() - triedMonoMs < LONGEST_MS) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#tries - 1))
      this.#pausedMonoMs = clock.monoMs() + Math.max(pauseMs, posted.afterMs ?? 0)
      this.#parts.told('failed', posted.reason)
    } else {
      this.#gone(alert)
      this.#drop(posted.reason)
    }
    this.#next()
  }

  #gone(alert: Alert): void {
    if (alert === this.#waiting[0]) {
      this.#tries = 0
      this.#triedMonoMs = undefined
    }
    this.#waiting = this.#waiting.filter((other) => other !== alert)
  }

  #drop(reason: string): void {
    this.#dropped++
    // said once, until one is taken again
    this.#parts.told('dropped', this.#dropped === 1 ? reason : '')
  }
}
