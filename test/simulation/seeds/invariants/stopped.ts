// While something stops a market nothing of it is approved; and what is said to stop it does.

import type { Core } from '../../../../src/core/core.js'
import type { Market } from '../../../../src/domain/market/market.js'
import type { RefusalReason } from '../../../../src/domain/orders/quote.js'

/** What stops a market, by what is believed and said now; an age, which comes by time alone, is seen with the next look around. */
export function stopsOf({ conditionId, status, registration }: Market, core: Core): ReadonlySet<RefusalReason> {
  const { beliefs, standing, settings } = core
  const { halted, waiting } = standing
  const stops = new Set<RefusalReason>()
  if (halted !== undefined) stops.add('halted')
  if (!beliefs.signedIn) stops.add('not-signed-in')
  if (standing.pauseOf(conditionId) !== undefined) stops.add('paused')
  if (status !== 'OPEN' || registration !== 'REGISTERED') stops.add('market-not-open')
  if (beliefs.heldBack.changed.has(conditionId)) stops.add('market-changed')
  if (beliefs.ledger.isMismatched(conditionId)) stops.add('holdings-differ')
  if (waiting !== undefined) stops.add('waiting')
  const isSure = beliefs.clockReason === undefined && beliefs.clockErrorMs <= settings.core.risk.maxClockErrorMs
  if (!isSure) stops.add('clock-unsure')
  return stops
}

/** Each of them is heard of by an event, and so decided on in its turn. */
const HEARD = ['halted', 'not-signed-in', 'paused', 'market-not-open', 'market-changed', 'holdings-differ'] as const

/** What is wrong with what was decided in a market; nothing where all is well. */
export function wrongStop(
  market: Market,
  core: Core,
  { approved, refused }: ReturnType<ReturnType<Core['conclusions']>['approval']>,
): string | undefined {
  const stops = stopsOf(market, core)
  const [first] = [...stops]
  if (first !== undefined && approved.length > 0) return `${approved.length} quotes are approved, and it is ${first}`
  for (const { reason } of refused)
    if (isHeard(reason) && !stops.has(reason)) return `a quote is refused as ${reason}, and nothing is`
  return undefined
}

const isHeard = (reason: RefusalReason) => HEARD.some((one) => one === reason)
