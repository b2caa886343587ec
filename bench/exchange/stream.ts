// The same orders for every book: what rests, what is cancelled and what takes, and the volume that must come of it.
//
//   half of it      orders that rest, at one of two hundred prices, and are never met when they come
//   four tenths     cancels of an order that was placed before: nine in ten of one that still rests
//   a tenth         orders that take, and go where they are not filled (FAK)
//
// A plain book of queues plays along while the stream is made, so that it stays as deep as it began.

/** Prices are ticks of 0.001. */
export const TICKS_PER_UNIT = 1000
const MIDDLE = 500
const PRICES = 100
export const MOST_SHARES = 100
/** Takers are none of these: nobody meets itself. */
export const MAKERS = 50
export const TAKERS = 5
const ALIVE = 0.9

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
}

export function streamOf(depth: number, operations: number): Stream {
  const maker = new StreamMaker()
  const before = Array.from({ length: depth }, () => maker.rest())
  return { before, operations: Array.from({ length: operations }, () => maker.next()), matched: maker.matched }
}

class StreamMaker {
  matched = 0
  #seed = 12_345
  #ids = 0
  readonly #queues = { BUY: emptyQueues(), SELL: emptyQueues() }
  readonly #placed: Resting[] = []
  readonly #gone: Resting[] = []

  next(): Operation {
    const draw = this.#chance()
    if (draw < 0.5) return { kind: 'rest', order: this.rest() }
    return draw < 0.9 ? this.#cancel() : { kind: 'take', order: this.#take() }
  }

  rest(): StreamOrder {
    const side = this.#side()
    const away = 1 + Math.floor(this.#chance() ** 2 * PRICES)
    const price = side === 'BUY' ? MIDDLE - away : MIDDLE + away
    const order = this.#order({ side, price, account: this.#below(MAKERS) })
    const resting = { order, left: order.size }
    this.#queues[side][away]?.push(resting)
    this.#placed.push(resting)
    return order
  }

  #cancel(): Operation {
    const isAlive = this.#chance() < ALIVE
    const from = isAlive || this.#gone.length === 0 ? this.#placed : this.#gone
    const at = this.#below(from.length)
    const found = from[at]
    if (found === undefined) return { kind: 'rest', order: this.rest() }
    // whoever is dead stays in its queue, and is passed over
    if (from === this.#placed) {
      from[at] = from.at(-1) ?? found
      from.pop()
      this.#gone.push(found)
      found.left = 0
    }
    return { kind: 'cancel', order: found.order }
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
        first.left -= taken
        left -= taken
        this.matched += taken
        if (first.left === 0) queue.shift()
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
