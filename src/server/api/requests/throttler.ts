// Rate limits: two independent windows per tracker and route class, `short` (1 s) checked before `medium` (60 s).
//
//   hits       a sliding log: each expires one full window after itself
//   Reset      seconds to the end of the record's window, rounded up; promises nothing about the hits
//   block      the first excess request starts one full window in which hits do not count; its end clears all hits
//
// The first window that blocks answers, and a later one is then not counted. Headers of a blocked window: only Retry-After-x.

import type { RouteClass, WindowLimits } from '../../../venue/wire/profile.js'

const WINDOWS = [windowOf('short', 1000), windowOf('medium', 60_000)] as const

function windowOf(name: 'short' | 'medium', lengthMs: number) {
  const rate = 'X-RateLimit-'
  const headers = {
    limit: `${rate}Limit-${name}`,
    remaining: `${rate}Remaining-${name}`,
    reset: `${rate}Reset-${name}`,
  }
  return { name, lengthMs, ...headers, retryAfter: `Retry-After-${name}` }
}

/** Records kept before idle ones are looked for. */
const PRUNE_ABOVE = 10_000

export interface Hit {
  /** Whose budget: a key, or an address without one. */
  readonly tracker: string
  readonly routeClass: RouteClass
  readonly limits: WindowLimits
  readonly nowMs: number
}

export interface HitResult {
  readonly blocked: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Body of a 429: the specification's, without `error`. */
export const TOO_MANY_REQUESTS = { statusCode: 429, message: 'ThrottlerException: Too Many Requests' }

interface Log {
  /** Times of the hits that count, oldest first, from `first` on. */
  hits: number[]
  first: number
  windowEndMs: number
  blockedUntilMs: number | undefined
}

export class Throttler {
  readonly #logs = new Map<string, Log>()
  #pruneAbove = PRUNE_ABOVE

  hit({ tracker, routeClass, limits, nowMs }: Hit): HitResult {
    const headers: Record<string, string> = {}
    for (const window of WINDOWS) {
      const { name, lengthMs } = window
      const limit = name === 'short' ? limits.perSecond : limits.perMinute
      const log = this.#log(`${tracker}|${routeClass}|${name}`, nowMs, lengthMs)
      count(log, { limit, nowMs, lengthMs })
      if (log.blockedUntilMs !== undefined) {
        headers[window.retryAfter] = seconds(log.blockedUntilMs - nowMs)
        return { blocked: true, headers }
      }
      headers[window.limit] = String(limit)
      headers[window.remaining] = String(Math.max(0, limit - (log.hits.length - log.first)))
      headers[window.reset] = seconds(log.windowEndMs - nowMs)
    }
    return { blocked: false, headers }
  }

  /** The calendar moved by so many milliseconds: windows and blocks keep what is left of them. */
  rebase(byMs: number): void {
    for (const log of this.#logs.values()) {
      log.hits = log.hits.map((atMs) => atMs + byMs)
      log.windowEndMs += byMs
      if (log.blockedUntilMs !== undefined) log.blockedUntilMs += byMs
    }
  }

  #log(id: string, nowMs: number, lengthMs: number): Log {
    const known = this.#logs.get(id)
    if (known !== undefined) {
      if (known.windowEndMs <= nowMs) known.windowEndMs = nowMs + lengthMs
      return known
    }
    this.#prune(nowMs)
    const log = { hits: [], first: 0, windowEndMs: nowMs + lengthMs, blockedUntilMs: undefined }
    this.#logs.set(id, log)
    return log
  }

  /** A record whose window and block are over for a minute says nothing that a new one would not. */
  #prune(nowMs: number): void {
    if (this.#logs.size < this.#pruneAbove) return
    for (const [id, log] of this.#logs) {
      if (Math.max(log.windowEndMs, log.blockedUntilMs ?? 0) + 60_000 <= nowMs) this.#logs.delete(id)
    }
    this.#pruneAbove = Math.max(PRUNE_ABOVE, 2 * this.#logs.size)
  }
}

function count(log: Log, { limit, nowMs, lengthMs }: { limit: number; nowMs: number; lengthMs: number }): void {
  if (log.blockedUntilMs !== undefined) {
    if (log.blockedUntilMs > nowMs) return
    log.blockedUntilMs = undefined
    log.hits = []
    log.first = 0
  }
  dropExpired(log, nowMs - lengthMs)
  log.hits.push(nowMs)
  if (log.hits.length - log.first > limit) log.blockedUntilMs = nowMs + lengthMs
}

function dropExpired(log: Log, untilMs: number): void {
  while (log.first < log.hits.length && (log.hits[log.first] ?? 0) <= untilMs) log.first += 1
  // cut in blocks: shifting one by one would move the whole log at every hit
  if (log.first > 1000 || log.first === log.hits.length) {
    log.hits = log.hits.slice(log.first)
    log.first = 0
  }
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.ceil(ms / 1000)))
}
