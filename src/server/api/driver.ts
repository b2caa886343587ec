// Something that acts on the venue as time goes on.

export interface Driver {
  /** When `advance` is needed next; `undefined` when never. */
  nextDueMs(): number | undefined
  /** Lets everything due by `nowMs` happen. */
  advance(nowMs: number): void
}

/** One that knows dates and lengths of time apart. */
export interface SteadyDriver extends Driver {
  /**
   * The calendar moved by so many milliseconds, to `nowMs`: what is due at a date stays there, what runs for a length of
   * time keeps the rest of it.
   */
  rebase(byMs: number, nowMs: number): void
}

/** Advances all drivers in time order to `nowMs`; `onStep` hears each moment before it happens. */
export function advanceTogether(drivers: readonly Driver[], nowMs: number, onStep: (atMs: number) => void): void {
  for (;;) {
    const due = earliestDue(drivers)
    if (due === undefined || due > nowMs) break
    onStep(due)
    for (const driver of drivers) driver.advance(due)
    // a driver that stays due would hold the loop for ever
    if ((earliestDue(drivers) ?? Number.POSITIVE_INFINITY) <= due) break
  }
  onStep(nowMs)
  for (const driver of drivers) driver.advance(nowMs)
}

export function earliestDue(drivers: readonly Driver[]): number | undefined {
  let earliest: number | undefined
  for (const driver of drivers) {
    const due = driver.nextDueMs()
    if (due !== undefined && (earliest === undefined || due < earliest)) earliest = due
  }
  return earliest
}
