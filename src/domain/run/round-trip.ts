/** A request that was answered: how long that took, and when the answer was there by the wall clock of whoever asked; milliseconds. */
export interface RoundTrip {
  readonly tookMs: number
  readonly atMs: number
}
