// A strategy that takes too long at times, by the bot's own clock.

import type { Random } from '../../../src/domain/random.js'
import type { Clock } from '../../../src/domain/time.js'
import type { AnyMarketStrategy } from '../../../src/strategy/contract.js'
import { again } from './again.js'

const EVERY_MS = 15_000
const SPELL_MS = 4000

export class SlowSpells {
  #isSlow = false

  /** `charge`: told of each call in a spell. */
  strategy(strategy: AnyMarketStrategy, charge: () => void): AnyMarketStrategy {
    return {
      ...strategy,
      quote: (view, params, memory) => {
        if (this.#isSlow) charge()
        return strategy.quote(view, params, memory)
      },
    }
  }

  begin(clock: Clock, random: Random): void {
    again(clock, { everyMs: EVERY_MS, random }, () => {
      this.#isSlow = true
      clock.after(SPELL_MS, () => {
        this.#isSlow = false
      })
    })
  }
}
