// What a market holds and what may be matched in it, as plain sums: each order added by itself, each ending of the market played through.

import type { MarketPosition } from '../../../../src/domain/account/exposure.js'
import { largerRaw } from '../../../../src/domain/amounts/money.js'

/** An order that may be matched, in whatever words it comes. */
export interface PlainOrder {
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly sizeRaw: bigint
}

type Payoff = readonly [yes: bigint, no: bigint]

/** Amounts that limits are held against, raw. */
export interface PlainSums {
  /** YES - NO, if all that raises it is matched and nothing else; and the other way round. */
  readonly highRaw: bigint
  readonly lowRaw: bigint
  readonly collateralRaw: bigint
  readonly lossRaw: bigint
  readonly lockedRaw: bigint
}

export class PlainExposure {
  readonly #position: MarketPosition
  readonly #orders: readonly PlainOrder[]

  constructor(position: MarketPosition, orders: readonly PlainOrder[]) {
    this.#position = position
    this.#orders = orders
  }

  with(more: readonly PlainOrder[]): PlainExposure {
    return new PlainExposure(this.#position, [...this.#orders, ...more])
  }

  get sums(): PlainSums {
    const { market, tokensRaw, assumedFeeRaw, costRaw } = this.#position
    const isFinal = market.status === 'CANCELLED' || (market.status === 'RESOLVED' && market.winner !== undefined)
    const netRaw = isFinal ? 0n : tokensRaw[0] - tokensRaw[1]
    let highRaw = isFinal ? 0n : netRaw + assumedFeeRaw[0]
    let lowRaw = isFinal ? 0n : netRaw - assumedFeeRaw[1]
    let lockedRaw = 0n
    for (const { outcome, side, price, sizeRaw } of this.#orders) {
      if ((outcome === 0 && side === 'BUY') || (outcome === 1 && side === 'SELL')) highRaw += sizeRaw
      else lowRaw -= sizeRaw
      if (side === 'BUY') lockedRaw += roundedUp(sizeRaw * BigInt(price), BigInt(market.ticksPerUnit))
    }
    const collateralRaw = lockedRaw + (isFinal ? 0n : costRaw)
    return { highRaw, lowRaw, collateralRaw, lossRaw: this.#lossRaw(isFinal), lockedRaw }
  }

  /** Raw tokens of an outcome that orders would sell. */
  soldRaw(outcome: 0 | 1): bigint {
    return this.#orders.reduce((sum, o) => (o.side === 'SELL' && o.outcome === outcome ? sum + o.sizeRaw : sum), 0n)
  }

  /** Raw, rounded up, if the market ends like this; of one that is over, as it has ended. */
  lossAtRaw(ending: 'yes' | 'no' | 'neither'): bigint {
    const { status, winner, ticksPerUnit } = this.#position.market
    const isFinal = status === 'CANCELLED' || (status === 'RESOLVED' && winner !== undefined)
    const half = BigInt(ticksPerUnit)
    const payoff = { yes: [2n * half, 0n], no: [0n, 2n * half], neither: [half, half] } as const
    return isFinal ? this.#lossRaw(true) : this.#lossRaw(false, [payoff[ending]])
  }

  /** In the worst ending, rounded up; below 0 where every ending is a gain. */
  #lossRaw(isFinal: boolean, endings: readonly Payoff[] = this.#endings): bigint {
    const { market, tokensRaw, costRaw } = this.#position
    const half = BigInt(market.ticksPerUnit)
    const losses = endings.map(([yes, no]) => {
      let gain = isFinal ? 0n : tokensRaw[0] * yes + tokensRaw[1] * no - costRaw * 2n * half
      for (const { outcome, side, price, sizeRaw } of this.#orders) {
        const each = (outcome === 0 ? yes : no) - 2n * BigInt(price)
        const own = side === 'BUY' ? each : -each
        if (own < 0n) gain += own * sizeRaw
      }
      return roundedUp(-gain, 2n * half)
    })
    return losses.reduce(largerRaw)
  }

  get #endings(): readonly Payoff[] {
    const { market } = this.#position
    const half = BigInt(market.ticksPerUnit)
    if (market.status === 'CANCELLED') return [[half, half]]
    if (market.status === 'RESOLVED' && market.winner !== undefined)
      return [market.winner === 0 ? [2n * half, 0n] : [0n, 2n * half]]
    return [
      [2n * half, 0n],
      [0n, 2n * half],
      [half, half],
    ]
  }
}

function roundedUp(raw: bigint, by: bigint): bigint {
  return raw > 0n ? (raw + by - 1n) / by : -(-raw / by)
}
