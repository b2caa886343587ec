// Views as the core would show them, which note what is read: fields that are there, and fields that were not declared.

import { INPUT_FIELDS, INPUTS, type Input, type Reads } from '../inputs.js'
import { exampleView, type ViewChanges } from '../view/example-view.js'
import type { PartialView, SignalView } from '../view/market-view.js'
import { readOnly } from './read-only.js'

/** What every signal says unless a situation says otherwise. */
const SIGNAL: SignalView = { value: 0.49, ageMs: 100 }

export class WatchedViews {
  /** Fields that were read, each with the situation in which it was first. */
  readonly read = new Map<string, string>()
  readonly #reads: Reads

  constructor(reads: Reads) {
    this.#reads = reads
  }

  /** The situation `name`, of which nothing is left but these inputs: by default those that the strategy declares. */
  view(name: string, changes: ViewChanges, inputs: readonly Input[] = this.#reads.inputs): PartialView {
    return this.#watched(name, this.#declared(changes, inputs))
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

  #declared(changes: ViewChanges, inputs: readonly Input[]): PartialView {
    const signals = Object.fromEntries(this.#reads.signals.map((name) => [name, SIGNAL]))
    const { market, ...all } = exampleView({ signals, ...changes })
    const shown = new Set<string>(inputs.flatMap((input) => INPUT_FIELDS[input]))
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
    return new Proxy(readOnly({ ...view, ...heard }), {
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
