// A source of values from outside, of one market now and of all markets then.

import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { Clock } from '../../../src/domain/time.js'
import type { SignalListener, SignalSource } from '../../../src/signals/signal-source.js'
import { again } from './again.js'
import { SIGNAL } from './loop-world.js'

const EVERY_MS = 700
/** Part of the words that are of all markets. */
const OF_ALL = 0.3

export class ToldSignal implements SignalSource {
  readonly label = 'told'
  #listener: SignalListener | undefined

  start(listener: SignalListener): void {
    this.#listener = listener
  }

  stop(): void {
    this.#listener = undefined
  }

  begin(clock: Clock, random: Random, markets: () => readonly ConditionId[]): void {
    again(clock, { everyMs: EVERY_MS, random }, () => {
      const all = markets()
      const market = random.next() < OF_ALL ? undefined : all[random.below(Math.max(1, all.length))]
      const word = { name: SIGNAL, value: 0.2 + 0.6 * random.next(), atMs: clock.wallMs() }
      this.#listener?.told({ ...word, ...(market === undefined ? {} : { market }) })
    })
  }
}
