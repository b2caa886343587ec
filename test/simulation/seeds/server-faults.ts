// What may go wrong at the venue's server, for a while.

import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import type { Drawn } from './drawn.js'

const ROUTES = [
  'POST /markets/{id}/orders',
  'POST /orders/cancel-many',
  'GET /orders/{hash}',
  'GET /orders',
  'GET *',
  '* *',
] as const

type FaultDraw = (draw: Drawn) => FaultSpecInput

export const SERVER_FAULTS: readonly FaultDraw[] = [
  (d) => ({ kind: 'answer-dropped', carriedOut: d.of(true, false), rate: d.rate(0.1, 0.9), route: d.of(...ROUTES) }),
  (d) => ({ kind: 'answer-delayed', delayMs: d.between(100, 4500), rate: d.rate(0.1, 1), route: d.of(...ROUTES) }),
  (d) => ({
    ...{ kind: 'server-error', status: d.of(500, 502, 503, 504), carriedOut: d.of(true, false) },
    ...{ rate: d.rate(0.1, 0.9), route: d.of(...ROUTES) },
  }),
  (d) => ({ kind: 'proxy-429', rate: d.rate(0.1, 0.6), ...d.of({}, { retryAfterSec: 1 }) }),
  () => ({ kind: 'stale-book' }),
  (d) => ({ kind: 'fee-changed', rate: d.rate(0.1, 0.5), deltaBps: d.between(5, 60) }),
  (d) => ({ kind: 'expired-token', rate: d.rate(0.1, 0.5) }),
  () => ({ kind: 'cancel-only' }),
  () => ({ kind: 'halted' }),
  (d) => ({ kind: 'clock-skew', skewMs: d.of(1, -1) * d.of(d.between(500, 5000), d.between(20_000, 600_000)) }),
  (d) => ({ kind: 'restart', losesOrders: d.of(true, false) }),
  (d) => ({ kind: 'settlement-late', delayMs: d.between(500, 6000), rate: d.rate(0.3, 1) }),
  (d) => ({ kind: 'settlement-failed', rate: d.rate(0.3, 1) }),
  () => ({ kind: 'socket-silent' }),
  () => ({ kind: 'socket-cut' }),
  (d) => ({ kind: 'event-duplicated', rate: d.rate(0.1, 1) }),
  (d) => ({ kind: 'event-reordered', rate: d.rate(0.1, 0.6) }),
  (d) => ({ kind: 'event-lost', rate: d.rate(0.05, 0.4) }),
]

/** Longest, milliseconds; the others last up to ten seconds. */
export const SHORT: Readonly<Partial<Record<FaultSpecInput['kind'], number>>> = {
  restart: 4000,
  halted: 5000,
  'proxy-429': 3000,
}
