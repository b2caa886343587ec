// Numbers as people read them: a true minus, fixed decimals, a dash for what is not known. Ranges once where both ends are the same.

import type { Range } from './result.js'

export type Figure = (value: number) => string

export const NONE = '–'

const fixed =
  (least: number, most: number): Figure =>
  (value) => {
    const text = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
    // what rounds to nothing has no sign
    return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text
  }

export const count: Figure = fixed(0, 0)
/** Shares: decimals only where there are few. */
export const shares: Figure = (value) => fixed(0, Math.abs(value) < 100 ? 2 : 0)(value)
export const money: Figure = fixed(2, 2)
export const cents: Figure = fixed(2, 2)
export const ratio: Figure = fixed(3, 3)
export const percent: Figure = (value) => `${fixed(1, 1)(100 * value)}\u202f%`
/** Where the sign matters: `+0.20`, `−1.30`, `0.00`. */
export const signed =
  (figure: Figure): Figure =>
  (value) => {
    const text = figure(value)
    return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
  }

/** The figure, or a dash for what is not there. */
export function shown(value: number | undefined, figure: Figure): string {
  return value === undefined || !Number.isFinite(value) ? NONE : figure(value)
}

/** `−1.30 to +0.20`; one number where both ends read the same, and a unit of both once: `1.2 to 3.4 %`. */
export function rangeText({ lower, upper }: Range, figure: Figure): string {
  const [from, to] = [shown(lower, figure), shown(upper, figure)]
  if (from === to) return from
  const unit = /\u202f\D+$/.exec(from)?.[0] ?? ''
  return to.endsWith(unit) ? `${from.slice(0, from.length - unit.length)} to ${to}` : `${from} to ${to}`
}

/** Of the values that are there; `undefined` where none is. */
export function rangeOfKnown(values: readonly (number | undefined)[]): Range | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : { lower: Math.min(...known), upper: Math.max(...known) }
}

/** `250 ms`, `4.2 s`, `3 min 20 s`, `5 h 2 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${count(ms)} ms`
  const sec = Math.round(ms / 1000)
  if (sec < 60) return `${fixed(0, 1)(ms / 1000)} s`
  if (sec < 3600) return parts(`${Math.floor(sec / 60)} min`, `${sec % 60} s`)
  const minutes = Math.round(sec / 60)
  if (minutes < 1440) return parts(`${Math.floor(minutes / 60)} h`, `${minutes % 60} min`)
  const hours = Math.round(minutes / 60)
  return parts(`${Math.floor(hours / 24)} d`, `${hours % 24} h`)
}

/** Of UTC, to the second: `2026-09-21 13:33:20`. A dash for a time that no calendar has. */
export function utc(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString().slice(0, 19).replace('T', ' ') : NONE
}

const parts = (large: string, small: string) => (small.startsWith('0 ') ? large : `${large} ${small}`)
