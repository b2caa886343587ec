// What the venue has said last of the reads that are left in the minute. Former lives have used them too, and a bot that has just begun
// cannot tell when: it asks again only once all of that has ended, since one request too many silences it for a minute.

import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'

const WINDOW_MS = 61_000
/** An account is read by two, and the last three are kept to ask what is left. */
const FEW = 4

export class ReadsLeft {
  readonly #world: World
  #told: { readonly life: BotLife; readonly left: number; readonly atMs: number } | undefined

  constructor(world: World) {
    this.#world = world
  }

  answered({ method, path }: HttpRequest, result: HttpResult, life: BotLife): void {
    if (method !== 'GET' || path.startsWith('/auth/') || result.kind === 'failed') return
    // a refusal says only how long it holds
    const left = result.status === 429 ? '0' : result.headers['x-ratelimit-remaining-medium']
    if (left !== undefined) this.#told = { life, left: Number(left), atMs: this.#world.clock.monoMs() }
  }

  /** So few that a start does not get to read the account. */
  get isSpent(): boolean {
    const told = this.#told
    if (told === undefined || told.life !== this.#world.life) return false
    return told.left <= FEW && this.#world.clock.monoMs() - told.atMs < WINDOW_MS
  }
}
