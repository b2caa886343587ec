// A strategy that has bad spells: it takes too long, or throws in one market.

import type { Wish } from '../../../src/domain/orders/wish.js'
import type { AnyQuoter, GroupQuoter, Quoter } from '../../../src/strategy/parse-params.js'
import type { GroupWish, PartialGroupView } from '../../../src/strategy/view/group-view.js'
import type { PartialView } from '../../../src/strategy/view/market-view.js'
import type { BotLife } from './bot-life.js'
import { boundStrategy } from './bound-strategies.js'
import type { Of, Reload, Setting } from './scenario.js'
import { LADDER, NO_TERMS } from './terms.js'
import type { World } from './world.js'

type Spell = Of<'strategy-slow' | 'strategy-throws'>

/** What a group's strategy is asked, and what it says; nothing where it throws. */
export interface GroupAsked {
  readonly view: PartialGroupView
  readonly memory: unknown
  readonly wish?: GroupWish
  /** It has a bad spell. */
  readonly isAmiss: boolean
}

/** What a strategy is shown of a market, and what it says. */
export interface MarketAsked {
  readonly view: PartialView
  readonly wish: Wish
}

export interface AskedWatch {
  /** The strategy is asked, and is shown this value. */
  asked(conditionId: string, fair: number | undefined): void
  /** It is asked about this market alone, and does not throw. */
  askedOfMarket(call: MarketAsked): void
  /** It is asked about a group; `asked` was told of each of its markets. */
  askedOfGroup(call: GroupAsked): void
}

export class Spells {
  readonly #world: () => World
  readonly #watch: () => AskedWatch | undefined
  readonly #spells = new Map<Spell, { hits: number }>()

  constructor(world: () => World, watch: () => AskedWatch | undefined) {
    this.#world = world
    this.#watch = watch
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
    const { terms: { ladder = false } = NO_TERMS } = setting
    const bound = boundStrategy(setting, reload === 'strategy-changed')
    if (bound.scope === 'group') return this.#ofGroup(bound, ladder, life)
    return Object.assign<Quoter, Quoter>((view, memory) => {
      this.#meet([view.market.conditionId], life())
      this.#watch()?.asked(view.market.conditionId, view.fair?.p)
      const wish = bound(view, memory)
      this.#watch()?.askedOfMarket({ view, wish })
      return ladder ? laddered(wish) : wish
    }, bound)
  }

  #ofGroup(bound: GroupQuoter, ladder: boolean, life: () => BotLife | undefined): GroupQuoter {
    const answer = (view: PartialGroupView, memory: unknown) => {
      const wish = bound.quote(view, memory)
      return ladder ? { ...wish, markets: wish.markets.map(laddered) } : wish
    }
    return {
      ...bound,
      quote: (view, memory) => {
        const ids = view.markets.map(({ market }) => market.conditionId)
        const call = { view, memory, isAmiss: this.#metBy(ids).length > 0 }
        try {
          this.#meet(ids, life())
          for (const { market, fair } of view.markets) this.#watch()?.asked(market.conditionId, fair?.p)
          const wish = answer(view, memory)
          this.#watch()?.askedOfGroup({ ...call, wish })
          return wish
        } catch (thrown) {
          this.#watch()?.askedOfGroup(call)
          throw thrown
        }
      },
    }
  }

  /** It is asked about these markets. */
  #meet(conditionIds: readonly string[], life: BotLife | undefined): void {
    life?.clock.charge('strategy')
    for (const [spell, count] of this.#metBy(conditionIds)) {
      count.hits++
      if (spell.kind === 'strategy-throws') throw new Error('a bad spell')
      life?.clock.chargeMs(spell.callMs)
    }
  }

  #metBy(conditionIds: readonly string[]): readonly (readonly [Spell, { hits: number }])[] {
    if (this.#spells.size === 0) return []
    return [...this.#spells].filter(([{ market }]) => {
      const met = market === undefined ? undefined : this.#world().markets[market]
      return market === undefined || (met !== undefined && conditionIds.includes(met))
    })
  }
}

function laddered<W extends { readonly quotes: readonly Wished[] }>(wish: W): W {
  return { ...wish, quotes: wish.quotes.flatMap((quote) => [quote, behind(quote)]) }
}

interface Wished {
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly size: number
}

/** Further from the fair value, and larger. */
function behind<Q extends Wished>(quote: Q): Q {
  const { side, price, size } = quote
  const { distance, times } = LADDER
  return { ...quote, price: side === 'BUY' ? price - distance : price + distance, size: size * times }
}
