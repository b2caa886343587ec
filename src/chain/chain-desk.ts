// One transaction at a time, from its decision to its end: signed, written down, sent, looked at until it is deep enough.
//
//   unknown to the chain   the same bytes are sent again: they can be mined once
//   not mined for long     replaced by one with the same nonce that pays more, while it is worth that: one of them is mined, whichever
//   mined, then not        a reorganisation took it back: it waits again
//   another has its nonce  overtaken: none of ours can be mined any more
//
// What was written down before a kill is looked at by the next start, and never signed anew under another nonce.

import type {
  ChainAct,
  ChainEvent,
  ChainKeeper,
  ChainOutcome,
  ChainWorker,
  SignedTransaction,
} from '../domain/account/chain-transaction.js'
import { type Answer, type Failure, inWords, QuoinError } from '../domain/error.js'
import type { Hex } from '../domain/market/market.js'
import type { CancelTimer, Clock } from '../domain/time.js'
import type { Chain, Sighting, WalletReading } from './chain-port.js'
import { KeptTransactions, type Pending } from './kept-transactions.js'

/** So many looks must find the nonce used by another: a node may know of a count before it knows of what was counted. */
const LOOKS_UNTIL_OVERTAKEN = 5

export interface ChainDeskParts {
  readonly chain: Chain
  readonly keeper: ChainKeeper
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs' | 'after'>
  /** Why an act is not worth what it costs by the reading right before it is signed, or signed anew. */
  readonly costRefusal?: (act: ChainAct, reading: WalletReading) => Failure | undefined
}

interface End {
  readonly outcome: ChainOutcome
  readonly cost?: number
  readonly failure?: Failure
}

export class ChainDesk implements ChainWorker {
  readonly #parts: ChainDeskParts
  #tell: (event: ChainEvent) => void = () => undefined
  readonly #kept: KeptTransactions
  #isBusy = false
  #isStopped = false
  #usedByAnother = 0
  /** Since when the node has counted fewer transactions than we have sent, monotonic. */
  #lagsSinceMs: number | undefined
  /** Told last of the pending one. */
  #trouble: string | undefined
  /** Readings that were asked for by the clock: of two on their way the newer counts. */
  #readings = 0
  /** Of those, how many have failed in a row: nothing is begun without one, so the first is asked for again soon. */
  #failedReadings = 0
  #cancelReading: CancelTimer | undefined
  readonly #timers = new Set<CancelTimer>()

  constructor(parts: ChainDeskParts) {
    this.#parts = parts
    this.#kept = new KeptTransactions(parts.keeper, parts.clock)
  }

  start(tell: (event: ChainEvent) => void): void {
    this.#tell = (event) => {
      if (!this.#isStopped) tell(event)
    }
    const { left } = this.#kept
    if (left !== undefined) {
      this.#isBusy = true
      this.#tellPending(left)
      this.#look(left)
    }
    this.#readAgain()
  }

  carryOut(act: ChainAct): void {
    if (this.#isStopped) return
    if (this.#isBusy) {
      const failure = { code: 'conflict', message: 'another transaction is under way' } as const
      this.#tell({ kind: 'chain-ended', act, outcome: 'unsent', cost: 0, failure })
      return
    }
    this.#isBusy = true
    this.#parts.chain.read((answer) => {
      if (!answer.ok) return this.#unsent(act, answer.failure)
      const nonce = this.#nonceFor(answer.value)
      if (!nonce.ok) return this.#unsent(act, nonce.failure)
      this.#tellReading(answer.value)
      const dear = this.#parts.costRefusal?.(act, answer.value)
      if (dear !== undefined) return this.#unsent(act, dear)
      this.#sign(act, nonce.value)
    })
  }

  stop(): void {
    this.#isStopped = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  /** A node that has counted fewer than we have sent lags; one that does so for long has lost what we believed done. */
  #nonceFor({ nonce }: WalletReading): Answer<number> {
    const { clock, chain } = this.#parts
    const { nextNonce } = this.#kept
    if (nonce >= nextNonce) {
      this.#lagsSinceMs = undefined
      return { ok: true, value: nonce }
    }
    this.#lagsSinceMs ??= clock.monoMs()
    if (clock.monoMs() - this.#lagsSinceMs >= chain.terms.stuckAfterMs) return { ok: true, value: nonce }
    const message = `the node lags: it counts ${nonce} transactions of the wallet, ${nextNonce} were sent`
    return { ok: false, failure: { code: 'venue-failed', message } }
  }

  #sign(act: ChainAct, nonce: number): void {
    const { chain, clock } = this.#parts
    chain.sign(act, { nonce, atMs: clock.wallMs() }, (answer) => {
      if (this.#isStopped) return
      if (!answer.ok) return this.#unsent(act, answer.failure)
      const pending = { act, signed: [answer.value] }
      const failure = this.#kept.keep(pending)
      if (failure !== undefined) return this.#unsent(act, failure)
      this.#tellPending(pending)
      this.#sendFirst(pending, answer.value)
    })
  }

  #sendFirst(pending: Pending, signed: SignedTransaction): void {
    this.#parts.chain.send(signed, (answer) => {
      if (this.#isStopped) return
      // what was refused by the only node that has ever seen it cannot be mined
      if (!answer.ok && !answer.failure.mayHaveHappened)
        this.#end(pending, signed, { outcome: 'unsent', failure: answer.failure })
      else this.#look(pending)
    })
  }

  /** All that may be mined, the newest first. */
  #look(pending: Pending): void {
    const left = [...pending.signed]
    const waiting = new Set<Hex>()
    const next = () => {
      const signed = left.pop()
      if (signed === undefined) return this.#waits(pending, waiting)
      this.#parts.chain.look(signed, (answer) => {
        if (this.#isStopped) return
        if (!answer.ok) return this.#lookAgain(pending, inWords(answer.failure))
        if (answer.value.state === 'waiting') waiting.add(signed.hash)
        if (answer.value.state === 'mined') this.#mined(pending, signed, answer.value)
        else next()
      })
    }
    next()
  }

  /** None is mined. One that was to replace another, and waits nowhere, was not taken: it is sent again, and no dearer one is signed. */
  #waits(pending: Pending, waiting: ReadonlySet<Hex>): void {
    if (waiting.size === 0) this.#askNonce(pending)
    else if (waiting.has(newest(pending).hash)) this.#replaceStuck(pending)
    else this.#sendAgain(pending)
  }

  /** `signed`: the one of them that is. */
  #mined(pending: Pending, signed: SignedTransaction, seen: Extract<Sighting, { state: 'mined' }>): void {
    const { confirmations, isReverted, cost, reason = 'it was reverted' } = seen
    this.#usedByAnother = 0
    if (confirmations < this.#parts.chain.terms.confirmations) {
      this.#lookAgain(pending)
      return
    }
    const failure = { code: 'bad-request', message: reason } as const
    this.#end(pending, signed, isReverted ? { outcome: 'reverted', cost, failure } : { outcome: 'confirmed', cost })
  }

  /** Unknown: nobody has it any more, or another has its nonce. */
  #askNonce(pending: Pending): void {
    this.#parts.chain.read((answer) => {
      if (this.#isStopped) return
      if (!answer.ok) return this.#lookAgain(pending, inWords(answer.failure))
      this.#usedByAnother = answer.value.nonce > newest(pending).nonce ? this.#usedByAnother + 1 : 0
      if (this.#usedByAnother < LOOKS_UNTIL_OVERTAKEN) return this.#sendAgain(pending)
      const message = `another transaction of the wallet has nonce ${newest(pending).nonce}`
      this.#end(pending, newest(pending), { outcome: 'overtaken', failure: { code: 'conflict', message } })
    })
  }

  #sendAgain(pending: Pending): void {
    this.#parts.chain.send(newest(pending), (answer) => {
      if (this.#isStopped) return
      if (answer.ok) this.#replaceStuck(pending)
      else this.#lookAgain(pending, inWords(answer.failure))
    })
  }

  #replaceStuck(pending: Pending): void {
    const { chain, clock } = this.#parts
    const former = newest(pending)
    // where the clock was set back since, nobody knows how long it has waited: sooner, one that pays more, is better than much later
    if (Math.abs(clock.wallMs() - former.atMs) < chain.terms.stuckAfterMs) {
      this.#lookAgain(pending)
      return
    }
    // gas may have become dearer than what it brings, and so does one that was replaced often
    chain.read((read) => {
      if (this.#isStopped) return
      const why = read.ok ? this.#parts.costRefusal?.(pending.act, read.value) : read.failure
      if (why === undefined) this.#replace(pending, former)
      else this.#lookAgain(pending, `not replaced: ${inWords(why)}`)
    }, former)
  }

  #replace(pending: Pending, former: SignedTransaction): void {
    const { chain, clock } = this.#parts
    chain.sign(pending.act, { nonce: former.nonce, former, atMs: clock.wallMs() }, (answer) => {
      if (this.#isStopped) return
      if (!answer.ok) return this.#lookAgain(pending, `not replaced: ${inWords(answer.failure)}`)
      const replaced = { ...pending, signed: [...pending.signed, answer.value] }
      const failure = this.#kept.keep(replaced)
      if (failure !== undefined) return this.#lookAgain(pending, inWords(failure))
      this.#tellPending(replaced)
      chain.send(answer.value, () => this.#lookAgain(replaced))
    })
  }

  #lookAgain(pending: Pending, trouble?: string): void {
    if (this.#isStopped) return
    if (trouble !== this.#trouble) this.#tellPending(pending, trouble)
    this.#after(this.#parts.chain.terms.pollMs, () => this.#look(pending))
  }

  #unsent(act: ChainAct, failure: Failure): void {
    this.#isBusy = false
    this.#tell({ kind: 'chain-ended', act, outcome: 'unsent', cost: 0, failure })
  }

  #end(pending: Pending, last: SignedTransaction, { outcome, cost = 0, failure }: End): void {
    const { hash } = last
    this.#usedByAnother = 0
    this.#isBusy = false
    const unkept = this.#kept.end(pending, last, outcome)
    const why = failure ?? unkept
    this.#tell({
      ...{ kind: 'chain-ended', act: pending.act, outcome, hash, cost },
      ...(why === undefined ? {} : { failure: why }),
    })
    // allowances and gas are others now
    if (!this.#isStopped) this.#readAgain()
  }

  #tellPending({ act, signed }: Pending, trouble?: string): void {
    this.#trouble = trouble
    const { nonce, hash } = newest({ act, signed })
    const transaction = { act, nonce, hash, replaced: signed.length - 1, ...(trouble === undefined ? {} : { trouble }) }
    this.#tell({ kind: 'chain-pending', transaction })
  }

  /** Now, and then again and again. What a node that lags says is older than what we have done. */
  #readAgain(): void {
    const { chain } = this.#parts
    this.#cancelReading?.()
    const reading = ++this.#readings
    chain.read((answer) => {
      if (this.#isStopped || reading !== this.#readings) return
      const nonce = answer.ok ? this.#nonceFor(answer.value) : answer
      if (answer.ok && nonce.ok) this.#tellReading(answer.value)
      else if (!nonce.ok) this.#tell({ kind: 'chain-read-failed', failure: nonce.failure })
      this.#cancelReading = this.#after(this.#untilNextReadingMs(nonce.ok), () => this.#readAgain())
    })
  }

  #untilNextReadingMs(isRead: boolean): number {
    const { pollMs, readEveryMs } = this.#parts.chain.terms
    if (isRead) this.#failedReadings = 0
    return isRead ? readEveryMs : Math.min(readEveryMs, pollMs * 2 ** this.#failedReadings++)
  }

  #tellReading({ nonce: _nonce, ...reading }: WalletReading): void {
    this.#tell({ kind: 'chain-read', reading })
  }

  #after(delayMs: number, run: () => void): CancelTimer {
    const cancel = this.#parts.clock.after(delayMs, () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
    return () => {
      this.#timers.delete(cancel)
      cancel()
    }
  }
}

function newest({ signed }: Pending): SignedTransaction {
  const last = signed[signed.length - 1]
  if (last === undefined) throw new QuoinError('internal', 'a pending transaction: expected one that is signed')
  return last
}
