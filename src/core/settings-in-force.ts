// The settings as the stages read them, each time anew: objects that stay, whose values a change writes over. So whoever was given one at
// the start reads what counts now, and nobody but the core need hear of a change; what was made of a value is made anew there.

import type { FeeBook } from '../execution/fees/fee-book.js'
import type { ReadSettings } from '../execution/reads/read-schedule.js'
import type { BeliefSettings } from '../state/beliefs.js'
import type { Reactions } from './reactions.js'
import type { RiskStage } from './risk-stage.js'
import { beliefSettings, type CoreSettings, readSettings, type SettingsChange } from './settings.js'
import type { Cautions } from './standing/cautions.js'
import type { MarketFaults } from './standing/market-faults.js'

export interface ChangedParts {
  readonly fees: Pick<FeeBook, 'allow'>
  readonly reactions: Pick<Reactions, 'settingsChanged'>
  readonly cautions: Pick<Cautions, 'limitsChanged'>
  readonly faults: Pick<MarketFaults, 'strategyBegins'>
  readonly risk: Pick<RiskStage, 'limitsChanged'>
}

export class SettingsInForce {
  readonly core: CoreSettings
  readonly beliefs: BeliefSettings
  readonly reads: ReadSettings

  constructor(settings: CoreSettings) {
    this.core = own(settings)
    this.beliefs = beliefSettings(this.core)
    this.reads = readSettings(this.core)
  }

  /** Whoever made something of a value makes it anew; what of it the caller must see to. */
  change(event: SettingsChange, parts: ChangedParts): 'another strategy' | undefined {
    const { fees, reactions, cautions, faults, risk } = parts
    const next = this.core.changed?.(event)
    if (next === undefined) return undefined
    const { quoter } = this.core
    this.#take(next)
    fees.allow(next.execution.feeMaxAgeMs)
    reactions.settingsChanged()
    cautions.limitsChanged()
    risk.limitsChanged()
    if (next.quoter === quoter) return undefined
    faults.strategyBegins()
    return 'another strategy'
  }

  #take(next: CoreSettings): void {
    const { risk, execution, feed, measured, changed } = this.core
    overwrite(risk.killSwitch, next.risk.killSwitch)
    overwrite(risk, { ...next.risk, killSwitch: risk.killSwitch })
    overwrite(execution, next.execution)
    overwrite(feed, next.feed)
    // what looks on from outside stays
    const around = { ...(measured && { measured }), ...(changed && { changed }) }
    overwrite(this.core, { ...next, risk, execution, feed, ...around })
    overwrite(this.beliefs, beliefSettings(this.core))
    overwrite(this.reads, readSettings(this.core))
  }
}

/** What is given stays as it is: others may hold it too. */
function own(settings: CoreSettings): CoreSettings {
  const { risk, execution, feed } = settings
  const ownRisk = { ...risk, killSwitch: { ...risk.killSwitch } }
  return { ...settings, risk: ownRisk, execution: { ...execution }, feed: { ...feed } }
}

function overwrite<T extends object>(kept: T, next: T): void {
  for (const key of Object.keys(kept)) if (!(key in next)) Reflect.deleteProperty(kept, key)
  Object.assign(kept, next)
}
