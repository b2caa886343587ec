// SIGHUP where no terminal was closed: a bot reads its configuration again. One that does not run yet, as while it waits for its wallet, does so
// before it starts: the signal is meant for what is to come, its first orders included, and would end it otherwise.

import type { StopSignals } from '../process/stop-signals.js'

export class HangUps {
  #reload: (() => Promise<void>) | undefined
  #isAsked = false
  /** The last one that was begun. */
  #last: Promise<void> | undefined

  /** `early`: one was heard that is kept until the bot can be told. */
  constructor(signals: Pick<StopSignals, 'onHangUp'>, early: () => void) {
    signals.onHangUp?.(() => {
      if (this.#reload !== undefined) {
        this.#last = this.#reload()
        return
      }
      this.#isAsked = true
      early()
    })
  }

  /**
   * From now on there is something to do; however often it was asked for before, once for that. Resolves when this is done, and what is asked for
   * meanwhile; never rejects.
   */
  async follow(reload: () => Promise<void>): Promise<void> {
    this.#reload = reload
    if (!this.#isAsked) return
    this.#last = reload()
    let awaited: Promise<void>
    do {
      awaited = this.#last
      await awaited
    } while (awaited !== this.#last)
  }
}
