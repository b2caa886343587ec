// As much of a Redis as a shared book needs, in memory: for tests that want no process of its own.

import type { Redis } from 'ioredis'

export function plainRedis() {
  const texts = new Map<string, string>()
  let nowMs = 1_000_000
  const answered = (key: string, [before, next]: readonly (string | undefined)[]) => {
    if (next === undefined) return [texts.get(key) ?? '', nowMs, 'run']
    if ((texts.get(key) ?? '') !== before) return 0
    texts.set(key, next)
    return 1
  }
  const redis = {
    eval: async (_script: string, _keys: number, key: string, ...values: string[]) => answered(key, values),
    disconnect: () => undefined,
  }
  return {
    redis: redis as unknown as Redis,
    /** Its own, and that of who asks it. */
    clock: {
      monoMs: () => nowMs,
      advance: (ms: number) => {
        nowMs += ms
      },
    },
    textAt: (key: string) => texts.get(key),
  }
}
