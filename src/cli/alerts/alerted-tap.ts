// What the bot tells of its work, to those who do not look.

import type { AlertDesk } from '../../alerts/alert-desk.js'
import type { BotTap } from '../../bot/bot-parts.js'
import type { Market } from '../../domain/market/market.js'
import { visible } from '../../domain/visible-text.js'

/** `sinceMs`: matches of before, which a start lists too, are no news; by the venue's clock. */
export function alertedTap(tap: BotTap, desk: AlertDesk, sinceMs: number): BotTap {
  const markets = new Map<string, Market>()
  const question = (conditionId: string) => visible(markets.get(conditionId)?.question ?? conditionId)
  return {
    ...tap,
    event(event) {
      tap.event(event)
      if (event.kind === 'market') markets.set(event.market.conditionId, event.market)
      if (event.kind === 'restored' && event.standing.halt !== undefined) desk.stillHalted(event.standing.halt)
      if (event.kind !== 'fills-listed') return
      const fresh = event.fills.filter(({ venueMs }) => venueMs >= sinceMs)
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
