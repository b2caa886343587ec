// What is over leaves the file some time after its end: orders that came to nothing, and what the sandbox's own traders did among
// themselves. Orders of wallets that had a part in a trade stay, as do their trades: whoever comes back after a month finds them.
//
//   an order whose bytes could be sent again stays until it has expired: its hash is what refuses the second one

import type { Address, Hex } from '../../domain/market/market.js'
import { isTraderHash } from '../api/markets/trader-hash.js'
import type { Changes } from './commits/commit-record.js'
import type { DataFile } from './files/open-file.js'
import { Query } from './files/query.js'

interface Row {
  readonly seq: number
  readonly createdMs: number
}

interface PastOrder extends Row {
  readonly hash: Hex
  readonly unfinished: 0 | 1
  readonly updatedMs: number
  readonly expirationSec: number
  readonly filledLots: number
}

interface PastTrade extends Row {
  readonly status: string
  readonly makerHash: Hex
  readonly takerHash: Hex
  readonly maker: Address
  readonly taker: Address
}

/** `later`: it may go one day, as it is not over. */
type Fate = 'goes' | 'stays' | 'later'

/** Of a commit's rows so many old ones are looked at: more than come, so that it keeps up. */
const LOOKS_PER_ROW = 2
const NEVER = Number.POSITIVE_INFINITY

/** Goes through a table from its oldest row to the first that is too young, and once in a while from the beginning again. */
class Walk<R extends Row> {
  readonly #next: Query<R>
  readonly #fateOf: (row: R, beforeMs: number) => Fate
  readonly #remove: (row: R) => void
  #passedSeq = 0
  /** The oldest that may go later. */
  #laterSeq = NEVER
  /** No row is old enough before. */
  #dueMs = 0
  #againMs = 0

  constructor(next: Query<R>, fateOf: (row: R, beforeMs: number) => Fate, remove: (row: R) => void) {
    this.#next = next
    this.#fateOf = fateOf
    this.#remove = remove
  }

  look(rows: number, nowMs: number, keepMs: number): void {
    if (rows === 0 || nowMs < this.#dueMs) return
    const found = this.#next.all(this.#passedSeq, rows + 1)
    // the newest row of all stays, or its number would be given to another one
    for (const row of found.slice(0, -1)) {
      if (row.createdMs > nowMs - keepMs) {
        this.#arrived(row.createdMs, nowMs, keepMs)
        return
      }
      const fate = this.#fateOf(row, nowMs - keepMs)
      if (fate === 'goes') this.#remove(row)
      if (fate === 'later') this.#laterSeq = Math.min(this.#laterSeq, row.seq)
      this.#passedSeq = row.seq
    }
    if (found.length <= rows) this.#arrived(nowMs, nowMs, keepMs)
  }

  /** At a row of that age, or behind all of them. */
  #arrived(youngMs: number, nowMs: number, keepMs: number): void {
    this.#dueMs = youngMs + keepMs
    if (this.#laterSeq === NEVER || nowMs < this.#againMs) return
    this.#againMs = nowMs + keepMs / 4
    this.#passedSeq = this.#laterSeq - 1
    this.#laterSeq = NEVER
    this.#dueMs = 0
  }
}

export class Retention {
  readonly #keepMs: number
  readonly #orders: Walk<PastOrder>
  readonly #trades: Walk<PastTrade>

  /** `keepMs`: from an order's end, or from a trade, until it may leave. `onFillGone` hears whose fill leaves. */
  constructor(file: DataFile, keepMs: number, onFillGone: (account: Address) => void) {
    this.#keepMs = keepMs
    const deleteOrder = new Query(file, 'DELETE FROM orders WHERE seq = ?')
    const deleteTrade = new Query(file, 'DELETE FROM trades WHERE seq = ?')
    const deleteFill = new Query(file, 'DELETE FROM fills WHERE account = ? AND seq = ?')
    this.#orders = new Walk(new Query<PastOrder>(file, NEXT_ORDERS), fateOfOrder, ({ seq }) => deleteOrder.run(seq))
    this.#trades = new Walk(new Query<PastTrade>(file, NEXT_TRADES), fateOfTrade, ({ seq, maker, taker }) => {
      for (const account of [maker, taker]) {
        deleteFill.run(account, seq)
        onFillGone(account)
      }
      deleteTrade.run(seq)
    })
  }

  /** After a commit of these, inside its transaction: what a rollback brings back goes after the next start. */
  apply({ orders, trades }: Pick<Changes, 'orders' | 'trades'>, nowMs: number): void {
    this.#orders.look(LOOKS_PER_ROW * orders.length, nowMs, this.#keepMs)
    this.#trades.look(LOOKS_PER_ROW * trades.length, nowMs, this.#keepMs)
  }
}

const NEXT_ORDERS = `SELECT seq, hash, unfinished, json_extract(body, '$.createdMs') AS createdMs,
  json_extract(body, '$.updatedMs') AS updatedMs, json_extract(body, '$.terms.expirationSec') AS expirationSec,
  json_extract(body, '$.filledLots') AS filledLots FROM orders WHERE seq > ? ORDER BY seq LIMIT ?`

const NEXT_TRADES = `SELECT seq, status, json_extract(body, '$.trade.venueMs') AS createdMs, json_extract(body, '$.makerHash') AS makerHash,
  json_extract(body, '$.takerHash') AS takerHash, json_extract(body, '$.trade.maker.account') AS maker,
  json_extract(body, '$.trade.taker.account') AS taker FROM trades WHERE seq > ? ORDER BY seq LIMIT ?`

function fateOfOrder({ hash, unfinished, updatedMs, expirationSec, filledLots }: PastOrder, beforeMs: number): Fate {
  if (unfinished === 1 || updatedMs > beforeMs) return 'later'
  if (isTraderHash(hash)) return 'goes'
  // without an expiration its bytes are good for ever
  if (filledLots > 0 || expirationSec === 0) return 'stays'
  return expirationSec * 1000 > beforeMs ? 'later' : 'goes'
}

function fateOfTrade({ status, makerHash, takerHash }: PastTrade): Fate {
  if (!isTraderHash(makerHash) || !isTraderHash(takerHash)) return 'stays'
  return status === 'pending' ? 'later' : 'goes'
}
