// The rate headers of section 8: of two windows, short (per second) and medium (per minute).

export interface Window {
  limit: number
  remaining: number
  /** Seconds from now. */
  reset: number
}

export type WindowName = 'short' | 'medium'

/** The three X-RateLimit headers of a window; undefined when none is there. Throws when one is missing or no whole number. */
export function rateWindow(headers: Headers, name: WindowName): Window | undefined {
  const read = (what: string) => headers.get(`x-ratelimit-${what}-${name}`)
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(read)
  if (limit === null && remaining === null && reset === null) return undefined
  return { limit: whole(limit), remaining: whole(remaining), reset: whole(reset) }
}

/** Seconds of Retry-After-short or Retry-After-medium. */
export function retryAfter(headers: Headers, name: WindowName): number | undefined {
  const value = headers.get(`retry-after-${name}`)
  return value === null ? undefined : whole(value)
}

function whole(value: string | null | undefined): number {
  if (value === null || value === undefined || !/^\d+$/.test(value))
    throw new Error(`expected a whole number, got ${value}`)
  return Number(value)
}
