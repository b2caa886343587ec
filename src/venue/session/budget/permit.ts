// The right to one request: how it is asked for, counted, and drawn from a second keeper of the budget.

import type { RouteClass, WindowLimits } from '../../wire/profile.js'
import type { WindowName } from './rate-headers.js'

/** `routine` requests leave the class's reserve alone. */
export type Priority = 'urgent' | 'routine'

/** The right to one request, spent. */
export interface Permit {
  readonly cls: RouteClass
  /** How many of ours each window counted at the taking, this one included. */
  readonly usedAtTake: Readonly<Record<WindowName, number>>
  /** Running number in the class. */
  readonly serial: number
}

export interface Availability {
  /** Requests that may be sent now, per window; 0 while blocked. */
  readonly short: number
  readonly medium: number
  /** The venue asked for silence until then, monotonic. */
  readonly blockedUntilMs?: number
}

/** A second keeper of the same budget, from which permits are drawn ahead of need. */
export interface PermitStock {
  /** Permits drawn and not spent. */
  available(cls: RouteClass): number
  take(cls: RouteClass): void
  /** A spent permit was answered: it comes back to each window after the given times. */
  settled(cls: RouteClass, holds: { readonly shortMs: number; readonly mediumMs: number }): void
  /** What can be spent at most per window, the use of others taken off. */
  resize(cls: RouteClass, limits: WindowLimits): void
}
