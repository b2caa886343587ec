// Hears a source of signals, on the real clock.

import { expect } from 'vitest'
import type { SignalSource, SignalWord } from '../../src/signals/signal-source.js'
import { createRealClock } from '../../src/venue/transport/real-clock.js'

export const clock = createRealClock()

export interface Heard {
  readonly words: SignalWord[]
  readonly failures: string[]
  /** Times that all of it could be read. */
  reads: number
}

export function listen(source: SignalSource): Heard {
  const heard: Heard = { words: [], failures: [], reads: 0 }
  source.start({
    told: (word) => heard.words.push(word),
    failed: (message) => heard.failures.push(message),
    read: () => heard.reads++,
  })
  return heard
}

export const until = (met: () => boolean) => expect.poll(met, { timeout: 10_000, interval: 5 }).toBe(true)
