// What a recorded bot sent and heard of its own, from its core's stream: sent as the core decided it, carried out by the venue's own stamp,
// answered as the core heard it. What was under way when lines were lost is left out: it may have been answered in them.

import type { ConditionId, Hex } from '../domain/market/market.js'
import { isTerminal, type OrderDraft, type OrderRecord } from '../domain/orders/order.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import {
  aboutMarket,
  aboutOrder,
  type RecordedMessages,
  type SentMessage,
  type ToldOrder,
} from '../domain/run/sent-message.js'
import type { CoreRecord } from './open-tape.js'

type Sent = { -readonly [K in keyof SentMessage]: K extends 'answeredMs' ? number | undefined : SentMessage[K] } & {
  readonly sentMonoMs: number
  isLost: boolean
}

/** Of one run. */
class MessagesOfRun {
  readonly #sent: Sent[] = []
  readonly #told: ToldOrder[] = []
  readonly #start: { atMs?: number; signedInMs?: number; marketsMs?: number } = {}
  #endMs = 0
  readonly #drafts = new Map<number, OrderDraft>()
  readonly #about = new Map<Hex, string>()
  /** Not answered yet, by what an answer names. */
  readonly #submits = new Map<number, Sent>()
  readonly #cancels = new Map<Hex, Sent>()
  readonly #fees = new Map<ConditionId, Sent>()
  /** By order: what places or cancels it, of which the venue has not told yet. */
  readonly #placing = new Map<Hex, Sent>()
  readonly #cancelling = new Map<Hex, Sent>()

  take(record: CoreRecord): void {
    if (record.kind === 'gap') {
      for (const open of [this.#submits, this.#cancels, this.#fees]) {
        for (const message of open.values()) message.isLost = true
        open.clear()
      }
      return
    }
    const { event, decision } = record
    this.#endMs = event.at.wallMs
    this.#start.atMs ??= event.at.wallMs
    this.#hear(event)
    for (const command of commandsOf(decision)) this.#sends(command, event)
  }

  messages(): RecordedMessages {
    const sent = this.#sent
      .filter(({ isLost }) => !isLost)
      .map(({ isLost: _lost, sentMonoMs: _mono, answeredMs = this.#endMs, ...message }) => ({ ...message, answeredMs }))
    return { sent, told: this.#told, start: this.#start }
  }

  #hear(event: CoreEvent): void {
    switch (event.kind) {
      case 'session':
        if (event.signedIn) this.#start.signedInMs ??= event.at.wallMs
        break
      case 'market':
        this.#start.marketsMs ??= event.at.wallMs
        break
      case 'signed':
        this.#signed(event)
        break
      case 'submitted':
      case 'submit-failed':
        answered(this.#submits, event.intentId, { event, hasFailed: event.kind !== 'submitted' })
        break
      case 'cancel-answered':
        for (const { hash } of [...event.cancelled.map((hash) => ({ hash })), ...event.failed])
          answered(this.#cancels, hash, { event })
        break
      case 'cancel-failed':
        for (const hash of event.hashes) answered(this.#cancels, hash, { event, hasFailed: true })
        break
      case 'fee':
        answered(this.#fees, event.conditionId, { event })
        break
      case 'read-failed':
        if (event.read === 'fee' && event.conditionId)
          answered(this.#fees, event.conditionId, { event, hasFailed: true })
        break
      case 'order':
        this.#hearOrder(event.record, event.at.wallMs)
        break
    }
  }

  #signed({ intentId, hash, at }: Extract<CoreEvent, { kind: 'signed' }>): void {
    const draft = this.#drafts.get(intentId)
    this.#drafts.delete(intentId)
    const about = draft === undefined ? '' : aboutOrder(draft)
    this.#about.set(hash, about)
    const message = this.#send('submit', about, at)
    this.#submits.set(intentId, message)
    this.#placing.set(hash, message)
  }

  #sends(command: object, { at }: CoreEvent): void {
    const kind = Reflect.get(command, 'kind')
    if (kind === 'place') {
      const intents: unknown = Reflect.get(command, 'intents')
      if (Array.isArray(intents)) for (const { intentId, draft } of intents) this.#drafts.set(intentId, draft)
    } else if (kind === 'read-fee') {
      const conditionId: ConditionId = Reflect.get(command, 'conditionId')
      this.#fees.set(conditionId, this.#send('read', aboutMarket(conditionId), at))
    } else if (kind === 'cancel') {
      const hashes: readonly Hex[] = Reflect.get(command, 'hashes')
      const [first] = hashes
      if (first === undefined) return
      // one request, however many orders
      const message = this.#send('cancel', this.#about.get(first) ?? '', at)
      for (const hash of hashes) {
        this.#cancels.set(hash, message)
        this.#cancelling.set(hash, message)
      }
    }
  }

  #send(kind: SentMessage['kind'], about: string, at: CoreEvent['at']): Sent {
    const { wallMs: sentMs, monoMs: sentMonoMs } = at
    const message: Sent = { kind, about, sentMs, sentMonoMs, answeredMs: undefined, hasFailed: false, isLost: false }
    this.#sent.push(message)
    return message
  }

  #hearOrder(record: OrderRecord, atMs: number): void {
    const { hash, status, createdMs, updatedMs } = record
    this.#told.push({ about: aboutOrder(record), venueMs: updatedMs, atMs })
    const placing = this.#placing.get(hash)
    this.#placing.delete(hash)
    if (placing !== undefined) placing.venueMs = createdMs
    if (!isTerminal(status)) return
    const cancelling = this.#cancelling.get(hash)
    this.#cancelling.delete(hash)
    this.#about.delete(hash)
    if (cancelling !== undefined && status === 'cancelled_local') cancelling.venueMs ??= updatedMs
  }
}

interface Answered {
  readonly event: CoreEvent
  readonly hasFailed?: boolean
}

function answered<K>(open: Map<K, Sent>, key: K, { event, hasFailed = false }: Answered): void {
  const message = open.get(key)
  open.delete(key)
  if (message === undefined || message.answeredMs !== undefined) return
  message.answeredMs = event.at.wallMs
  message.tookMs = event.at.monoMs - message.sentMonoMs
  message.hasFailed = hasFailed
}

function commandsOf(decision: unknown): readonly object[] {
  const commands: unknown = Reflect.get(Object(decision), 'commands')
  return Array.isArray(commands) ? commands.filter((command) => typeof command === 'object' && command !== null) : []
}

/** Of each run by itself, together in the order of time. */
export async function sentMessages(runs: readonly AsyncIterable<readonly CoreRecord[]>[]): Promise<RecordedMessages> {
  const all: RecordedMessages[] = []
  for (const records of runs) {
    const run = new MessagesOfRun()
    for await (const batch of records) for (const record of batch) run.take(record)
    all.push(run.messages())
  }
  return {
    sent: all.flatMap(({ sent }) => sent).sort((a, b) => a.sentMs - b.sentMs),
    told: all.flatMap(({ told }) => told).sort((a, b) => a.atMs - b.atMs),
    start: all.map(({ start }) => start).find(({ atMs }) => atMs !== undefined) ?? {},
  }
}
