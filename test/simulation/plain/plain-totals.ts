// Sums over markets as they are, each counted once with all its orders.

import type { LiveOrder, MarketPosition } from '../../../src/domain/exposure.js'
import { exposureWith, heldExposure, lockedRaw, positionRaw } from '../../../src/risk/market-exposure.js'
import { worstOf } from '../../../src/risk/worst-case.js'

export class PlainTotals {
  positionRaw = 0n
  collateralRaw = 0n
  lossRaw = 0n
  lockedRaw = 0n

  add(position: MarketPosition, orders: readonly LiveOrder[]): void {
    const exposure = orders.reduce(exposureWith, heldExposure(position))
    this.positionRaw += positionRaw(exposure)
    this.collateralRaw += exposure.collateralRaw
    this.lossRaw -= worstOf(exposure.wealth, position.market)
    for (const order of orders) this.lockedRaw += lockedRaw(order, position.market)
  }
}

export function totalsText(sums: Omit<PlainTotals, 'add'>): string {
  return `${sums.positionRaw} ${sums.collateralRaw} ${sums.lossRaw} ${sums.lockedRaw}`
}
