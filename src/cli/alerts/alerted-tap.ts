// What the bot tells of its work, to those who do not look.

import type { AlertDesk } from '../../alerts/alert-desk.js'
import type { BotTap } from '../../bot/bot-parts.js'
import type { Market } from '../../domain/market/market.js'
import { SinceStart } from '../../domain/run/since-start.js'
import { visible } from '../../domain/visible-text.js'

/** Matches of before the first event, which a start lists too, are no news. */
export function alertedTap(tap: BotTap, desk: AlertDesk): BotTap {
  const markets = new Map<string, Market>()
  const sinceStart = new SinceStart()
  const question = (conditionId: string) => visible(markets.get(conditionId)?.question ?? conditionId)
  return {
    ...tap,
    event(event) {
      tap.event(event)
      const startVenueMs = sinceStart.startVenueMs(event.at)
      if (event.kind === 'market') markets.set(event.market.conditionId, event.market)
      if (event.kind === 'restored' && event.standing.halt !== undefined) desk.stillHalted(event.standing.halt)
      if (event.kind !== 'fills-listed') return
      const fresh = event.fills.filter(({ venueMs }) => venueMs >= startVenueMs)
      desk.filled(fresh, (fill) => markets.get(fill.conditionId))
    },
    step(decision, durationMs) {
      tap.step(decision, durationMs)
      for (const { conditionId, kind, message } of decision.faults)
        desk.fault(question(conditionId), `${kind}: ${message}`)
    },
    standing(change) {
      tap.standing?.(change)
      desk.standing(change)
    },
    massCancel(news) {
      tap.massCancel?.(news)
      desk.massCancel(news.event)
    },
  }
}
