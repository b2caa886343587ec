// A model of somebody else that says what each market is worth, a little off, again and again: while its trouble lasts it says nothing of a
// market, something far off, what is no probability, what it knew a while ago, or what is older than it told already.

import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { Clock } from '../../../src/domain/time.js'
import type { SignalListener, SignalSource } from '../../../src/signals/signal-source.js'
import { ACCOUNT } from '../virtual/simulate.js'
import type { Of } from './scenario.js'
import type { World } from './world.js'

/** As the configuration names it. */
export const SIGNAL = 'model'
/** How far off it is, and by how much that changes with each word. */
const OFF = 0.01
const STEP = 0.004
const LIE = 0.16
const NONSENSE = [0, 1, 42, -0.3] as const
/** Part of its words that say the same again. */
const AGAIN = 0.2

type Trouble = Of<'signal-trouble'>

export class SimulatedSignal {
  readonly #world: World
  readonly #random: Random
  readonly #everyMs: number
  readonly #maxAgeMs: number
  readonly #middles = new Map<ConditionId, number>()
  readonly #offs = new Map<ConditionId, number>()
  readonly #troubles = new Map<Trouble, { hits: number }>()

  constructor(world: World, { everyMs, maxAgeMs }: { readonly everyMs: number; readonly maxAgeMs: number }) {
    this.#world = world
    this.#random = world.random.fork('signal')
    this.#everyMs = everyMs
    this.#maxAgeMs = maxAgeMs
  }

  /** For one process of the bot. */
  connect(clock: Clock): SignalSource {
    let isOver = false
    const again = (listener: SignalListener) => {
      if (isOver) return
      for (const conditionId of this.#world.markets) this.#tell(conditionId, listener, clock)
      clock.after(this.#everyMs * (0.8 + 0.4 * this.#random.next()), () => again(listener))
    }
    return {
      label: SIGNAL,
      start: (listener) => clock.after(this.#everyMs, () => again(listener)),
      stop: () => {
        isOver = true
      },
    }
  }

  begin(trouble: Trouble, ended: (hits: number) => void): void {
    const count = { hits: 0 }
    this.#troubles.set(trouble, count)
    this.#world.clock.after(trouble.forMs, () => {
      this.#troubles.delete(trouble)
      ended(count.hits)
    })
  }

  #tell(conditionId: ConditionId, listener: SignalListener, clock: Clock): void {
    const nowMs = clock.wallMs()
    const usual = { name: SIGNAL, market: conditionId, value: this.#value(conditionId), atMs: nowMs }
    const found = [...this.#troubles].find(([{ market }]) => this.#world.markets[market] === conditionId)
    if (found === undefined) {
      listener.told(usual)
      return
    }
    const [{ how, atMs }, count] = found
    count.hits++
    if (how === 'silent') listener.failed('no answer')
    else if (how === 'lies') listener.told({ ...usual, value: lie(usual.value, atMs) })
    else if (how === 'nonsense') listener.told({ ...usual, value: this.#of(NONSENSE) })
    else if (how === 'late') listener.told({ ...usual, atMs: nowMs - 0.8 * this.#maxAgeMs })
    else {
      listener.told(usual)
      listener.told({ ...usual, value: lie(usual.value, atMs), atMs: nowMs - 1 })
    }
  }

  #of<T>(options: readonly T[]): T {
    return options[this.#random.below(options.length)] as T
  }

  /** Near the middle of what the others bid, as it last was. */
  #value(conditionId: ConditionId): number {
    const { exchange } = this.#world.api
    const [yes, no] = exchange.bestBids(conditionId, ACCOUNT)
    const unit = exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
    if (yes !== undefined && no !== undefined) this.#middles.set(conditionId, (yes.price + unit - no.price) / 2 / unit)
    const before = this.#offs.get(conditionId) ?? 0
    const step = this.#random.next() < AGAIN ? 0 : STEP * (2 * this.#random.next() - 1)
    const off = Math.max(-OFF, Math.min(OFF, before + step))
    this.#offs.set(conditionId, off)
    return Math.min(0.98, Math.max(0.02, (this.#middles.get(conditionId) ?? 0.5) + off))
  }
}

/** Now this way, now the other. */
const lie = (value: number, atMs: number) =>
  atMs % 2 === 0 ? Math.min(0.99, value + LIE) : Math.max(0.01, value - LIE)
