// The same orders for every book: what rests, what is cancelled and what takes, and the volume that must come of it.
//
//   about half      orders that rest, at one of two hundred prices, and are never met when they come
//   four tenths     cancels of an order that was placed before: nine in ten of one that still rests
//   a tenth         orders that take, and go where they are not filled (FAK)
//
// A plain book of queues plays along while the stream is made: an order comes where it is shallower than it was at first, and is cancelled
// where it is deeper, so that it stays as deep as it began.

/** Prices are ticks of 0.001. */
export const TICKS_PER_UNIT = 1000
const MIDDLE = 500
const PRICES = 100
export const MOST_SHARES = 100
/** Takers are none of these: nobody meets itself. */
export const MAKERS = 50
export const TAKERS = 5
/** Of one that takes: smaller orders than this are few. */
const MOST_MET = 50
const TAKES = 0.1
const CANCELS_OF_GONE = 0.04

export type Operation =
  | { readonly kind: 'rest' | 'take'; readonly order: StreamOrder }
  | { readonly kind: 'cancel'; readonly order: StreamOrder }

export interface StreamOrder {
  /** As an order's hash. */
  readonly id: `0x${string}`
  readonly account: number
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  /** Shares. */
  readonly size: number
}

export interface Stream {
  /** Orders that rest when it begins. */
  readonly before: readonly StreamOrder[]
  readonly operations: readonly Operation[]
  /** Shares that its takers get. */
  readonly matched: number
}

interface Resting {
  readonly order: StreamOrder
  left: number
  /** Its place among those that rest. */
  at: number
}

export function streamOf(depth: number, operations: number): Stream {
  const maker = new StreamMaker()
  const before = Array.from({ length: depth }, () => maker.rest())
  const made = Array.from({ length: operations }, () => maker.next(depth))
  if (Math.abs(maker.resting - depth) > MOST_MET) throw new Error(`depth: expected ${depth}, got ${maker.resting}`)
  return { before, operations: made, matched: maker.matched }
}

class StreamMaker {
  matched = 0
  #seed = 12_345
  #ids = 0
  readonly #queues = { BUY: emptyQueues(), SELL: emptyQueues() }
  readonly #resting: Resting[] = []
  readonly #gone: StreamOrder[] = []

  /** Orders in the book. */
  get resting(): number {
    return this.#resting.length
  }

  next(depth: number): Operation {
    const draw = this.#chance()
    if (draw < TAKES) return { kind: 'take', order: this.#take() }
    const gone = draw < TAKES + CANCELS_OF_GONE ? this.#gone[this.#below(this.#gone.length)] : undefined
    if (gone !== undefined) return { kind: 'cancel', order: gone }
    const missing = depth - this.#resting.length
    const found = this.#resting[this.#below(this.#resting.length)]
    const comes = missing > 0 || (missing === 0 && this.#chance() < 0.5)
    if (comes || found === undefined) return { kind: 'rest', order: this.rest() }
    this.#leave(found)
    return { kind: 'cancel', order: found.order }
  }

  rest(): StreamOrder {
    const side = this.#side()
    const away = 1 + Math.floor(this.#chance() ** 2 * PRICES)
    const price = side === 'BUY' ? MIDDLE - away : MIDDLE + away
    const order = this.#order({ side, price, account: this.#below(MAKERS) })
    const resting = { order, left: order.size, at: this.#resting.length }
    this.#queues[side][away]?.push(resting)
    this.#resting.push(resting)
    return order
  }

  /** Whoever is gone stays in its queue, and is passed over. */
  #leave(resting: Resting): void {
    resting.left = 0
    const last = this.#resting.pop()
    if (last !== undefined && last !== resting) {
      last.at = resting.at
      this.#resting[resting.at] = last
    }
    this.#gone.push(resting.order)
  }

  #take(): StreamOrder {
    const side = this.#side()
    const order = this.#order({
      side,
      price: side === 'BUY' ? MIDDLE + PRICES : MIDDLE - PRICES,
      account: MAKERS + this.#below(TAKERS),
    })
    let left = order.size
    for (const queue of this.#queues[side === 'BUY' ? 'SELL' : 'BUY']) {
      while (left > 0 && queue.length > 0) {
        const [first] = queue
        if (first === undefined) break
        const taken = Math.min(left, first.left)
        left -= taken
        this.matched += taken
        if (first.left > taken) {
          first.left -= taken
          continue
        }
        queue.shift()
        if (taken > 0) this.#leave(first)
      }
      if (left === 0) break
    }
    return order
  }

  #order(given: Pick<StreamOrder, 'side' | 'price' | 'account'>): StreamOrder {
    const id = `0x${(++this.#ids).toString(16).padStart(64, '0')}` as const
    return { id, ...given, size: 1 + this.#below(MOST_SHARES) }
  }

  #side(): 'BUY' | 'SELL' {
    return this.#chance() < 0.5 ? 'BUY' : 'SELL'
  }

  #below(n: number): number {
    return Math.floor(this.#chance() * n)
  }

  /** Park and Miller's generator: the same on every machine. */
  #chance(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed / 2_147_483_647
  }
}

function emptyQueues(): Resting[][] {
  return Array.from({ length: PRICES + 1 }, () => [])
}
