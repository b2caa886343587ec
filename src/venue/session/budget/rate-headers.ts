// Reads the venue's rate-limit headers.
//
//   X-RateLimit-Limit-<w>       requests per window
//   X-RateLimit-Remaining-<w>   left after this request, by the venue's count
//   Retry-After-<w>             seconds of silence after a 429; a proxy may send a plain Retry-After instead
//   (X-RateLimit-Reset-<w> promises nothing about the budget and is not read)

export const WINDOWS = ['short', 'medium'] as const
/** `short` is one second, `medium` one minute. */
export type WindowName = (typeof WINDOWS)[number]
export const WINDOW_MS: Readonly<Record<WindowName, number>> = { short: 1_000, medium: 60_000 }

export type Headers = Readonly<Record<string, string>>

export interface WindowHeaders {
  readonly limit?: number
  readonly remaining?: number
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** `undefined` where a header is absent or no whole number. */
export function windowHeaders(headers: Headers, window: WindowName): WindowHeaders {
  const limit = wholeNumber(headers[`x-ratelimit-limit-${window}`])
  const remaining = wholeNumber(headers[`x-ratelimit-remaining-${window}`])
  return { ...(limit ? { limit } : {}), ...(remaining === undefined ? {} : { remaining }) }
}

export interface RetryAfter {
  readonly waitMs: number
  /** Which window blocked, where the venue named it. */
  readonly window?: WindowName
}

/** How long a 429 asks for silence; `undefined` when it does not say. The longest of several counts. */
export function retryAfter(headers: Headers): RetryAfter | undefined {
  const found: RetryAfter[] = []
  for (const window of WINDOWS) {
    const seconds = wholeNumber(headers[`retry-after-${window}`])
    if (seconds !== undefined) found.push({ waitMs: seconds * 1_000, window })
  }
  const plain = wholeNumber(headers['retry-after'])
  if (plain !== undefined) found.push({ waitMs: plain * 1_000 })
  return found.sort((a, b) => b.waitMs - a.waitMs)[0]
}
