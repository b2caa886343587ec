// The end of a run: everything cancelled, verified by listing, and what remains said plainly.

import type { Hex, Market } from '../../domain/market.js'
import type { OrderRecord } from '../../domain/order.js'
import type { Clock } from '../../domain/time.js'
import type { Trading } from '../../venue/trading.js'

export interface ShutdownParts {
  readonly trading: Trading
  readonly clock: Clock
  readonly markets: () => readonly Market[]
  /** Orders on their way: a listing that cannot show them yet proves nothing. */
  readonly inFlight?: () => number
  /** Orders of others on our wallet, which we neither cancel nor wait for. */
  readonly isLeft?: (hash: Hex) => boolean
  /** Monotonic. */
  readonly deadlineMonoMs: number
  readonly done: (result: ShutdownResult) => void
}

export interface ShutdownResult {
  /** A listing has confirmed `open` and `pending`. */
  readonly verified: boolean
  readonly open: readonly OrderRecord[]
  readonly pending: readonly OrderRecord[]
}

const AGAIN_MS = 100
/** With nothing resting any more, matches get this long to settle before they are reported as pending. */
const SETTLE_MS = 2000
const SETTLE_AGAIN_MS = 250
const BATCH = 100

/** Lists, cancels what is found, and lists again until nothing rests or the time is over. Calls `done` once. */
export function cancelEverything(parts: ShutdownParts): void {
  const { trading, clock, deadlineMonoMs, done, inFlight = () => 0, isLeft = () => false } = parts
  let last: ShutdownResult = { verified: false, open: [], pending: [] }
  let finished = false
  const finish = (result: ShutdownResult) => {
    if (finished) return
    finished = true
    stopClock()
    done(result)
  }
  const stopClock = clock.after(Math.max(0, deadlineMonoMs - clock.monoMs()), () =>
    finish({ ...last, verified: false }),
  )
  const again = (delayMs = AGAIN_MS) => {
    if (!finished) clock.after(delayMs, round)
  }
  const settleUntilMonoMs = Math.min(clock.monoMs() + SETTLE_MS, deadlineMonoMs - SETTLE_AGAIN_MS)
  const round = () => {
    if (finished) return
    const wasOnTheWay = inFlight() > 0
    trading.listOrders({ statuses: ['open', 'partially_filled', 'pending_settlement'] }, (answer) => {
      if (!answer.ok) {
        again()
        return
      }
      const own = answer.value.filter((r) => !isLeft(r.hash))
      const open = own.filter((r) => r.remainingRaw > 0n && r.status !== 'pending_settlement')
      const pending = own.filter((r) => r.pendingRaw > 0n)
      last = { verified: true, open, pending }
      const hashes = open.slice(0, BATCH).map((r) => r.hash)
      if (hashes.length > 0) trading.cancelMany(hashes, () => again())
      else if (wasOnTheWay) again()
      else if (pending.length > 0 && clock.monoMs() < settleUntilMonoMs) again(SETTLE_AGAIN_MS)
      else finish(last)
    })
  }
  for (const market of parts.markets()) trading.cancelAll(market, () => undefined)
  round()
}
