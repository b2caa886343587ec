// Wire records that name only a condition, read with the grid of their market.

import { type Answer, toFailure } from '../../../domain/error.js'
import type { Market } from '../../../domain/market/market.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import { formatPrice } from '../../wire/decimal.js'
import type { MarketCatalogue } from './market-catalogue.js'

interface WireRecord {
  readonly conditionId: string
  readonly orderHash: string
  readonly price: string
}

export interface RecordReader {
  readonly catalogue: MarketCatalogue
  /** A record at a price between its market's ticks, and at which it counts. */
  readonly onOffGrid: (wire: WireRecord, countsAt: string) => void
  /** A record that is left out. */
  readonly onLeftOut?: (wire: WireRecord) => void
}

/** Reads unknown markets first. Records of markets that cannot be quoted are left out: they are not this bot's. */
export function readRecords<W extends WireRecord, T extends Pick<OrderRecord, 'price'>>(
  wires: readonly W[],
  { catalogue, onOffGrid, onLeftOut }: RecordReader,
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
          if (market === undefined) {
            onLeftOut?.(wire)
            continue
          }
          const record = parse(wire, market)
          read.push(record)
          const countsAt = formatPrice(record.price, market.ticksPerUnit)
          if (Number(countsAt) !== Number(wire.price)) onOffGrid(wire, countsAt)
        }
      } catch (thrown) {
        return done({ ok: false, failure: toFailure(thrown) })
      }
      done({ ok: true, value: read })
    },
  )
}
