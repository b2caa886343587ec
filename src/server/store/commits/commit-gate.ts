// Holds back what leaves the server until what it tells of is written and on the disk. Everything that happens within one
// turn of the event loop, or while the disk is busy with what came before, shares one commit.

import type { QuoinError } from '../../../domain/error.js'
import { storeError } from '../files/store-error.js'

/** What the gate needs of a store. */
export interface Committed {
  /** Whether something is noted that is neither on the disk nor on its way there. */
  readonly isDirty: boolean
  /** All or nothing. */
  commit(): void
  /** Calls back when everything committed is on the disk; the event loop goes on meanwhile. */
  sync(done: (failure?: Error) => void): void
  /** The same at once. */
  syncNow(): void
}

export interface CommitGateOptions {
  readonly store: Committed
  /** Hears of each commit that failed, and of senders that throw. */
  readonly onFault: (error: unknown) => void
  /** Called when commits work again. */
  readonly onRecovery?: () => void
  /** Pause before a failed commit is tried again. */
  readonly retryMs?: number
}

interface Waiting {
  readonly send: () => void
  readonly refuse: ((error: QuoinError) => void) | undefined
}

export class CommitGate {
  readonly #options: CommitGateOptions
  /** For the next commit. */
  #waiting: Waiting[] = []
  /** For the disk: what they tell of is committed. */
  #onTheWay: Waiting[] | undefined
  #isClosed = false
  #immediate: NodeJS.Immediate | undefined
  #retry: NodeJS.Timeout | undefined
  #failure: QuoinError | undefined

  constructor(options: CommitGateOptions) {
    this.#options = options
  }

  /** Why nothing can be written at present. */
  get failure(): QuoinError | undefined {
    return this.#failure
  }

  /**
   * Calls `send` when everything that has happened so far is written, in the order of the calls.
   * When it cannot be written, `refuse` is called instead; without one, `send` waits until it can.
   */
  after(send: () => void, refuse?: (error: QuoinError) => void): void {
    if (this.#waiting.length > 0 || this.#options.store.isDirty) {
      this.#waiting.push({ send, refuse })
      this.#plan()
    } else if (this.#onTheWay !== undefined) this.#onTheWay.push({ send, refuse })
    else this.#call(send)
  }

  /** Something may have changed without anybody to tell. */
  touch(): void {
    if (this.#options.store.isDirty) this.#plan()
  }

  /** Writes now, or throws. Nothing is tried again afterwards. */
  close(): void {
    this.#isClosed = true
    clearImmediate(this.#immediate)
    clearTimeout(this.#retry)
    this.#options.store.commit()
    this.#options.store.syncNow()
    this.#onTheWay = [...(this.#onTheWay ?? []), ...this.#waiting]
    this.#waiting = []
    this.#release()
  }

  #plan(): void {
    if (this.#retry !== undefined) this.#refuse()
    else if (this.#onTheWay === undefined && !this.#isClosed) {
      this.#immediate ??= setImmediate(() => {
        this.#immediate = undefined
        this.#commit()
      })
    }
  }

  #commit(): void {
    const { store } = this.#options
    try {
      store.commit()
    } catch (cause) {
      this.#fail(storeError('', 'cannot be written', cause))
      return
    }
    this.#onTheWay = this.#waiting
    this.#waiting = []
    store.sync((failure) => {
      if (!this.#isClosed) this.#synced(failure)
    })
  }

  #synced(cause: Error | undefined): void {
    if (cause !== undefined) {
      this.#waiting = [...(this.#onTheWay ?? []), ...this.#waiting]
      this.#onTheWay = undefined
      this.#fail(storeError('', 'was not synced', cause))
      return
    }
    const hadFailed = this.#failure !== undefined
    this.#failure = undefined
    this.#release()
    if (hadFailed) this.#options.onRecovery?.()
    if (this.#waiting.length > 0 || this.#options.store.isDirty) this.#plan()
  }

  /** What a sender adds meanwhile comes after the rest. */
  #release(): void {
    for (const { send } of this.#onTheWay ?? []) this.#call(send)
    this.#onTheWay = undefined
  }

  #fail(failure: QuoinError): void {
    if (this.#failure === undefined) this.#options.onFault(failure)
    this.#failure = failure
    this.#refuse()
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#commit()
    }, this.#options.retryMs ?? 500)
    this.#retry.unref()
  }

  #refuse(): void {
    const failure = this.#failure
    if (failure === undefined) return
    const refused = this.#waiting.filter(({ refuse }) => refuse !== undefined)
    this.#waiting = this.#waiting.filter(({ refuse }) => refuse === undefined)
    for (const { refuse } of refused) this.#call(() => refuse?.(failure))
  }

  #call(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#options.onFault(error)
    }
  }
}
