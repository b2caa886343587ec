// The fills of a run of any length, in a few bytes each: rows of numbers, column by column and deflated, as many at once as a block has. Times,
// prices and mids repeat themselves, and hundreds of bytes an object would be gigabytes on a tape of a hundred million records.

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Fills, RunFill } from '../result.js'

const ROWS = 4096
const COLUMNS = 9
const [AT, CODE, PRICE, SHARES, FEE, MID, MID_1, MID_10, MID_60] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
/** The quickest: the others take a few bytes less. */
const LEVEL = 1

const SIDES = ['BUY', 'SELL'] as const
const LIQUIDITIES = ['maker', 'taker'] as const
const STATUSES = ['pending', 'settled', 'failed'] as const

type Terms = Pick<RunFill, 'conditionId' | 'outcome' | 'side' | 'liquidity' | 'status' | 'isEstimate'>

/** As it goes from one thread to another. */
export interface PackedFills {
  readonly length: number
  readonly conditionIds: readonly string[]
  readonly blocks: readonly Uint8Array[]
  /** The block that is not full yet. */
  readonly open: Float64Array
}

const emptyBlock = () => new Float64Array(ROWS * COLUMNS)

export class FillTable implements Fills {
  #length = 0
  readonly #conditionIds: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #blocks: Uint8Array[] = []
  #open: Float64Array = emptyBlock()
  /** The block that was read last, and which one it is. */
  #read: { readonly block: number; readonly rows: Float64Array } | undefined

  static of({ length, conditionIds, blocks, open }: PackedFills): FillTable {
    const table = new FillTable()
    table.#length = length
    for (const conditionId of conditionIds) table.#numberOf(conditionId)
    table.#blocks.push(...blocks)
    table.#open = open
    return table
  }

  packed(): PackedFills {
    return { length: this.#length, conditionIds: this.#conditionIds, blocks: this.#blocks, open: this.#open }
  }

  get length(): number {
    return this.#length
  }

  /** Later than those before it. */
  add({ atMs, price, shares, fee, mid, midAfter, ...terms }: RunFill): void {
    const row = this.#length % ROWS
    const set = (column: number, value = Number.NaN) => {
      this.#open[column * ROWS + row] = value
    }
    set(AT, atMs)
    set(CODE, this.#codeOf(terms))
    set(PRICE, price)
    set(SHARES, shares)
    set(FEE, fee)
    set(MID, mid)
    set(MID_1, midAfter['1'])
    set(MID_10, midAfter['10'])
    set(MID_60, midAfter['60'])
    this.#length += 1
    if (row < ROWS - 1) return
    const { buffer, byteOffset, byteLength } = this.#open
    // a copy of its own: what it is cut from is a larger piece of memory
    this.#blocks.push(new Uint8Array(deflateRawSync(new Uint8Array(buffer, byteOffset, byteLength), { level: LEVEL })))
    this.#open = emptyBlock()
  }

  at(index: number): RunFill | undefined {
    const i = index < 0 ? this.#length + index : index
    return i < 0 || i >= this.#length ? undefined : this.#fill(this.#rows(Math.floor(i / ROWS)), i % ROWS)
  }

  *[Symbol.iterator](): Generator<RunFill> {
    for (let first = 0; first < this.#length; first += ROWS) {
      const rows = this.#rows(first / ROWS)
      const count = Math.min(ROWS, this.#length - first)
      for (let row = 0; row < count; row++) yield this.#fill(rows, row)
    }
  }

  /** As an array of them. */
  toJSON(): RunFill[] {
    return [...this]
  }

  #rows(block: number): Float64Array {
    const packed = this.#blocks[block]
    if (packed === undefined) return this.#open
    if (this.#read?.block !== block) {
      const { buffer, byteOffset, byteLength } = inflateRawSync(packed)
      const bytes = new Uint8Array(buffer, byteOffset, byteLength).slice()
      this.#read = { block, rows: new Float64Array(bytes.buffer) }
    }
    return this.#read.rows
  }

  /** Whatever is no number, in one. */
  #codeOf({ conditionId, outcome, side, liquidity, status, isEstimate }: Terms): number {
    const market = this.#numberOf(conditionId)
    const [sideCode, liquidityCode] = [SIDES.indexOf(side), LIQUIDITIES.indexOf(liquidity)]
    const terms = ((outcome * 2 + sideCode) * 2 + liquidityCode) * 3 + STATUSES.indexOf(status)
    return (market * 24 + terms) * 2 + (isEstimate ? 1 : 0)
  }

  #numberOf(conditionId: string): number {
    const known = this.#numbers.get(conditionId)
    if (known !== undefined) return known
    this.#numbers.set(conditionId, this.#conditionIds.length)
    return this.#conditionIds.push(conditionId) - 1
  }

  /** Its keys stand in the order of `runFill`. */
  #fill(rows: Float64Array, row: number): RunFill {
    const number = (column: number) => rows[column * ROWS + row] ?? Number.NaN
    const known = (column: number) => {
      const value = number(column)
      return Number.isNaN(value) ? undefined : value
    }
    const code = number(CODE)
    const terms = Math.floor(code / 2)
    const mid = known(MID)
    return {
      atMs: number(AT),
      conditionId: this.#conditionIds[Math.floor(terms / 24)] ?? '',
      outcome: Math.floor(terms / 12) % 2 === 0 ? 0 : 1,
      side: SIDES[Math.floor(terms / 6) % 2] ?? 'BUY',
      price: number(PRICE),
      liquidity: LIQUIDITIES[Math.floor(terms / 3) % 2] ?? 'maker',
      status: STATUSES[terms % 3] ?? 'pending',
      shares: number(SHARES),
      fee: number(FEE),
      isEstimate: code % 2 === 1,
      midAfter: { '1': known(MID_1), '10': known(MID_10), '60': known(MID_60) },
      ...(mid === undefined ? {} : { mid }),
    }
  }
}
