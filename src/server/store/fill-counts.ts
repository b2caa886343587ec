// How many fills an account has, in all or in one market. They are counted once, and then only those that came since: every page of a list
// says how long the whole is, and a maker's list grows for as long as it trades.

import type { Address } from '../../domain/market/market.js'
import type { FillFilter } from '../../venue/simulated/exchange/rows/archive.js'
import type { DataFile } from './files/open-file.js'
import { Query } from './files/query.js'

interface Newer {
  readonly fills: number
  /** None where there are none. */
  readonly lastSeq: number | null
}

interface Count {
  readonly fills: number
  /** Of the newest that is counted; new ones have higher numbers. */
  readonly lastSeq: number
}

const NOTHING: Count = { fills: 0, lastSeq: 0 }

const NEWER = 'SELECT count(*) AS fills, max(seq) AS lastSeq FROM fills WHERE account = ? AND seq > ?'

export class FillCounts {
  readonly #newer: Query<Newer>
  readonly #newerOfMarket: Query<Newer>
  /** By account, then by market; '' is all of them. */
  readonly #counts = new Map<Address, Map<string, Count>>()

  constructor(file: DataFile) {
    this.#newer = new Query(file, NEWER)
    this.#newerOfMarket = new Query(file, `${NEWER} AND condition = ?`)
  }

  of({ account, conditionId }: FillFilter): number {
    const market = conditionId ?? ''
    const counted = this.#counts.get(account)?.get(market) ?? NOTHING
    const newer =
      conditionId === undefined
        ? this.#newer.get(account, counted.lastSeq)
        : this.#newerOfMarket.get(account, counted.lastSeq, conditionId)
    if (newer === undefined || newer.lastSeq === null) return counted.fills
    const count = { fills: counted.fills + newer.fills, lastSeq: newer.lastSeq }
    this.#keep(account, market, count)
    return count.fills
  }

  /** Fills of the account leave the file. */
  forget(account: Address): void {
    this.#counts.delete(account)
  }

  /** What left the file may be back, as after a transaction that was given up. */
  forgetAll(): void {
    this.#counts.clear()
  }

  #keep(account: Address, market: string, count: Count): void {
    const ofAccount = this.#counts.get(account) ?? new Map<string, Count>()
    ofAccount.set(market, count)
    this.#counts.set(account, ofAccount)
  }
}
