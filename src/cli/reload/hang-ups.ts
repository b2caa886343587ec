// SIGHUP where no terminal was closed: a bot reads its configuration again. One that does not run yet, as while it waits for its wallet, does so
// once it runs: the signal is meant for what is to come, and would end it otherwise.

import type { StopSignals } from '../process/stop-signals.js'

export class HangUps {
  #reload: (() => void) | undefined
  #isAsked = false

  /** `early`: one was heard that is kept until the bot runs. */
  constructor(signals: Pick<StopSignals, 'onHangUp'>, early: () => void) {
    signals.onHangUp?.(() => {
      if (this.#reload !== undefined) return this.#reload()
      this.#isAsked = true
      early()
    })
  }

  /** From now on there is something to do; however often it was asked for before, once for that. */
  follow(reload: () => void): void {
    this.#reload = reload
    if (this.#isAsked) reload()
  }
}
