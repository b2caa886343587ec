// Values of a bot's answers as every table shows them, and the words about a cancelling of everything.

import type { MassCancelView } from '../../control/view/view-schema.js'

export const priceText = (value: number) => String(Math.round(value * 1e4) / 1e4)
export const sharesText = (value: number) => String(Math.round(value * 100) / 100)
export const moneyText = (value: number) => value.toFixed(2)
export const timeText = (ms: number) => new Date(ms).toISOString()

export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

export function massCancelLines(view: MassCancelView | undefined): string[] {
  if (view === undefined) return []
  const { sinceMs, verifiedMs, left, failure } = view
  if (verifiedMs !== undefined) return [`nothing rests: shown by a list at ${timeText(verifiedMs)}`]
  const why = failure === undefined ? '' : `: ${failure}`
  return [
    `orders may rest: cancelling since ${timeText(sinceMs)}, no list has shown that none does, ${left} known${why}`,
  ]
}
