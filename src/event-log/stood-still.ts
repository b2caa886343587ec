// Says that the process stood still: its orders rested as they were, and nobody looked. A stop or a busy loop passes on the steady clock, which
// a machine that sleeps stops, too; its calendar goes on.

import type { BotSnapshot } from '../domain/run/snapshot.js'
import type { Logger } from '../telemetry/log/log.js'
import { LOOK_MS } from './quoting-watch.js'

/** Between two looks, beyond the second that lies between them; less passes under load. */
const LEAST_MS = 2000

export class StoodStill {
  readonly #logger: Pick<Logger, 'warn'>
  readonly #wallMs: () => number
  #last: { readonly monoMs: number; readonly wallMs: number } | undefined

  constructor(logger: Pick<Logger, 'warn'>, wallMs: () => number) {
    this.#logger = logger
    this.#wallMs = wallMs
  }

  look({ monoMs }: Pick<BotSnapshot, 'monoMs'>): void {
    const now = { monoMs, wallMs: this.#wallMs() }
    const last = this.#last
    this.#last = now
    if (last === undefined) return
    const steadyMs = now.monoMs - last.monoMs
    const sleptMs = now.wallMs - last.wallMs - steadyMs
    if (steadyMs - LOOK_MS > LEAST_MS) this.#say(steadyMs - LOOK_MS, 'it was stopped, or kept busy')
    if (sleptMs > LEAST_MS) this.#say(sleptMs, 'the machine slept, or its clock was set')
  }

  #say(forMs: number, why: string): void {
    const forSec = Math.round(forMs / 100) / 10
    this.#logger.warn(
      { event: 'stood-still', forSec },
      `stood still for ${forSec} s: ${why}; meanwhile orders rested as they were`,
    )
  }
}
