// The fills of each market, as places in the list of all: of a long run there are millions, and none is kept but there.

import type { Fills, RunFill } from '../result.js'

class PickedFills implements Fills {
  readonly #all: Fills
  readonly #places: readonly number[]

  constructor(all: Fills, places: readonly number[]) {
    this.#all = all
    this.#places = places
  }

  get length(): number {
    return this.#places.length
  }

  at(index: number): RunFill | undefined {
    const place = this.#places.at(index)
    return place === undefined ? undefined : this.#all.at(place)
  }

  *[Symbol.iterator](): Generator<RunFill> {
    for (let i = 0; i < this.#places.length; i++) {
      const fill = this.at(i)
      if (fill !== undefined) yield fill
    }
  }
}

/** By condition id; those alone that are wanted. */
export function fillsByMarket(
  fills: Fills,
  isWanted: (fill: RunFill) => boolean = () => true,
): ReadonlyMap<string, Fills> {
  const places = new Map<string, number[]>()
  let place = 0
  for (const fill of fills) {
    if (isWanted(fill)) {
      const own = places.get(fill.conditionId)
      if (own) own.push(place)
      else places.set(fill.conditionId, [place])
    }
    place += 1
  }
  return new Map([...places].map(([conditionId, own]) => [conditionId, new PickedFills(fills, own)]))
}

export const NO_FILLS: Fills = []
