// A length of time on the command line: 90s, 10m, 2h, 1d.

import { InvalidArgumentError } from 'commander'

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds. Throws what commander names the option in front of. */
export function duration(given: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(given) ?? []
  const ms = Number(amount) * (UNITS_MS[unit] ?? 0)
  // commander names the option in front of the message
  if (!(ms > 0)) throw new InvalidArgumentError(`expected a time such as 90s, 10m, 2h or 1d, got ${given}`)
  return ms
}
