// Reads the venue's rate-limit headers: what an answer tells of the budget.
//
//   X-RateLimit-Limit-<w>       requests per window
//   X-RateLimit-Remaining-<w>   left after this request, by the venue's count
//   Retry-After-<w>             seconds of silence after a 429; a proxy may send a plain Retry-After instead, also as a date
//   (X-RateLimit-Reset-<w> promises nothing about the budget and is not read)

import type { Told, WindowName, WindowTold } from '../../../domain/permit.js'

type Headers = Readonly<Record<string, string>>

const WINDOWS: readonly WindowName[] = ['short', 'medium']

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** Empty where a header is absent or no whole number. */
function windowTold(headers: Headers, window: WindowName): WindowTold {
  const limit = wholeNumber(headers[`x-ratelimit-limit-${window}`])
  const remaining = wholeNumber(headers[`x-ratelimit-remaining-${window}`])
  return { ...(limit ? { limit } : {}), ...(remaining === undefined ? {} : { remaining }) }
}

/** `NaN` for what is no date of HTTP: of a number that is not whole JavaScript would make one, too. */
const dateMs = (text: string | undefined) => (text?.trim().endsWith('GMT') ? Date.parse(text) : Number.NaN)

/** A date is one of the clock that the answer is stamped by: ours may differ. */
function plainWaitMs(headers: Headers): number | undefined {
  const plain = headers['retry-after']
  const seconds = wholeNumber(plain)
  if (seconds !== undefined) return seconds * 1_000
  const waitMs = dateMs(plain) - dateMs(headers['date'])
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

/** How long a 429 asks for silence, the longest of several counts; empty when it does not say. */
function blockTold(headers: Headers): NonNullable<Told['block']> {
  const found: { waitMs: number; window?: WindowName }[] = []
  for (const window of WINDOWS) {
    const seconds = wholeNumber(headers[`retry-after-${window}`])
    if (seconds !== undefined) found.push({ waitMs: seconds * 1_000, window })
  }
  const waitMs = plainWaitMs(headers)
  if (waitMs !== undefined) found.push({ waitMs })
  return found.sort((a, b) => b.waitMs - a.waitMs)[0] ?? {}
}

/** Names of `headers` in lower case. */
export function readTold(status: number, headers: Headers): Told {
  const told = { short: windowTold(headers, 'short'), medium: windowTold(headers, 'medium') }
  if (status >= 500) return { ...told, failed: true }
  return status === 429 ? { ...told, block: blockTold(headers) } : told
}
