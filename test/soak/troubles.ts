// What a soak does to its processes, one after the other: faults of the venue, kills, a bot that is stopped for a while.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultSpecInput } from '../../src/venue/wire/fault-schema.js'
import type { Stage } from './stage.js'

/** Longer than the watchdog waits. */
const DEAD_MS = 8000
const durationMs = 6000

export interface Trouble {
  readonly name: string
  run(stage: Stage): Promise<void>
}

const fault = (spec: FaultSpecInput): Trouble => ({
  name: `${spec.kind}${'event' in spec && spec.event ? ` ${spec.event}` : ''}`,
  run: (stage) => stage.fault(spec),
})

const ORDERS = 'POST /markets/{id}/orders'

export const TROUBLES: readonly Trouble[] = [
  fault({ kind: 'answer-dropped', route: ORDERS, rate: 0.3, durationMs }),
  {
    name: 'bot killed',
    async run({ bot }) {
      await bot.end('SIGKILL')
      await sleep(DEAD_MS)
    },
  },
  fault({ kind: 'answer-delayed', delayMs: 1500, durationMs }),
  fault({ kind: 'socket-cut', count: 1 }),
  {
    name: 'server killed',
    async run(stage) {
      await stage.server.end('SIGKILL')
      await stage.startServer()
    },
  },
  fault({ kind: 'server-error', status: 503, rate: 0.5, durationMs }),
  fault({ kind: 'event-lost', rate: 0.2, durationMs }),
  {
    name: 'bot stopped for a while',
    async run({ bot }) {
      bot.signal('SIGSTOP')
      await sleep(DEAD_MS)
      bot.signal('SIGCONT')
    },
  },
  fault({ kind: 'proxy-429', durationMs: 3000 }),
  fault({ kind: 'settlement-late', delayMs: 3000, durationMs }),
  {
    name: 'watchdog killed',
    async run(stage) {
      await stage.watchdog.end('SIGKILL')
      await stage.startWatchdog()
    },
  },
  fault({ kind: 'socket-silent', durationMs }),
  fault({ kind: 'expired-token', count: 2 }),
  {
    name: 'bot killed, and started at once',
    async run({ bot }) {
      await bot.end('SIGKILL')
    },
  },
  fault({ kind: 'cancel-only', durationMs: 4000 }),
  fault({ kind: 'answer-dropped', route: 'POST *', carriedOut: false, rate: 0.3, durationMs }),
]
