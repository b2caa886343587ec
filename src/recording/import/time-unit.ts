// The unit that a number of Unix time is in: in another one it is a time of the first days of 1970, or of a calendar that nobody will need.

export type TimeUnit = 's' | 'ms' | 'us' | 'ns'

export const TO_US: Readonly<Record<TimeUnit, number>> = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 }
const UNITS: readonly TimeUnit[] = ['s', 'ms', 'us', 'ns']
const [EARLIEST_US, LATEST_US] = [Date.UTC(2000) * 1000, Date.UTC(2100) * 1000]

/** In which it is a time between 2000 and 2100; at most one is. */
export function fittingUnit(number: number): TimeUnit | undefined {
  return UNITS.find((unit) => {
    const us = Math.round(number * TO_US[unit])
    return us >= EARLIEST_US && us < LATEST_US
  })
}
