// When this process began, by the venue's clock: lists go back further, and what was matched before belongs to a former run.

import type { Instant } from '../time.js'

export class SinceStart {
  #startMonoMs: number | undefined

  /** To be called with the first moment there is, and with any later one. By what is known of the venue's clock at that moment. */
  startVenueMs({ monoMs, venueMs }: Instant): number {
    this.#startMonoMs ??= monoMs
    return venueMs - (monoMs - this.#startMonoMs)
  }
}
