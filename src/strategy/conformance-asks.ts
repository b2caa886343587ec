// Asks a strategy as the core would, and notes what the core would not: which fields it reads without having declared them.

import type { Wish } from '../domain/wish.js'
import { callStrategy, firstMemory, StrategyFault } from './call-strategy.js'
import type { PartialView, SignalView } from './contract.js'
import { exampleView, type ViewChanges } from './example-view.js'
import { EVERYTHING, INPUT_FIELDS, INPUTS, type Input, type Reads } from './inputs.js'
import type { Memory } from './memory.js'
import type { Quoter } from './parse-params.js'

export interface Asked {
  readonly wish: Wish
  readonly memory: Memory | undefined
}

/** What every signal says unless a situation says otherwise. */
const SIGNAL: SignalView = { value: 0.49, ageMs: 100 }

export class ConformanceAsks {
  /** Fields that were read, each with the situation in which it was first. */
  readonly read = new Map<string, string>()
  readonly #quoter: Quoter
  readonly #reads: Reads

  constructor(quoter: Quoter) {
    this.#quoter = quoter
    this.#reads = quoter.reads ?? EVERYTHING
  }

  get remembers(): boolean {
    return this.#quoter.init !== undefined
  }

  /** The wish in a situation, with a fresh memory or the one given; or what the core would call a fault. */
  ask(name: string, changes: ViewChanges, memory?: Memory): Asked | StrategyFault {
    try {
      const view = this.#watched(name, this.#declared(changes))
      return callStrategy(this.#quoter, view, memory ?? firstMemory(this.#quoter, exampleView(changes).market))
    } catch (error) {
      if (error instanceof StrategyFault) return error
      throw error
    }
  }

  /** What was read without being declared: the field, where, and the input that would show it. */
  undeclared(): { readonly field: string; readonly view: string; readonly needs: string }[] {
    return [...this.read].flatMap(([field, view]) => {
      const input = inputOf(field)
      if (input !== undefined && !this.#reads.inputs.includes(input))
        return [{ field, view, needs: `'${input}' among inputs` }]
      const [, signal] = /^signal\((.*)\)$/.exec(field) ?? []
      const isUndeclared = signal !== undefined && !this.#reads.signals.includes(signal)
      return isUndeclared ? [{ field, view, needs: `'${signal}' among signals` }] : []
    })
  }

  /** The situation, of which nothing is left but what the strategy declares. */
  #declared(changes: ViewChanges): PartialView {
    const signals = Object.fromEntries(this.#reads.signals.map((name) => [name, SIGNAL]))
    const { market, ...all } = exampleView({ signals, ...changes })
    const shown = new Set<string>(this.#reads.inputs.flatMap((input) => INPUT_FIELDS[input]))
    return { market, ...Object.fromEntries(Object.entries(all).filter(([field]) => shown.has(field))) }
  }

  #watched(name: string, view: PartialView): PartialView {
    const note = (field: string) => {
      if (!this.read.has(field)) this.read.set(field, name)
    }
    const { signal } = view
    const heard: Pick<PartialView, 'signal'> =
      signal === undefined
        ? {}
        : {
            signal: (of) => {
              note(`signal(${of})`)
              return signal(of)
            },
          }
    return new Proxy(deepFreeze({ ...view, ...heard }), {
      get(target, key) {
        if (typeof key === 'string') note(key)
        return Reflect.get(target, key)
      },
      has(target, key) {
        if (typeof key === 'string') note(key)
        return Reflect.has(target, key)
      },
    })
  }
}

function inputOf(field: string): Input | undefined {
  return INPUTS.find((input) => INPUT_FIELDS[input].some((shown) => shown === field))
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
