// The venue's throttler for one key and one route class, written from its description alone.
//
//   windows are checked short first; each hit expires one window after itself; the first excess starts a block of one window,
//   during which hits do not count; a finished block clears all hits; a later window is not counted when an earlier one blocks

interface Log {
  readonly name: 'short' | 'medium'
  readonly windowMs: number
  readonly limit: number
  hits: number[]
  blockedUntil: number
}

export interface ThrottleVerdict {
  readonly allowed: boolean
  readonly headers: Record<string, string>
}

export class ExactThrottler {
  private readonly logs: Log[]

  constructor(perSecond: number, perMinute: number) {
    this.logs = [
      { name: 'short', windowMs: 1_000, limit: perSecond, hits: [], blockedUntil: 0 },
      { name: 'medium', windowMs: 60_000, limit: perMinute, hits: [], blockedUntil: 0 },
    ]
  }

  hit(now: number): ThrottleVerdict {
    const headers: Record<string, string> = {}
    for (const log of this.logs) {
      if (log.blockedUntil !== 0 && now >= log.blockedUntil) {
        log.blockedUntil = 0
        log.hits = []
      }
      log.hits = log.hits.filter((at) => at + log.windowMs > now)
      if (log.blockedUntil === 0) log.hits.push(now)
      if (log.blockedUntil === 0 && log.hits.length > log.limit) log.blockedUntil = now + log.windowMs
      if (log.blockedUntil !== 0) {
        return {
          allowed: false,
          headers: { [`retry-after-${log.name}`]: `${Math.ceil((log.blockedUntil - now) / 1000)}` },
        }
      }
      headers[`x-ratelimit-limit-${log.name}`] = `${log.limit}`
      headers[`x-ratelimit-remaining-${log.name}`] = `${Math.max(0, log.limit - log.hits.length)}`
      headers[`x-ratelimit-reset-${log.name}`] = '1'
    }
    return { allowed: true, headers }
  }
}
