// How long the requests of a recorded bot took, from its core's stream: sent as the core decided it, answered as the core heard it.

import { QuoinError } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { CoreRecord } from './open-tape.js'

/** Milliseconds, in the order of the answers. */
export interface RoundTrips {
  readonly submit: readonly number[]
  readonly cancel: readonly number[]
  readonly read: readonly number[]
}

/** Fewer say nothing of the rare slow ones. */
const LEAST = 20

class Stopwatch {
  readonly submit: number[] = []
  readonly cancel: number[] = []
  readonly read: number[] = []
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
    if (event.kind === 'signed') this.#signed.set(event.intentId, nowMs)
    else if (event.kind === 'submitted') stop(this.#signed, event.intentId, { nowMs, into: this.submit })
    else if (event.kind === 'fee') stop(this.#feesAsked, event.conditionId, { nowMs, into: this.read })
    else if (event.kind === 'cancel-answered') {
      // one request, however many orders
      const [first, ...rest] = [...event.cancelled, ...event.failed.map(({ hash }) => hash)]
      if (first !== undefined) stop(this.#cancelled, first, { nowMs, into: this.cancel })
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

function stop<K>(open: Map<K, number>, key: K, { nowMs, into }: { readonly nowMs: number; readonly into: number[] }) {
  const sinceMs = open.get(key)
  open.delete(key)
  if (sinceMs !== undefined && nowMs >= sinceMs) into.push(nowMs - sinceMs)
}

/** Throws `bad-tape` where too few requests of a kind were answered. */
export async function roundTrips(
  records: AsyncIterable<readonly CoreRecord[]>,
  /** Stands before the message: of which tape they are, and who needs them. */
  of = '',
): Promise<RoundTrips> {
  const watch = new Stopwatch()
  for await (const batch of records) for (const record of batch) watch.take(record)
  const { submit, cancel, read } = watch
  for (const [kind, all] of Object.entries({ submit, cancel, read })) {
    if (all.length >= LEAST) continue
    throw new QuoinError(
      'bad-tape',
      `${of}round trips of ${kind}: expected at least ${LEAST} in the core stream, got ${all.length}`,
    )
  }
  return { submit, cancel, read }
}
