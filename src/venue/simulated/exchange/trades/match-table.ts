// Matches as rows of numbers, from the moment of matching; each goes by its slot. Its two orders keep their rows at least until it is settled.

import type { SettlementStatus } from '../../../../domain/orders/fill.js'
import { NONE } from '../slot.js'

const INTS = 9
const [MAKER, TAKER, PRICE, STATUS, MAKER_RATE, TAKER_RATE, NEXT, OLDER_OF_MAKER, OLDER_OF_TAKER] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const
const NUMBERS = 4
const [NUMBER, SIZE, VENUE_MS, DUE_MS] = [0, 1, 2, 3] as const
const STATUSES = ['pending', 'settled', 'failed'] as const satisfies SettlementStatus[]
const FIRST_ROWS = 64

export class MatchTable {
  #ints = new Int32Array(FIRST_ROWS * INTS)
  #numbers = new Float64Array(FIRST_ROWS * NUMBERS)
  #rows = 0
  readonly #free: number[] = []

  /** A row for a match of two orders that is pending, alone and in no history; returns its slot. */
  add(maker: number, taker: number, number: number): number {
    const slot = this.#free.pop() ?? this.#rows++
    if ((slot + 1) * INTS > this.#ints.length) this.#grow()
    this.#set(slot, MAKER, maker)
    this.#set(slot, TAKER, taker)
    this.setStatus(slot, 'pending')
    this.setNext(slot, NONE)
    this.setOlder(slot, NONE, NONE)
    this.#setNumber(slot, NUMBER, number)
    return slot
  }

  /** The row may be another match's: nobody refers to it. */
  free(slot: number): void {
    this.#free.push(slot)
  }

  /** `price` is on the taker's outcome. */
  setTerms(slot: number, price: number, sizeLots: number): void {
    this.#set(slot, PRICE, price)
    this.#setNumber(slot, SIZE, sizeLots)
  }

  setTimes(slot: number, venueMs: number, dueMs: number): void {
    this.#setNumber(slot, VENUE_MS, venueMs)
    this.#setNumber(slot, DUE_MS, dueMs)
  }

  /** Fee rates in basis points, 0 for a side that does not pay. */
  setRates(slot: number, makerBps: number, takerBps: number): void {
    this.#set(slot, MAKER_RATE, makerBps)
    this.#set(slot, TAKER_RATE, takerBps)
  }

  setStatus(slot: number, status: SettlementStatus): void {
    this.#set(slot, STATUS, STATUSES.indexOf(status))
  }

  /** The one after it of the same taker order: they settle together. */
  setNext(slot: number, next: number): void {
    this.#set(slot, NEXT, next)
  }

  /** The ones before it in the histories of its two accounts. */
  setOlder(slot: number, ofMaker: number, ofTaker: number): void {
    this.#set(slot, OLDER_OF_MAKER, ofMaker)
    this.#set(slot, OLDER_OF_TAKER, ofTaker)
  }

  /** Slot of an order. */
  maker(slot: number): number {
    return this.#int(slot, MAKER)
  }

  taker(slot: number): number {
    return this.#int(slot, TAKER)
  }

  price(slot: number): number {
    return this.#int(slot, PRICE)
  }

  status(slot: number): SettlementStatus {
    return STATUSES[this.#int(slot, STATUS)] ?? 'pending'
  }

  makerBps(slot: number): number {
    return this.#int(slot, MAKER_RATE)
  }

  takerBps(slot: number): number {
    return this.#int(slot, TAKER_RATE)
  }

  next(slot: number): number {
    return this.#int(slot, NEXT)
  }

  olderOfMaker(slot: number): number {
    return this.#int(slot, OLDER_OF_MAKER)
  }

  olderOfTaker(slot: number): number {
    return this.#int(slot, OLDER_OF_TAKER)
  }

  /** Matches are numbered from 1. */
  number(slot: number): number {
    return this.#number(slot, NUMBER)
  }

  sizeLots(slot: number): number {
    return this.#number(slot, SIZE)
  }

  venueMs(slot: number): number {
    return this.#number(slot, VENUE_MS)
  }

  /** When its settlement is due. */
  dueMs(slot: number): number {
    return this.#number(slot, DUE_MS)
  }

  #int(slot: number, column: number): number {
    return this.#ints[slot * INTS + column] ?? NONE
  }

  #set(slot: number, column: number, value: number): void {
    this.#ints[slot * INTS + column] = value
  }

  #number(slot: number, column: number): number {
    return this.#numbers[slot * NUMBERS + column] ?? Number.NaN
  }

  #setNumber(slot: number, column: number, value: number): void {
    this.#numbers[slot * NUMBERS + column] = value
  }

  #grow(): void {
    const ints = new Int32Array(2 * this.#ints.length)
    ints.set(this.#ints)
    this.#ints = ints
    const numbers = new Float64Array(2 * this.#numbers.length)
    numbers.set(this.#numbers)
    this.#numbers = numbers
  }
}
