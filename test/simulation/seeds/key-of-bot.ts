// The API key that the bot's processes show: revoked until a person has it restored, or rotated, so that those that run have the old one for good.

import type { Transport } from '../../../src/venue/session/transport.js'
import type { Of } from './scenario.js'
import type { World } from './world.js'

const OLD_KEY = 'the one that was'

export class KeyOfBot {
  readonly #world: Pick<World, 'clock' | 'lives' | 'network'>
  #revokedUntilMs = Number.NEGATIVE_INFINITY
  /** Lives up to this number have the old one. */
  #lastOfOld = 0
  #refused = 0

  constructor(world: Pick<World, 'clock' | 'lives' | 'network'>) {
    this.#world = world
  }

  begin({ how, forMs }: Of<'key-refused'>, ended: (hits: number) => void): void {
    const { clock, lives, network } = this.#world
    const before = this.#refused
    if (how === 'revoked') this.#revokedUntilMs = Math.max(this.#revokedUntilMs, clock.monoMs() + forMs)
    else this.#lastOfOld = lives.length
    // connections that were made with it end at once
    network.cutSockets()
    clock.after(forMs, () => ended(this.#refused - before))
  }

  /** As a life of this number shows it. */
  over(network: Transport, number: number): Transport {
    const isOld = () => {
      const isRefused = number <= this.#lastOfOld || this.#world.clock.monoMs() < this.#revokedUntilMs
      if (isRefused) this.#refused++
      return isRefused
    }
    return {
      http: (request, done) =>
        network.http(isOld() ? { ...request, headers: { ...request.headers, 'x-api-key': OLD_KEY } } : request, done),
      openSocket: (auth, handlers) =>
        network.openSocket(() => (isOld() ? { ...auth(), apiKey: OLD_KEY } : auth()), handlers),
    }
  }
}
