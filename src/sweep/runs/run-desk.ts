// Where runs are asked for: what is stored is told at once, the rest is run, each once however often it is asked for, and stored.

import type { RunAll, RunOutcome, RunRequest } from '../search/search.js'
import type { RunStore } from './run-store.js'

export interface RunDeskOptions {
  readonly store: RunStore
  /** By everything that the run is made of. */
  readonly keyOf: (request: RunRequest) => string
  /** `undefined` where the sweep was stopped. */
  readonly run: (request: RunRequest) => Promise<RunOutcome | undefined>
  /** After each answer. */
  readonly onProgress?: (progress: RunProgress) => void
}

export interface RunProgress {
  /** Answers so far, and how many of them did not have to be run. */
  readonly answered: number
  readonly stored: number
  readonly failed: number
}

export class RunDesk {
  readonly #options: RunDeskOptions
  readonly #underWay = new Map<string, Promise<RunOutcome | undefined>>()
  #answered = 0
  #stored = 0
  #failed = 0

  constructor(options: RunDeskOptions) {
    this.#options = options
  }

  get progress(): RunProgress {
    return { answered: this.#answered, stored: this.#stored, failed: this.#failed }
  }

  readonly runAll: RunAll = async (requests) => {
    const outcomes = await Promise.all(requests.map((request) => this.#one(request)))
    const whole = outcomes.filter((outcome) => outcome !== undefined)
    return whole.length === outcomes.length ? whole : undefined
  }

  async #one(request: RunRequest): Promise<RunOutcome | undefined> {
    const key = this.#options.keyOf(request)
    const known = this.#options.store.get(key)
    const outcome = known === undefined ? await this.#fresh(key, request) : { ok: true as const, run: known }
    if (outcome === undefined) return undefined
    this.#answered += 1
    if (known !== undefined) this.#stored += 1
    if (!outcome.ok) this.#failed += 1
    this.#options.onProgress?.(this.progress)
    return outcome
  }

  #fresh(key: string, request: RunRequest): Promise<RunOutcome | undefined> {
    const started = this.#underWay.get(key)
    if (started) return started
    const running = this.#options.run(request).then((outcome) => {
      // a failure is not kept: a second start tries it again
      if (outcome?.ok) this.#options.store.add(key, outcome.run)
      return outcome
    })
    this.#underWay.set(key, running)
    return running
  }
}
