// A tape whose trades are told once: a venue may say again what it said before a connection was lost, and nobody trades because of that.

import type { PublicTrade } from '../domain/orders/fill.js'
import type { TapeRecord, TapeSource } from './tape-record.js'

/** What happened longer ago is not told again. */
const AGAIN_WITHIN_MS = 600_000

/** One trade with several makers may be told in parts of one id, with other prices or sizes. */
const nameOf = ({ conditionId, tradeId, outcome, price, sizeRaw, venueMs }: PublicTrade) =>
  `${conditionId} ${tradeId} ${outcome} ${price} ${sizeRaw} ${venueMs}`

export function tradesOnce(source: TapeSource): TapeSource {
  return {
    name: source.name,
    async *records() {
      /** When each happened, by its name, those told first in front. */
      const told = new Map<string, number>()
      const isNews = ({ event }: TapeRecord): boolean => {
        if (event.kind !== 'market-data' || event.event.kind !== 'trade') return true
        const { trade } = event.event
        for (const [name, venueMs] of told) {
          if (venueMs >= trade.venueMs - AGAIN_WITHIN_MS) break
          told.delete(name)
        }
        const name = nameOf(trade)
        if (told.has(name)) return false
        told.set(name, trade.venueMs)
        return true
      }
      for await (const batch of source.records()) yield batch.filter(isNews)
    },
  }
}
