// Private socket events of the signed-in account. They only speed up what polling finds anyway.

import type { TradingEvent } from '../../trading.js'
import { PLAIN_FRAMES } from '../../wire/plain-frames.js'
import { parseOrderRecord } from '../../wire/record-codec.js'
import type { MarketCatalogue } from '../rest/market-catalogue.js'

/** An order of an unknown market, or a payload that cannot be read, still says that the account changed. */
export function readPrivateEvent(
  name: 'order' | 'balance',
  payload: unknown,
  catalogue: Pick<MarketCatalogue, 'get'>,
): TradingEvent {
  const changed: TradingEvent = { kind: 'account-changed' }
  if (name === 'balance') return changed
  try {
    const { data } = PLAIN_FRAMES.order(payload)
    const market = catalogue.get(data.conditionId)
    return market ? { kind: 'order', record: parseOrderRecord(data, market) } : changed
  } catch {
    return changed
  }
}
