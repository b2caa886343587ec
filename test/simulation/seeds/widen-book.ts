// The others stand far apart in a market, leave one side of it, or both: for a while or for good, whatever they place meanwhile.

import { ticks } from '../../../src/domain/amounts/price.js'
import { rawToLots } from '../../../src/domain/amounts/size.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import { isTraderHash } from '../../../src/server/api/markets/trader-hash.js'
import { ACCOUNT } from '../virtual/simulate.js'
import type { Stage } from './apply-disturbance.js'
import type { Of } from './scenario.js'
import type { World } from './world.js'

/** Whoever bids again is gone again within this. */
const EVERY_MS = 100
/** By which each bid stands lower than its maker would have it, in price. */
const LOWER = 0.16
/** Where the number stands in the hash of a trader's order: none of them is ever as large as these. */
const NUMBER_AT = 50

export function widenBook({ market, how, forMs = Number.POSITIVE_INFINITY }: Of<'wide-book'>, stage: Stage): void {
  const { world, reached } = stage
  const conditionId = world.markets[market]
  if (conditionId === undefined) return
  const { clock, venue } = world
  const untilMs = clock.monoMs() + forMs
  const low = new LowBids(world)
  const again = () => {
    const isOver = clock.monoMs() >= untilMs
    const isOpen = venue.isUp && world.api.exchange.market(conditionId)?.status === 'OPEN'
    if (isOpen) {
      for (const order of [...world.api.exchange.restingOrders(conditionId)]) {
        if (order.account === ACCOUNT || isLow(order.hash) !== isOver) continue
        if (how === 'one-sided' && (order.side === 'BUY') !== (order.outcome === 0)) continue
        world.api.exchange.cancel(order.hash, order.account, clock.wallMs())
        if (isOver) continue
        reached('wide-book')
        if (how === 'wide') low.place(order)
      }
    }
    if (!isOver || !venue.isUp) clock.after(EVERY_MS, again)
  }
  again()
}

const isLow = (hash: Hex) => hash[NUMBER_AT] === 'f' && isTraderHash(hash)

/** In the place of those that were taken out, one of each maker for each outcome. */
class LowBids {
  readonly #world: World
  readonly #hashes = new Map<string, Hex>()

  constructor(world: World) {
    this.#world = world
  }

  place({ hash: former, account, conditionId, outcome, side, price, originalRaw, expirationSec }: OrderRecord): void {
    const { api, clock } = this.#world
    const { spec, grid, feeRateBps } = api.exchange.market(conditionId) ?? {}
    if (spec === undefined || grid === undefined || feeRateBps === undefined || side !== 'BUY') return
    const lower = Math.floor((price - LOWER * spec.ticksPerUnit) / grid.tick) * grid.tick
    const key = `${account}/${outcome}`
    const before = this.#hashes.get(key)
    if (before !== undefined && (api.exchange.order(before)?.remainingRaw ?? 0n) > 0n)
      api.exchange.cancel(before, account, clock.wallMs())
    if (lower < grid.tick) return
    // a trader's too: a venue that begins again takes it out with theirs
    const hash = `${former.slice(0, NUMBER_AT)}f${former.slice(NUMBER_AT + 1)}` as Hex
    this.#hashes.set(key, hash)
    api.exchange.submit(
      {
        ...{
          hash,
          account,
          conditionId,
          outcome,
          side,
          price: ticks(lower),
          size: rawToLots(originalRaw, spec.lotRaw),
        },
        ...{ type: 'GTC', expirationSec, feeRateBps },
      },
      clock.wallMs(),
    )
  }
}
