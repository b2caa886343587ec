// Orders as rows of numbers, from the moment they are admitted until nobody can ask for them any more; each goes by its slot.

import { QuoinError } from '../../../../domain/error.js'
import type { Hex } from '../../../../domain/market/market.js'
import { legIndex, NO, type Outcome, type Side, YES } from '../../../../domain/market/side.js'
import { ORDER_TYPES, type OrderType } from '../../../../domain/orders/order.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import type { AccountState } from '../accounts/account-state.js'
import type { MarketState } from '../markets/market-state.js'
import { Numbered } from '../numbered.js'
import { NONE } from '../slot.js'
import { type Links, OLDER_IN_MARKET, PREVIOUS } from './links.js'
import type { NewOrder } from './new-order.js'
import type { Ending } from './order-facts.js'

/** Whole numbers of a row below 2^31: 64 bytes, a line of the processor's cache. */
const INTS = 16
const [PRICE, KIND, FEE, ACCOUNT, MARKET, GENERATION] = [0, 1, 2, 3, 4, 5] as const
/** The links follow. */
const [FIRST_LINK, LAST_LINK] = [PREVIOUS, OLDER_IN_MARKET]

const NUMBERS = 10
const [RESTING, PENDING, FILLED, SIZE, UPDATED, CREATED, EXPIRATION] = [0, 1, 2, 3, 4, 5, 6] as const
const [SIGNED_NONCE, NONCE, ARRIVAL] = [7, 8, 9] as const

/** Bits of the kind: two of the leg, three of the type, two of the ending, and three flags. */
const LEG = 3
const TYPE_SHIFT = 2
const ENDING_SHIFT = 5
const ENDING_BITS = 3 << ENDING_SHIFT
const CANCEL_ASKED = 1 << 7
const ON_LADDER = 1 << 8
const LIVE = 1 << 9
const ENDINGS = [undefined, 'cancelled_local', 'cancelled_onchain', 'expired'] as const satisfies (Ending | undefined)[]

const FIRST_ROWS = 64

export class OrderTable implements Links {
  #ints = new Int32Array(FIRST_ROWS * INTS)
  #numbers = new Float64Array(FIRST_ROWS * NUMBERS)
  readonly #hashes: Hex[] = []
  /** What each order locks. */
  readonly #balances: AssetBalance[] = []
  readonly accounts = new Numbered<AccountState>()
  readonly markets = new Numbered<MarketState>()
  readonly #free: number[] = []

  /** A row for an order that rests whole, in no list and not in the book; returns its slot. */
  add(terms: NewOrder, account: AccountState, market: MarketState): number {
    const slot = this.#free.pop() ?? this.#hashes.length
    if ((slot + 1) * INTS > this.#ints.length) this.#grow()
    this.#hashes[slot] = terms.hash
    const at = slot * INTS
    const ints = this.#ints
    ints[at + PRICE] = terms.price
    ints[at + KIND] = legIndex(terms) | (ORDER_TYPES.indexOf(terms.type) << TYPE_SHIFT)
    ints[at + FEE] = terms.feeRateBps
    ints[at + ACCOUNT] = this.accounts.numberOf(account)
    ints[at + MARKET] = this.markets.numberOf(market)
    for (let link = at + FIRST_LINK; link <= at + LAST_LINK; link++) ints[link] = NONE
    const n = slot * NUMBERS
    const numbers = this.#numbers
    numbers[n + RESTING] = terms.size
    numbers[n + PENDING] = 0
    numbers[n + FILLED] = 0
    numbers[n + SIZE] = terms.size
    numbers[n + EXPIRATION] = terms.expirationSec
    numbers[n + SIGNED_NONCE] = terms.nonce ?? Number.NaN
    numbers[n + NONCE] = account.nonce
    numbers[n + ARRIVAL] = 0
    return slot
  }

  /** What a new order locks, and when it came. */
  begin(slot: number, balance: AssetBalance, nowMs: number): void {
    this.#balances[slot] = balance
    this.#numbers[slot * NUMBERS + CREATED] = nowMs
    // the first report makes it `nowMs`
    this.#numbers[slot * NUMBERS + UPDATED] = nowMs - 1
  }

  /** The row may be another order's: nobody refers to it but by its generation. */
  free(slot: number): void {
    this.#ints[slot * INTS + GENERATION] = this.generation(slot) + 1
    this.#free.push(slot)
  }

  hash(slot: number): Hex {
    return this.#hashes[slot] ?? '0x'
  }

  account(slot: number): AccountState {
    return this.accounts.at(this.#int(slot, ACCOUNT))
  }

  market(slot: number): MarketState {
    return this.markets.at(this.#int(slot, MARKET))
  }

  balance(slot: number): AssetBalance {
    const balance = this.#balances[slot]
    if (balance === undefined) throw new QuoinError('internal', `orders: no order in row ${slot}`)
    return balance
  }

  /** Behind each lot that it locks: the limit price, or the token itself. */
  lockTicks(slot: number): number {
    return this.isSell(slot) ? this.market(slot).spec.ticksPerUnit : this.price(slot)
  }

  /** How often the slot has been another order's. */
  generation(slot: number): number {
    return this.#int(slot, GENERATION)
  }

  price(slot: number): number {
    return this.#int(slot, PRICE)
  }

  /** Of the four legs of its market: `legIndex`. */
  leg(slot: number): number {
    return this.#int(slot, KIND) & LEG
  }

  isSell(slot: number): boolean {
    return (this.#int(slot, KIND) & 1) !== 0
  }

  side(slot: number): Side {
    return this.isSell(slot) ? 'SELL' : 'BUY'
  }

  outcome(slot: number): Outcome {
    return (this.#int(slot, KIND) & 2) === 0 ? YES : NO
  }

  type(slot: number): OrderType {
    return ORDER_TYPES[(this.#int(slot, KIND) >> TYPE_SHIFT) & 7] ?? 'GTC'
  }

  feeRateBps(slot: number): number {
    return this.#int(slot, FEE)
  }

  size(slot: number): number {
    return this.#number(slot, SIZE)
  }

  /** The account's nonce when the order came. */
  nonce(slot: number): number {
    return this.#number(slot, NONCE)
  }

  /** As signed, where it was. */
  signedNonce(slot: number): number | undefined {
    const nonce = this.#number(slot, SIGNED_NONCE)
    return Number.isNaN(nonce) ? undefined : nonce
  }

  expirationSec(slot: number): number {
    return this.#number(slot, EXPIRATION)
  }

  /** 0 when the order has no expiration. */
  expirationMs(slot: number): number {
    return this.#number(slot, EXPIRATION) * 1000
  }

  restingLots(slot: number): number {
    return this.#number(slot, RESTING)
  }

  pendingLots(slot: number): number {
    return this.#number(slot, PENDING)
  }

  filledLots(slot: number): number {
    return this.#number(slot, FILLED)
  }

  /** Rises with the moment of joining the queue. */
  arrival(slot: number): number {
    return this.#number(slot, ARRIVAL)
  }

  createdMs(slot: number): number {
    return this.#number(slot, CREATED)
  }

  /** Strictly rising from report to report. */
  updatedMs(slot: number): number {
    return this.#number(slot, UPDATED)
  }

  addResting(slot: number, byLots: number): void {
    this.#numbers[slot * NUMBERS + RESTING] = this.restingLots(slot) + byLots
  }

  addPending(slot: number, byLots: number): void {
    this.#numbers[slot * NUMBERS + PENDING] = this.pendingLots(slot) + byLots
  }

  addFilled(slot: number, byLots: number): void {
    this.#numbers[slot * NUMBERS + FILLED] = this.filledLots(slot) + byLots
  }

  setArrival(slot: number, arrival: number): void {
    this.#numbers[slot * NUMBERS + ARRIVAL] = arrival
  }

  setUpdated(slot: number, updatedMs: number): void {
    this.#numbers[slot * NUMBERS + UPDATED] = updatedMs
  }

  setNonce(slot: number, nonce: number): void {
    this.#numbers[slot * NUMBERS + NONCE] = nonce
  }

  ending(slot: number): Ending | undefined {
    return ENDINGS[(this.#int(slot, KIND) & ENDING_BITS) >> ENDING_SHIFT]
  }

  hasEnded(slot: number): boolean {
    return (this.#int(slot, KIND) & ENDING_BITS) !== 0
  }

  /** The first ending stays. */
  end(slot: number, ending: Ending): void {
    if (!this.hasEnded(slot)) this.#flag(slot, ENDINGS.indexOf(ending) << ENDING_SHIFT, true)
  }

  /** Failed matches never return to the book after a cancel was asked for. */
  cancelAsked(slot: number): boolean {
    return this.#is(slot, CANCEL_ASKED)
  }

  askToCancel(slot: number): void {
    this.#flag(slot, CANCEL_ASKED, true)
  }

  /** Whether others can be matched with it. */
  onLadder(slot: number): boolean {
    return this.#is(slot, ON_LADDER)
  }

  setOnLadder(slot: number, is: boolean): void {
    this.#flag(slot, ON_LADDER, is)
  }

  /** Whether it stands in the lists of its account and its market. */
  isLive(slot: number): boolean {
    return this.#is(slot, LIVE)
  }

  setLive(slot: number, is: boolean): void {
    this.#flag(slot, LIVE, is)
  }

  link(slot: number, column: number): number {
    return this.#int(slot, column)
  }

  setLink(slot: number, column: number, to: number): void {
    this.#ints[slot * INTS + column] = to
  }

  #int(slot: number, column: number): number {
    return this.#ints[slot * INTS + column] ?? NONE
  }

  #number(slot: number, column: number): number {
    return this.#numbers[slot * NUMBERS + column] ?? Number.NaN
  }

  #is(slot: number, flag: number): boolean {
    return (this.#int(slot, KIND) & flag) !== 0
  }

  #flag(slot: number, flag: number, is: boolean): void {
    const kind = this.#int(slot, KIND)
    this.#ints[slot * INTS + KIND] = is ? kind | flag : kind & ~flag
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
