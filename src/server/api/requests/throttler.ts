// Rate limits: two independent windows per tracker and route class, `short` (1 s) checked before `medium` (60 s).
//
//   hits       a sliding log: each expires one full window after itself
//   Reset      seconds to the end of the record's window, rounded up; promises nothing about the hits
//   block      the first excess request starts one full window in which hits do not count; its end clears all hits
//
// The first window that blocks answers, and a later one is then not counted. Headers of a blocked window: only Retry-After-x.

import type { RouteClass, WindowLimits } from '../../../venue/wire/profile.js'

const SHORT = 0
const MEDIUM = 1
const WINDOWS = [windowOf('short', 1000), windowOf('medium', 60_000)] as const

function windowOf(name: 'short' | 'medium', lengthMs: number) {
  const rate = 'X-RateLimit-'
  const headers = {
    limit: `${rate}Limit-${name}`,
    remaining: `${rate}Remaining-${name}`,
    reset: `${rate}Reset-${name}`,
  }
  return { lengthMs, ...headers, retryAfter: `Retry-After-${name}` }
}

/** Records kept before idle ones are looked for. */
const PRUNE_ABOVE = 5000

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

/** One log for each window. */
type Logs = readonly [Log, Log]

export class Throttler {
  readonly #logs = new Map<string, Logs>()
  #pruneAbove = PRUNE_ABOVE

  hit({ tracker, routeClass, limits, nowMs }: Hit): HitResult {
    const logs = this.#logsOf(`${tracker}|${routeClass}`, nowMs)
    const headers: Record<string, string> = {}
    for (const at of [SHORT, MEDIUM] as const) {
      const window = WINDOWS[at]
      const limit = at === SHORT ? limits.perSecond : limits.perMinute
      const log = logs[at]
      count(log, { limit, nowMs, lengthMs: window.lengthMs })
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
    for (const log of [...this.#logs.values()].flat()) {
      log.hits = log.hits.map((atMs) => atMs + byMs)
      log.windowEndMs += byMs
      if (log.blockedUntilMs !== undefined) log.blockedUntilMs += byMs
    }
  }

  #logsOf(id: string, nowMs: number): Logs {
    const known = this.#logs.get(id)
    if (known !== undefined) return known
    this.#prune(nowMs)
    const logs = [newLog(), newLog()] as const
    this.#logs.set(id, logs)
    return logs
  }

  /** A record whose windows and blocks are over for a minute says nothing that a new one would not. */
  #prune(nowMs: number): void {
    if (this.#logs.size < this.#pruneAbove) return
    for (const [id, logs] of this.#logs) {
      const isOver = ({ windowEndMs, blockedUntilMs = 0 }: Log) =>
        Math.max(windowEndMs, blockedUntilMs) + 60_000 <= nowMs
      if (logs.every(isOver)) this.#logs.delete(id)
    }
    this.#pruneAbove = Math.max(PRUNE_ABOVE, 2 * this.#logs.size)
  }
}

/** Its window begins with the first hit. */
function newLog(): Log {
  return { hits: [], first: 0, windowEndMs: Number.NEGATIVE_INFINITY, blockedUntilMs: undefined }
}

function count(log: Log, { limit, nowMs, lengthMs }: { limit: number; nowMs: number; lengthMs: number }): void {
  if (log.windowEndMs <= nowMs) log.windowEndMs = nowMs + lengthMs
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
  // cut by halves: a log of any length moves each of its hits once
  if (log.first > 0 && 2 * log.first >= log.hits.length) {
    log.hits = log.hits.slice(log.first)
    log.first = 0
  }
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.ceil(ms / 1000)))
}
