// What `run` needs from a bot, and what it gives it. The pipeline fulfils it.

import type { CoreEvent } from '../domain/core-event.js'
import type { Decision } from '../domain/decision.js'
import type { BotSnapshot } from '../domain/snapshot.js'

/** Watches; it never answers and never throws. */
export interface BotTap {
  event(event: CoreEvent): void
  step(decision: Decision, durationMs: number): void
  /** Something a person should read. */
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, details?: Record<string, unknown>): void
}

/** What a stop left behind. */
export interface StopReport {
  /** Whether listing confirmed what is below. */
  readonly verified: boolean
  /** Orders that may still be matched. */
  readonly openOrders: readonly { readonly hash: string; readonly market: string; readonly expirationSec: number }[]
  /** Matches that wait for the chain. */
  readonly pendingSettlements: readonly { readonly hash: string; readonly market: string; readonly shares: number }[]
  readonly positions: readonly {
    readonly market: string
    readonly shares: readonly [number, number]
    /** Units of collateral. */
    readonly worstCaseLoss: number
  }[]
}

export interface Bot {
  start(): void
  snapshot(): BotSnapshot | undefined
  /** Resolves with the reason when the bot stops itself. */
  readonly stoppedItself: Promise<string>
  /** Cancels everything and verifies by listing; gives up at the deadline, in milliseconds from now, and says so. */
  stop(deadlineMs: number): Promise<StopReport>
}
