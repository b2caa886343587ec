// A bot whose API key the venue refuses ends by itself: no wait mends that, and nothing that it says is heard.

import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** It is on its way out by then. */
const ENDS_WITHIN_MS = 1000

export class RefusedKey {
  readonly #world: World
  readonly #violations: Violations
  readonly #refused = new WeakSet<BotLife>()

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  answered({ method, path }: HttpRequest, result: HttpResult, life: BotLife): void {
    const isRefusal = result.kind === 'response' && result.status === 401 && result.body.includes('Invalid API Key')
    if (!isRefusal || this.#refused.has(life)) return
    this.#refused.add(life)
    const { disk } = this.#world
    life.clock.after(ENDS_WITHIN_MS, () => {
      // what forbids it to quote is kept before it ends
      if (life.isOver || life.isStopping || disk.isFull || disk.fails !== undefined) return
      this.#violations.add('turn-ends', `${method} ${path}: its API key is refused, and the bot goes on`)
    })
  }
}
