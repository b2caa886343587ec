// Holds back what leaves the server until what it tells of is written. Everything that happens within one turn of the
// event loop shares one commit.

import type { QuoinError } from '../../domain/error.js'
import { storeError } from './store-error.js'

/** What the gate needs of a store. */
export interface Committed {
  readonly isDirty: boolean
  /** All or nothing. */
  commit(): void
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
  #waiting: Waiting[] = []
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
    if (this.#waiting.length === 0 && !this.#options.store.isDirty) {
      this.#call(send)
      return
    }
    this.#waiting.push({ send, refuse })
    this.#plan()
  }

  /** Something may have changed without anybody to tell. */
  touch(): void {
    if (this.#options.store.isDirty) this.#plan()
  }

  /** Writes now, or throws. Nothing is tried again afterwards. */
  close(): void {
    clearImmediate(this.#immediate)
    clearTimeout(this.#retry)
    this.#options.store.commit()
    this.#release()
  }

  #plan(): void {
    if (this.#retry !== undefined) {
      this.#refuse()
      return
    }
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined
      this.#commit()
    })
  }

  #commit(): void {
    try {
      this.#options.store.commit()
    } catch (cause) {
      this.#fail(storeError('', 'cannot be written', cause))
      return
    }
    const hadFailed = this.#failure !== undefined
    this.#failure = undefined
    this.#release()
    if (hadFailed) this.#options.onRecovery?.()
  }

  #release(): void {
    const ready = this.#waiting
    this.#waiting = []
    for (const { send } of ready) this.#call(send)
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
