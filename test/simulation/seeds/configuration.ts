// What the bot's configuration says at the moment: its limits and its strategy, and which markets it is to quote.

import type { BotChange } from '../../../src/bot/bot-parts.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { MarketChoice } from '../../../src/feed/schema.js'
import type { AnyQuoter } from '../../../src/strategy/parse-params.js'
import { choiceOf, configured } from './configured.js'
import { LIMITS } from './limits.js'
import { RELOADS, type Reload, type Setting } from './scenario.js'
import { mergedTerms, NO_TERMS } from './terms.js'
import type { World } from './world.js'

export class Configuration {
  readonly #world: Pick<World, 'scenario' | 'api' | 'startWallMs'>
  readonly #makeQuoter: (reload: Reload | undefined) => AnyQuoter
  readonly #quoters = new Map<Reload | undefined, AnyQuoter>()
  readonly #settings = new Map<Reload | undefined, CoreSettings>()
  #reload: Reload | undefined
  #ids: readonly string[] | undefined

  constructor(
    world: Pick<World, 'scenario' | 'api' | 'startWallMs'>,
    makeQuoter: (reload: Reload | undefined) => AnyQuoter,
  ) {
    this.#world = world
    this.#makeQuoter = makeQuoter
  }

  get settings(): CoreSettings {
    return this.#by(this.#reload)
  }

  get choice(): MarketChoice {
    return choiceOf(this.settings, this.#ids, { terms: this.#settingBy(this.#reload).terms, api: this.#world.api })
  }

  /** What a running bot is told of it. */
  get event(): BotChange['event'] {
    return { actor: 'test', hash: `${this.#reload}`, config: {} }
  }

  /** It says something else from now on, or what it said before. Returns whether limits may be lower than they were. */
  reload(to: Reload | undefined): boolean {
    const isLowered =
      to === 'limits-lowered' || this.#reload === 'limits-raised' || isOther(to) || isOther(this.#reload)
    this.#reload = to
    return isLowered
  }

  /** By their ids at the venue; all that it lists, where there are none. */
  choose(ids: readonly string[] | undefined): void {
    this.#ids = ids
  }

  #by(reload: Reload | undefined): CoreSettings {
    const known = this.#settings.get(reload)
    if (known !== undefined) return known
    const made = this.#made(reload)
    this.#settings.set(reload, made)
    return made
  }

  #made(reload: Reload | undefined): CoreSettings {
    const { api, startWallMs } = this.#world
    const setting = this.#settingBy(reload)
    const [first] = this.#settings.values()
    const which = reload === 'limits-raised' || reload === 'limits-lowered' ? reload : setting.limits
    return configured({
      ...{ setting, api, startWallMs, limits: LIMITS[which], first },
      quoter: this.#quoterBy(reload),
      changed: ({ hash }) => this.#by([...RELOADS, 'terms-changed' as const].find((one) => one === hash)),
    })
  }

  #settingBy(reload: Reload | undefined): Setting {
    const { setting } = this.#world.scenario
    return reload === 'terms-changed' ? changedBy(setting) : setting
  }

  #quoterBy(reload: Reload | undefined): AnyQuoter {
    const which = reload === 'strategy-changed' ? reload : undefined
    const quoter = this.#quoters.get(which) ?? this.#makeQuoter(which)
    this.#quoters.set(which, quoter)
    return quoter
  }
}

function changedBy(setting: Setting): Setting {
  const { terms = NO_TERMS, changed = NO_TERMS } = setting
  return { ...setting, terms: mergedTerms(terms, changed) }
}

const isOther = (to: Reload | undefined) => to === 'terms-changed'
