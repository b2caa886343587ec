// Why markets are not quoted that could be: they are not what they were when they were taken up, or not ours among the bots of a fleet.

import type { ConditionId } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { NotOurs } from '../../domain/run/market-claim.js'

export class HeldBack {
  /** How they differ. */
  readonly changed = new Map<ConditionId, string>()
  /** Told before the market itself, too, so that it is not quoted first. */
  readonly notOurs = new Map<ConditionId, NotOurs>()

  apply(event: CoreEvent): void {
    if (event.kind === 'market-claim') set(this.notOurs, event.conditionId, event.whyNot)
    else if (event.kind === 'market-changed') set(this.changed, event.conditionId, event.detail)
  }
}

function set<T>(map: Map<ConditionId, T>, conditionId: ConditionId, value: T | undefined): void {
  if (value === undefined) map.delete(conditionId)
  else map.set(conditionId, value)
}
