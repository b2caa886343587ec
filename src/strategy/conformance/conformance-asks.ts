// Asks a strategy as the core would, and notes what the core would not: which fields it reads without having declared them, and what of its
// wish nobody reads.

import type { Wish } from '../../domain/orders/wish.js'
import { callStrategy, firstMemory, StrategyFault } from '../call-strategy.js'
import { EVERYTHING } from '../inputs.js'
import type { Memory } from '../memory.js'
import type { Quoter } from '../parse-params.js'
import { exampleView, type ViewChanges } from '../view/example-view.js'
import type { PartialView } from '../view/market-view.js'
import { readOnly } from './read-only.js'
import { UnreadParts } from './unread-parts.js'
import { WatchedViews } from './watched-views.js'

export interface Asked {
  /** For the market that the situation is about. */
  readonly wish: Wish
  /** For all markets. */
  readonly wishes: readonly Wish[]
  readonly memory: Memory | undefined
}

export interface Asks {
  /** Fields that were read, each with the situation in which it was first. */
  readonly read: ReadonlyMap<string, string>
  readonly remembers: boolean
  /** The wish in a situation of one market, with a fresh memory or the one given; or what the core would call a fault. */
  ask(name: string, changes: ViewChanges, memory?: Memory): Asked | StrategyFault
  /** What was read without being declared: the field, where, and the input that would show it. */
  undeclared(): ReturnType<WatchedViews['undeclared']>
  /** What it wished that nobody reads, each in words with the situation in which it was first. */
  readonly unread: ReadonlyMap<string, string>
}

/** What is returned, or the fault that is thrown. */
export function faultOr<T>(call: () => T): T | StrategyFault {
  try {
    return call()
  } catch (error) {
    if (error instanceof StrategyFault) return error
    throw error
  }
}

/** Bytes: a copy of more, in each of thousands of calls, would take minutes. It is frozen, as in a running bot. */
const MOST_COPIED = 1024

export function readOnlyMemory(memory: Memory | undefined): Memory | undefined {
  if (memory === undefined || memory.json.length > MOST_COPIED) return memory
  return { ...memory, value: readOnly(memory.value) }
}

export class ConformanceAsks implements Asks {
  readonly #quoter: Quoter
  readonly #views: WatchedViews
  readonly #unread = new UnreadParts()

  constructor(quoter: Quoter) {
    this.#quoter = quoter
    this.#views = new WatchedViews(quoter.reads ?? EVERYTHING)
  }

  get read(): ReadonlyMap<string, string> {
    return this.#views.read
  }

  get remembers(): boolean {
    return this.#quoter.init !== undefined
  }

  ask(name: string, changes: ViewChanges, memory?: Memory): Asked | StrategyFault {
    return faultOr(() => {
      const view = this.#views.view(name, changes)
      const remembered = memory ?? firstMemory(this.#quoter, exampleView(changes).market)
      const answer = callStrategy(this.#heard(name), view, readOnlyMemory(remembered))
      return { ...answer, wishes: [answer.wish] }
    })
  }

  undeclared(): ReturnType<WatchedViews['undeclared']> {
    return this.#views.undeclared()
  }

  get unread(): ReadonlyMap<string, string> {
    return this.#unread.found
  }

  /** The strategy, whose wish is looked at as it comes. */
  #heard(name: string): Quoter {
    const quote = (view: PartialView, memory?: unknown) => {
      const wish = this.#quoter(view, memory)
      this.#unread.note(name, wish)
      return wish
    }
    return Object.assign(quote, this.#quoter)
  }
}
