// Which fault strikes on which occasion: seeded, by scope, with a rate, a count and a duration. Decides only; effects are elsewhere.

import { type Random, seededRandom } from '../../../domain/random.js'
import type { FaultKind, FaultSpec, WireActiveFault } from '../../../venue/wire/fault-schema.js'
import { ApiError } from '../requests/error-table.js'

/** Something that a fault may strike. */
export interface Occasion {
  /** Of a request. */
  readonly method?: string
  readonly path?: string
  /** Wallets concerned, in any case. */
  readonly accounts?: readonly string[]
  readonly conditionId?: string | undefined
  /** Name of a socket event. */
  readonly event?: string
}

export type SpecOf<K extends FaultKind> = Extract<FaultSpec, { readonly kind: K }>

interface Entry<S extends FaultSpec = FaultSpec> {
  readonly id: string
  readonly spec: S
  fromMs: number
  untilMs: number
  readonly random: Random
  hits: number
}

/** Faults held at one time. */
const MAX_FAULTS = 100

export class FaultPlan {
  readonly #random: Random
  readonly #entries = new Map<string, Entry>()
  #made = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Whether nothing can strike: lets the common case cost nothing. */
  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Throws `bad_request` when there are too many. */
  add(spec: FaultSpec, nowMs: number): WireActiveFault {
    this.#dropEnded(nowMs)
    if (this.#entries.size >= MAX_FAULTS) throw new ApiError('bad_request', `at most ${MAX_FAULTS} faults; clear some`)
    this.#made += 1
    const id = `fault_${this.#made}`
    const fromMs = nowMs + spec.afterMs
    const entry: Entry = {
      id,
      spec,
      fromMs,
      untilMs: spec.durationMs === undefined ? Number.POSITIVE_INFINITY : fromMs + spec.durationMs,
      random: spec.seed === undefined ? this.#random.fork(id) : seededRandom(spec.seed, 'fault'),
      hits: 0,
    }
    this.#entries.set(id, entry)
    return shown(entry)
  }

  /** The calendar moved by so many milliseconds: delays and durations keep what is left of them. */
  rebase(byMs: number): void {
    for (const entry of this.#entries.values()) {
      entry.fromMs += byMs
      entry.untilMs += byMs
    }
  }

  /** Those that are not over, oldest first. */
  list(nowMs: number): WireActiveFault[] {
    this.#dropEnded(nowMs)
    return [...this.#entries.values()].map(shown)
  }

  /** One, or all of them; how many. */
  clear(id?: string): number {
    if (id !== undefined) return this.#entries.delete(id) ? 1 : 0
    const { size } = this.#entries
    this.#entries.clear()
    return size
  }

  /** The first fault of the kind that strikes this occasion, counted; `undefined` when none does. */
  strike<K extends FaultKind>(kind: K, occasion: Occasion, nowMs: number): (SpecOf<K> & { id: string }) | undefined {
    for (const entry of this.#entries.values()) {
      if (!isOfKind(entry, kind) || nowMs < entry.fromMs) continue
      if (hasEnded(entry, nowMs)) {
        this.#entries.delete(entry.id)
        continue
      }
      if (!concerns(entry.spec, occasion)) continue
      // drawn on every occasion, so that a run is the same for the same seed
      if (entry.random.next() >= entry.spec.rate) continue
      entry.hits += 1
      return { ...entry.spec, id: entry.id }
    }
    return undefined
  }

  #dropEnded(nowMs: number): void {
    for (const entry of this.#entries.values()) if (hasEnded(entry, nowMs)) this.#entries.delete(entry.id)
  }
}

function isOfKind<K extends FaultKind>(entry: Entry, kind: K): entry is Entry<SpecOf<K>> {
  return entry.spec.kind === kind
}

function hasEnded({ spec, untilMs, hits }: Entry, nowMs: number): boolean {
  return nowMs >= untilMs || (spec.count !== undefined && hits >= spec.count)
}

function concerns(spec: FaultSpec, { method, path, accounts = [], conditionId, event }: Occasion): boolean {
  if (spec.route !== undefined) {
    const [wantedMethod, wantedPath] = spec.route.split(' ')
    if (wantedMethod !== '*' && wantedMethod !== method) return false
    if (wantedPath !== '*' && wantedPath !== path) return false
    if (path === undefined) return false
  }
  const { account } = spec
  if (account !== undefined && !accounts.some((one) => one.toLowerCase() === account.toLowerCase())) return false
  if (spec.conditionId !== undefined && spec.conditionId.toLowerCase() !== conditionId?.toLowerCase()) return false
  return !('event' in spec) || spec.event === undefined || spec.event === event
}

function shown({ id, spec, fromMs, untilMs, hits }: Entry): WireActiveFault {
  return {
    id,
    fault: spec,
    fromMs,
    ...(untilMs === Number.POSITIVE_INFINITY ? {} : { untilMs }),
    hits,
    ...(spec.count === undefined ? {} : { left: Math.max(0, spec.count - hits) }),
  }
}
