// Drives a core by hand: numbered events in, decisions out, and the answers a venue would give.

import { Core } from '../../src/core/core.js'
import type { CoreSettings } from '../../src/core/settings.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import type { ConditionId, Hex } from '../../src/domain/market/market.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import type { Command } from '../../src/domain/run/command.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { executionSettings } from '../../src/execution/schema.js'
import { feedSettings } from '../../src/feed/schema.js'
import { riskLimits } from '../../src/risk/schema.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { at, hashOf } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'

export function settings(change: Partial<CoreSettings> = {}): CoreSettings {
  return {
    quoter: bindStrategy(fixedSpread, { halfSpread: 0.03, size: 10, reduceOnlyMs: 0, stopMs: 0 }),
    risk: riskLimits.parse({}),
    execution: executionSettings.parse({}),
    feed: feedSettings.parse({}),
    fairTauMs: 3000,
    confirmMs: 3000,
    maxFairAgeMs: 30_000,
    volatilityTauMs: 120_000,
    maxLevels: 3,
    makerPaysFee: false,
    holdingsLagMs: 0,
    mergedBestBids: false,
    stopMatchingBeforeSec: 5,
    minLifetimeSec: 0,
    privateEvents: true,
    termRefusals: new Set(['fee-changed']),
    ...change,
  }
}

/** Bids of the others in cents, 100 shares each. */
export function book(yes: number, no: number): MarketBook {
  const bid = (price: number) => ({ bids: [{ price: ticks(price), size: lots(10_000) }], asks: [] })
  return [bid(yes), bid(no)]
}

export class CoreDriver {
  readonly core: Core
  readonly events: CoreInput[] = []
  readonly decisions: Decision[] = []
  monoMs = 1000
  #seq = 0

  constructor(change: Partial<CoreSettings> = {}) {
    this.core = new Core(settings(change))
  }

  /** Number of the last event, ends of turns included. */
  get seq(): number {
    return this.#seq
  }

  push(input: CoreInput, afterMs = 1): Decision {
    this.monoMs += afterMs
    this.events.push(input)
    return this.#turn([input])
  }

  /** Several events of one turn. */
  pushAll(inputs: readonly CoreInput[]): Decision {
    this.monoMs += 1
    this.events.push(...inputs)
    return this.#turn(inputs)
  }

  /** What a turn decided, as one. */
  #turn(inputs: readonly CoreInput[]): Decision {
    const now = at(this.monoMs)
    const steps = [...inputs, { kind: 'turn-end' } as const].map((input) =>
      this.core.step({ ...input, seq: ++this.#seq, at: now }),
    )
    this.decisions.push(...steps)
    const last = steps.at(-1)!
    return {
      ...last,
      commands: steps.flatMap((step) => step.commands),
      ended: steps.flatMap((step) => step.ended),
      corrected: steps.flatMap((step) => step.corrected),
      faults: steps.flatMap((step) => step.faults),
    }
  }

  wake(afterMs: number): Decision {
    return this.push({ kind: 'wake' }, afterMs)
  }

  /** Signed in, funded, with one open market whose book is live. */
  start(collateral = 1000): Decision {
    for (const routeClass of ['read', 'write', 'cancel', 'account'] as const) {
      this.push({ kind: 'budget', routeClass, perSecond: 2000, perMinute: 2000 })
    }
    this.push({ kind: 'clock', errorMs: 50 })
    this.push({ kind: 'session', signedIn: true, detail: 'signed in' })
    this.fund(collateral)
    this.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs }) })
    this.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
    return this.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
  }

  fund(collateral: number, tokens: readonly [number, number] = [0, 0], askedSeq = 0): Decision {
    const totalRaw = raw(collateral)
    const holding = {
      conditionId: A,
      tokensRaw: [raw(tokens[0]), raw(tokens[1])],
      lockedRaw: [0n, 0n],
      pendingRaw: [0n, 0n],
    } as const
    const snapshot = {
      collateral: { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw },
      holdings: [holding],
    }
    return this.push({ kind: 'account', snapshot, askedSeq })
  }

  fee(feeRateBps = 0): Decision {
    return this.push({ kind: 'fee', conditionId: A, feeRateBps, readAtMonoMs: this.monoMs })
  }

  /** Answers the fee, and every order with `open`. Returns the hashes. */
  quote(): Hex[] {
    return intents(this.fee()).map(({ intentId }) => {
      this.push({ kind: 'signed', intentId, hash: hashOf(intentId) })
      this.push({ kind: 'submitted', intentId, hash: hashOf(intentId), status: 'open' })
      return hashOf(intentId)
    })
  }

  /** The venue cancels them whole, says so of each, and answers. */
  gone(hashes: readonly Hex[]): Decision {
    const record = (hash: Hex) => this.record(hash, { status: 'cancelled_local', remainingRaw: 0n })
    for (const hash of hashes) this.push({ kind: 'order', record: record(hash) })
    return this.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
  }

  record(hash: Hex, change: Partial<OrderRecord> = {}): OrderRecord {
    const order = this.core.beliefs.orders.byHash(hash)
    if (!order) throw new Error(`no order ${hash}`)
    const { conditionId, outcome, side, price, type, expirationSec } = order.draft
    return {
      ...{ hash, conditionId, outcome, side, price, type, expirationSec },
      account: '0x00',
      originalRaw: order.originalRaw,
      filledRaw: 0n,
      pendingRaw: 0n,
      remainingRaw: order.originalRaw,
      status: 'open',
      createdMs: at(this.monoMs).venueMs,
      updatedMs: at(this.monoMs).venueMs,
      ...change,
    }
  }
}

export function intents({ commands }: Decision) {
  return commands.flatMap((command) => (command.kind === 'place' ? command.intents : []))
}

export function cancelled({ commands }: Decision): Hex[] {
  return commands.flatMap((command) => (command.kind === 'cancel' ? command.hashes : []))
}

export function ofKind<K extends Command['kind']>({ commands }: Decision, kind: K): Extract<Command, { kind: K }>[] {
  return commands.filter((command): command is Extract<Command, { kind: K }> => command.kind === kind)
}

export function refusals(decision: Decision, conditionId: ConditionId = A): string[] {
  return decision.markets.find((m) => m.conditionId === conditionId)?.refused.map((r) => r.reason) ?? []
}

/** Decisions as text, big integers included. */
export function written(decisions: readonly Decision[]): string {
  return JSON.stringify(decisions, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

/** A core with both bids resting. */
export function quoting(): { readonly driver: CoreDriver; readonly hashes: readonly Hex[] } {
  const driver = new CoreDriver()
  driver.start()
  const hashes = driver.quote()
  if (hashes.length !== 2) throw new Error(`quotes: expected 2, got ${hashes.length}`)
  return { driver, hashes }
}
