// What the client processes are told, and what their scenes are.

export const MARKETS = 20
export const BASE_SHARES = 100
export const EXTRA_SHARES = 500
export const SIZE = 20
/** Of the bid while only the base rests there, and while more does. */
export const BASE_PRICE = 0.45
export const MOVED_PRICE = 0.4

export type Mode = 'alone' | 'moved'

export interface ClientTask {
  readonly url: string
  readonly apiKey: string
  readonly privateKey: `0x${string}`
  /** Of the markets that this client quotes. */
  readonly marketIds: readonly string[]
  readonly mode: Mode
  /** Longest age of a fee that is signed, milliseconds; 0: it is read each time. */
  readonly feeMaxAgeMs: number
}

export interface BookUpdate {
  readonly conditionId: string
  readonly data: { readonly tokenId: string; readonly side: string; readonly price: string; readonly size: string }
}

export interface Listed {
  readonly id: string
  readonly conditionId: string
  readonly outcomes: readonly { readonly tokenId: string }[]
}
