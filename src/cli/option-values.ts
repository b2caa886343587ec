// Values of options on the command line. What is refused throws `InvalidArgumentError`: commander names the option in front of its message.

import { InvalidArgumentError } from 'commander'

export const refused = (expected: string, got: string) => new InvalidArgumentError(`expected ${expected}, got ${got}`)

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a length of time: 90s, 10m, 2h, 1d. */
export function duration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? []
  const ms = Number(amount) * (UNITS_MS[unit] ?? 0)
  if (!(ms > 0)) throw refused('a time such as 90s, 10m, 2h or 1d', text)
  return ms
}

export function wholeNumber(text: string, from: number, to: number): number {
  const count = Number(text)
  if (text.trim() !== '' && Number.isInteger(count) && count >= from && count <= to) return count
  throw refused(`a whole number from ${from} to ${to}`, text)
}

/** The same bounds as `sweep.workers`. */
export const threadCount = (text: string): number => wholeNumber(text, 1, 256)

/** Refuses an empty name, as of a variable that is not set: its files would lie beside the working folder. */
export function reportName(text: string): string {
  if (text.trim() === '') throw refused('a name or a folder', 'nothing')
  return text
}
