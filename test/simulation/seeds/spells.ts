// A strategy that has bad spells: it takes too long, or throws in one market.

import { type AnyQuoter, bindStrategy, type Quoter } from '../../../src/strategy/parse-params.js'
import { asLogit } from '../../../strategies/as-logit.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import type { BotLife } from './bot-life.js'
import type { Of, Reload, Setting } from './scenario.js'
import { LADDER, NO_TERMS, type Terms } from './terms.js'
import type { World } from './world.js'

type Spell = Of<'strategy-slow' | 'strategy-throws'>

const UNTIL_THE_END = { reduceOnlyMs: 0, stopMs: 0 }
const USUAL = { halfSpread: 0.025, size: 15 }

interface Bound {
  readonly isOther: boolean
  readonly quotes?: Terms['quotes']
  /** Markets end while they are looked at. */
  readonly lives?: Setting['lives']
}
const BOUND: Readonly<Record<Setting['strategy'], (bound: Bound) => AnyQuoter>> = {
  'fixed-spread': ({ isOther, quotes = USUAL }) =>
    bindStrategy(fixedSpread, {
      ...(isOther ? { halfSpread: 0.035, size: 8 } : quotes),
      ...UNTIL_THE_END,
    }),
  'as-logit': ({ lives }) => bindStrategy(asLogit, lives === undefined ? {} : { ...UNTIL_THE_END, endShare: 0 }),
}

export class Spells {
  readonly #world: () => World
  readonly #asked: (conditionId: string, fair: number | undefined) => void
  readonly #spells = new Map<Spell, { hits: number }>()

  /** `asked`: the strategy is, and is shown this value. */
  constructor(world: () => World, asked: (conditionId: string, fair: number | undefined) => void) {
    this.#world = world
    this.#asked = asked
  }

  begin(spell: Spell, ended: (hits: number) => void): void {
    const count = { hits: 0 }
    this.#spells.set(spell, count)
    this.#world().clock.after(spell.forMs, () => {
      this.#spells.delete(spell)
      ended(count.hits)
    })
  }

  /** `reload`: what the configuration says of it since. */
  quoter(setting: Setting, life: () => BotLife | undefined, reload: Reload | undefined): AnyQuoter {
    const { lives, terms: { quotes, ladder } = NO_TERMS } = setting
    const bound = BOUND[setting.strategy]({ isOther: reload === 'strategy-changed', quotes, lives })
    if (bound.scope === 'group') return bound
    return Object.assign<Quoter, Quoter>((view, memory) => {
      this.#meet(view.market.conditionId, life())
      this.#asked(view.market.conditionId, view.fair?.p)
      const wish = bound(view, memory)
      return ladder ? { ...wish, quotes: wish.quotes.flatMap((quote) => [quote, behind(quote)]) } : wish
    }, bound)
  }

  #meet(conditionId: string, life: BotLife | undefined): void {
    life?.clock.charge('strategy')
    for (const [spell, count] of this.#spells) {
      if (spell.kind === 'strategy-slow') {
        count.hits++
        life?.clock.chargeMs(spell.callMs)
      } else if (this.#world().markets[spell.market] === conditionId) {
        count.hits++
        throw new Error('a bad spell')
      }
    }
  }
}

/** Further from the fair value, and larger. */
function behind<Q extends { readonly side: 'BUY' | 'SELL'; readonly price: number; readonly size: number }>(
  quote: Q,
): Q {
  const { side, price, size } = quote
  const { distance, times } = LADDER
  return { ...quote, price: side === 'BUY' ? price - distance : price + distance, size: size * times }
}
