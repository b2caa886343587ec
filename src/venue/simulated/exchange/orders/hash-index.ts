// Slots by hash: an open table of numbers, with linear probing. Each place holds 32 bits of a hash, which are compared first, and a slot.

import type { Hex } from '../../../../domain/market/market.js'
import { NONE } from '../slot.js'

/** Places at first; a power of two, as ever. */
const FIRST_PLACES = 64
/** The odd number next to 2^32 divided by the golden ratio: spreads keys over the upper bits. */
const SPREAD = 0x9e3779b1
/** Digits at the end of a hash that make its key. */
const KEY_DIGITS = 8
const FNV_PRIME = 0x01000193

/** Where the hashes are. */
export interface Hashes {
  hash(slot: number): Hex
}

export class HashIndex {
  readonly #hashes: Hashes
  /** Pairs of key and slot; a place without a slot is empty. */
  #places = emptyPlaces(FIRST_PLACES)
  #mask = FIRST_PLACES - 1
  #shift = shiftOf(FIRST_PLACES)
  #size = 0

  constructor(hashes: Hashes) {
    this.#hashes = hashes
  }

  get size(): number {
    return this.#size
  }

  /** The slot, or `NONE`. */
  get(hash: Hex): number {
    return this.#slotAt(this.#find(hash, keyOf(hash)))
  }

  /** Of a hash that is not in yet. */
  add(hash: Hex, slot: number): void {
    // at most half of the places are taken, so that a search ends soon
    if (2 * (this.#size + 1) > this.#mask + 1) this.#grow()
    const key = keyOf(hash)
    this.#put(this.#find(hash, key), key, slot)
    this.#size += 1
  }

  delete(hash: Hex): void {
    let hole = this.#find(hash, keyOf(hash))
    if (this.#slotAt(hole) === NONE) return
    this.#size -= 1
    // whoever was put off by the one that leaves moves up, so that no search ends before it
    for (let place = this.#next(hole); this.#slotAt(place) !== NONE; place = this.#next(place)) {
      const key = this.#keyAt(place)
      const home = this.#home(key)
      if (((place - home) & this.#mask) < ((place - hole) & this.#mask)) continue
      this.#put(hole, key, this.#slotAt(place))
      hole = place
    }
    this.#put(hole, 0, NONE)
  }

  /** The place of the hash, or the one that it would take. */
  #find(hash: Hex, key: number): number {
    let place = this.#home(key)
    for (;;) {
      const slot = this.#slotAt(place)
      if (slot === NONE || (this.#keyAt(place) === key && this.#hashes.hash(slot) === hash)) return place
      place = this.#next(place)
    }
  }

  #home(key: number): number {
    return Math.imul(key, SPREAD) >>> this.#shift
  }

  #next(place: number): number {
    return (place + 1) & this.#mask
  }

  #keyAt(place: number): number {
    return this.#places[2 * place] ?? 0
  }

  #slotAt(place: number): number {
    return this.#places[2 * place + 1] ?? NONE
  }

  #put(place: number, key: number, slot: number): void {
    this.#places[2 * place] = key
    this.#places[2 * place + 1] = slot
  }

  #grow(): void {
    const old = this.#places
    const places = old.length
    this.#places = emptyPlaces(places)
    this.#mask = places - 1
    this.#shift = shiftOf(places)
    for (let at = 0; at < old.length; at += 2) {
      const key = old[at] ?? 0
      const slot = old[at + 1] ?? NONE
      if (slot === NONE) continue
      let place = this.#home(key)
      while (this.#slotAt(place) !== NONE) place = this.#next(place)
      this.#put(place, key, slot)
    }
  }
}

/** Hashes are random in every digit: a few of them tell most apart. */
function keyOf(hash: Hex): number {
  let key = 0
  for (let i = Math.max(0, hash.length - KEY_DIGITS); i < hash.length; i++) {
    key = (Math.imul(key, FNV_PRIME) + hash.charCodeAt(i)) | 0
  }
  return key
}

function emptyPlaces(places: number): Int32Array {
  return new Int32Array(2 * places).fill(NONE)
}

/** The upper bits of 32 that number so many places. */
function shiftOf(places: number): number {
  return Math.clz32(places) + 1
}
