// How long the requests of a recorded bot took, from its core's stream: sent as the core decided it, answered as the core heard it.

import { QuoinError } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { RoundTrip } from '../domain/run/round-trip.js'
import type { CoreRecord } from './open-tape.js'

/** In the order of the answers. */
export type RoundTrips = Readonly<Record<'submit' | 'cancel' | 'read', readonly RoundTrip[]>>

/** Fewer say nothing of the rare slow ones. */
export const LEAST_TRIPS = 20

class Stopwatch {
  readonly submit: RoundTrip[] = []
  readonly cancel: RoundTrip[] = []
  readonly read: RoundTrip[] = []
  readonly #signed = new Map<number, number>()
  readonly #cancelled = new Map<string, number>()
  readonly #feesAsked = new Map<ConditionId, number>()

  take(record: CoreRecord): void {
    if (record.kind === 'gap') {
      // what was under way may have been answered in it
      for (const open of [this.#signed, this.#cancelled, this.#feesAsked]) open.clear()
      return
    }
    const { event, decision } = record
    const nowMs = event.at.monoMs
    const atMs = event.at.wallMs
    if (event.kind === 'signed') this.#signed.set(event.intentId, nowMs)
    else if (event.kind === 'submitted') stop(this.#signed, event.intentId, { nowMs, atMs, into: this.submit })
    else if (event.kind === 'fee') stop(this.#feesAsked, event.conditionId, { nowMs, atMs, into: this.read })
    else if (event.kind === 'cancel-answered') {
      // one request, however many orders
      const [first, ...rest] = [...event.cancelled, ...event.failed.map(({ hash }) => hash)]
      if (first !== undefined) stop(this.#cancelled, first, { nowMs, atMs, into: this.cancel })
      for (const hash of rest) this.#cancelled.delete(hash)
    }
    for (const command of commandsOf(decision)) this.#sent(command, nowMs)
  }

  #sent(command: object, nowMs: number): void {
    const kind = Reflect.get(command, 'kind')
    if (kind === 'read-fee') this.#feesAsked.set(Reflect.get(command, 'conditionId'), nowMs)
    if (kind !== 'cancel') return
    const hashes: unknown = Reflect.get(command, 'hashes')
    if (Array.isArray(hashes)) for (const hash of hashes) this.#cancelled.set(String(hash), nowMs)
  }
}

function commandsOf(decision: unknown): readonly object[] {
  const commands: unknown = Reflect.get(Object(decision), 'commands')
  return Array.isArray(commands) ? commands.filter((command) => typeof command === 'object' && command !== null) : []
}

interface Stopped {
  readonly nowMs: number
  readonly atMs: number
  readonly into: RoundTrip[]
}

function stop<K>(open: Map<K, number>, key: K, { nowMs, atMs, into }: Stopped) {
  const sinceMs = open.get(key)
  open.delete(key)
  if (sinceMs !== undefined && nowMs >= sinceMs) into.push({ tookMs: nowMs - sinceMs, atMs })
}

/** Throws `bad-tape` where too few requests of a kind were answered. */
export async function roundTrips(
  records: AsyncIterable<readonly CoreRecord[]>,
  /** Stands before the message: of which tape they are, and who needs them. */
  of = '',
): Promise<RoundTrips> {
  const watch = new Stopwatch()
  for await (const batch of records) for (const record of batch) watch.take(record)
  // of several runs that were recorded at once, one comes after the other
  const inOrder = (trips: readonly RoundTrip[]) => [...trips].sort((a, b) => a.atMs - b.atMs)
  const [submit, cancel, read] = [inOrder(watch.submit), inOrder(watch.cancel), inOrder(watch.read)]
  for (const [kind, all] of Object.entries({ submit, cancel, read })) {
    if (all.length >= LEAST_TRIPS) continue
    throw new QuoinError(
      'bad-tape',
      `${of}round trips of ${kind}: expected at least ${LEAST_TRIPS} in the core stream, got ${all.length}`,
    )
  }
  return { submit, cancel, read }
}
