// What both makers of `bench news` quote, and what the plain one is told.

export const RAW = 1_000_000
/** Shares of each quote. */
export const SIZE = 20
export const TICKS = 100
/** Ticks that a resting bid may be off before it is replaced; the bot's default. */
export const TOLERANCE = 1
/** Of each bid from the middle, in ticks. */
const HALF_SPREAD = 3

/** Of the others' best bids on YES and NO, all in ticks; `undefined` where one is missing. */
export function middleOf(yes: number | undefined, no: number | undefined): number | undefined {
  return yes === undefined || no === undefined ? undefined : (yes + TICKS - no) / 2
}

/** Bids on YES and NO, in ticks, around that middle. */
export function bidsAround(
  yes: number | undefined,
  no: number | undefined,
): readonly [yes: number, no: number] | undefined {
  const middle = middleOf(yes, no)
  return middle === undefined ? undefined : [onGrid(middle - HALF_SPREAD), onGrid(TICKS - middle - HALF_SPREAD)]
}

function onGrid(price: number): number {
  return Math.min(TICKS - 1, Math.max(1, Math.floor(price)))
}

export interface MakerTask {
  readonly url: string
  readonly apiKey: string
  readonly privateKey: `0x${string}`
}

interface Level {
  readonly price: string
  readonly size: string
}

export interface OutcomeBook {
  readonly tokenId: string
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export interface BookChange extends Level {
  readonly tokenId: string
  readonly side: string
}

export interface Listed {
  readonly id: string
  readonly conditionId: string
  readonly status: string
  readonly outcomes: readonly { readonly tokenId: string }[]
}
