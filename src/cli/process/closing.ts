// What was opened, closed in the opposite order when it is over, however it ends. One that cannot be closed keeps no other open, and hides no
// reason to end: it is told of.

import { toFailure } from '../../domain/error.js'

export class Closing {
  readonly #steps: { readonly trouble: string; readonly close: () => unknown }[] = []
  readonly #warn: (message: string) => void

  constructor(warn: (message: string) => void) {
    this.#warn = warn
  }

  /** Something is open. `trouble`: what is said where it cannot be closed. */
  add(trouble: string, close: () => unknown): void {
    this.#steps.push({ trouble, close })
  }

  async close(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.close()
      } catch (error) {
        this.#warn(`${step.trouble}: ${toFailure(error).message}`)
      }
    }
  }
}
