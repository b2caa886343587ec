// What each account made of its settled trades, exact to the raw unit.
//
//   profit in a market = collateral won and spent, fees included + tokens won and given, each at its mark
//   mark               = the payout once the market is over, before that the price of its last trade
//
// Splits, merges and redemptions change nothing: both marks of a market add up to one unit of collateral.

import type { Address, ConditionId } from '../../../domain/market/market.js'
import { DurableMap, type DurableValues } from '../kept/durable-values.js'
import type { SettledFill } from '../orders/settled-fill.js'

/** What one raw token of each outcome is worth, as a fraction of one raw unit of collateral. */
export interface Mark {
  readonly numerators: readonly [bigint, bigint]
  readonly denominator: bigint
  /** The market is over: the mark will not change. */
  readonly isFinal: boolean
}

/** One account in one market. */
interface Position {
  readonly account: Address
  readonly conditionId: ConditionId
  cashRaw: bigint
  readonly tokensRaw: [bigint, bigint]
  /** Already realized; what the position says comes on top. */
  closedRaw: bigint
  /** Nothing traded since the market was over. */
  isClosed: boolean
}

interface Totals {
  readonly account: Address
  volumeRaw: bigint
  feesRaw: bigint
  trades: number
  /** Over all markets that are over. */
  realizedRaw: bigint
}

export interface MarketProfit {
  readonly conditionId: ConditionId
  readonly profitRaw: bigint
  readonly isFinal: boolean
}

export interface Performance extends Readonly<Totals> {
  readonly unrealizedRaw: bigint
}

function newTotals(account: Address): Totals {
  return { account, volumeRaw: 0n, feesRaw: 0n, trades: 0, realizedRaw: 0n }
}

export class TradingRecord {
  readonly #markOf: (conditionId: ConditionId) => Mark
  readonly #totals: DurableMap<Totals>
  readonly #positions: DurableMap<Position>
  readonly #byAccount = new Map<string, Set<Position>>()
  readonly #openIn = new Map<ConditionId, Set<Position>>()

  constructor(markOf: (conditionId: ConditionId) => Mark, values: DurableValues) {
    this.#markOf = markOf
    this.#totals = new DurableMap(values, 'trader')
    this.#positions = new DurableMap(values, 'trader-position')
    for (const position of this.#positions.values()) this.#index(position)
  }

  add({ account, conditionId, outcome, cashRaw, tokensRaw, volumeRaw, feeRaw }: SettledFill): void {
    const totals = this.#totals.get(account) ?? newTotals(account)
    totals.volumeRaw += volumeRaw
    totals.feesRaw += feeRaw
    totals.trades += 1
    this.#totals.set(account, totals)
    const position = this.#positionOf(account, conditionId)
    position.cashRaw += cashRaw
    position.tokensRaw[outcome] += tokensRaw
    position.isClosed = false
    this.#keep(position)
    // a settlement may come after the end
    if (this.#markOf(conditionId).isFinal) this.close(conditionId)
  }

  /** The market is over: its profits are realized. */
  close(conditionId: ConditionId): void {
    const mark = this.#markOf(conditionId)
    for (const position of this.#openIn.get(conditionId) ?? []) {
      const profitRaw = worthOf(position, mark)
      position.closedRaw += profitRaw
      position.cashRaw = 0n
      position.tokensRaw.fill(0n)
      position.isClosed = true
      this.#keep(position)
      const totals = this.#totals.get(position.account) ?? newTotals(position.account)
      totals.realizedRaw += profitRaw
      this.#totals.set(position.account, totals)
    }
    this.#openIn.delete(conditionId)
  }

  performance(account: Address): Performance {
    const totals = this.#totals.get(account) ?? newTotals(account)
    let unrealizedRaw = 0n
    for (const position of this.#byAccount.get(account) ?? []) {
      if (!position.isClosed) unrealizedRaw += worthOf(position, this.#markOf(position.conditionId))
    }
    return { ...totals, unrealizedRaw }
  }

  /** Everybody who traded, in the order of their first settlement. */
  all(): Performance[] {
    return [...this.#totals.values()].map(({ account }) => this.performance(account))
  }

  /** In the order of the first settlement. */
  markets(account: Address): MarketProfit[] {
    return [...(this.#byAccount.get(account) ?? [])].map((position) => {
      const { conditionId, closedRaw, isClosed } = position
      const openRaw = isClosed ? 0n : worthOf(position, this.#markOf(conditionId))
      return { conditionId, profitRaw: closedRaw + openRaw, isFinal: isClosed }
    })
  }

  #positionOf(account: Address, conditionId: ConditionId): Position {
    return (
      this.#positions.get(`${account}/${conditionId}`) ?? {
        account,
        conditionId,
        cashRaw: 0n,
        tokensRaw: [0n, 0n],
        closedRaw: 0n,
        isClosed: false,
      }
    )
  }

  #keep(position: Position): void {
    this.#positions.set(`${position.account}/${position.conditionId}`, position)
    this.#index(position)
  }

  #index(position: Position): void {
    setIn(this.#byAccount, position.account).add(position)
    if (!position.isClosed) setIn(this.#openIn, position.conditionId).add(position)
  }
}

function setIn<K, V>(sets: Map<K, Set<V>>, key: K): Set<V> {
  const known = sets.get(key)
  if (known !== undefined) return known
  const made = new Set<V>()
  sets.set(key, made)
  return made
}

function worthOf(
  { cashRaw, tokensRaw }: Pick<Position, 'cashRaw' | 'tokensRaw'>,
  { numerators, denominator }: Mark,
): bigint {
  return cashRaw + (tokensRaw[0] * numerators[0] + tokensRaw[1] * numerators[1]) / denominator
}
