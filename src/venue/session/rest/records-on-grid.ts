// Wire records that name only a condition, read with the grid of their market.

import { type Answer, toFailure } from '../../../domain/error.js'
import type { Market } from '../../../domain/market/market.js'
import type { MarketCatalogue } from './market-catalogue.js'

/** Reads unknown markets first. Records of markets that cannot be quoted are left out: they are not this bot's. */
export function readRecords<W extends { readonly conditionId: string }, T>(
  wires: readonly W[],
  catalogue: MarketCatalogue,
  parse: (wire: W, market: Market) => T,
  done: (answer: Answer<readonly T[]>) => void,
): void {
  catalogue.learn(
    wires.map((wire) => wire.conditionId),
    (learned) => {
      if (!learned.ok) return done(learned)
      const read: T[] = []
      try {
        for (const wire of wires) {
          const market = catalogue.get(wire.conditionId)
          if (market) read.push(parse(wire, market))
        }
      } catch (thrown) {
        return done({ ok: false, failure: toFailure(thrown) })
      }
      done({ ok: true, value: read })
    },
  )
}
