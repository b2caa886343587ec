// What a staged core has asked for and nobody has answered yet: each answer can come as one of several events, and at any moment.

import type { ConditionId } from '../../../src/domain/market/market.js'
import type { OrderPhase, OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { Random } from '../../../src/domain/random.js'
import type { Command, PlaceIntent } from '../../../src/domain/run/command.js'
import type { CoreInput, ReadKind } from '../../../src/domain/run/core-event.js'
import type { Instant } from '../../../src/domain/time.js'
import { hashOf } from '../../execution/builders.js'
import type { EventKind } from './occasions.js'
import { answerTo } from './staged-reads.js'
import type { StagedVenue } from './staged-venue.js'

interface Owed {
  /** What it may become; the first one mostly. */
  readonly kinds: readonly EventKind[]
  readonly concerns: (order: OwnOrder) => boolean
  readonly answer: (kind: EventKind, now: Instant) => readonly CoreInput[]
  readonly dueMonoMs: number
}

/** `within`: milliseconds until it is answered at the latest; it concerns every order unless it says which. */
type Debt = Omit<Owed, 'dueMonoMs' | 'concerns'> & Partial<Pick<Owed, 'concerns'>> & { readonly within?: number }

type Asked<K extends Command['kind']> = Extract<Command, { readonly kind: K }>

const permitsOf = (command: Command) => ('permits' in command ? command.permits : [])

/** Answers are owed no longer than that, and signatures: late, where what is waited for is wanted, else soon. */
const MOST_MS = { late: 2500, soon: 300 }
const SIGNED_MS = { late: 1500, soon: 150 }
const WAITING: ReadonlySet<OrderPhase> = new Set(['sent', 'cancelling', 'unknown', 'ended'])
const USUAL = 0.8
const ARRIVES = 0.8
const LOST = { code: 'unreachable', message: 'no answer', mayHaveHappened: true } as const
const REFUSED = { code: 'would-match', message: 'it would match' } as const
const TOO_OLD = { code: 'fee-stale', message: 'too old' } as const
const FAILED = { code: 'unreachable', message: 'no answer' } as const
const ofAll = () => true

export class OwedAnswers {
  readonly #venue: StagedVenue
  readonly #random: Random
  readonly #mostMs: number
  readonly #signedMs: number
  #owed: Owed[] = []

  /** `focus`: phase in which orders are wanted. */
  constructor(venue: StagedVenue, random: Random, focus: OrderPhase) {
    this.#mostMs = WAITING.has(focus) ? MOST_MS.late : MOST_MS.soon
    this.#signedMs = focus === 'signing' ? SIGNED_MS.late : SIGNED_MS.soon
    this.#venue = venue
    this.#random = random
  }

  /** As events of the kind, if that is owed and concerns the order. */
  early(kind: EventKind, order: OwnOrder, now: Instant): readonly CoreInput[] | undefined {
    const found = this.#owed.find(({ kinds, concerns }) => kinds.includes(kind) && concerns(order))
    if (found === undefined) return undefined
    this.#owed = this.#owed.filter((owed) => owed !== found)
    return found.answer(kind, now)
  }

  /** Those whose time has come. */
  due(now: Instant): readonly CoreInput[] {
    const due = this.#owed.filter(({ dueMonoMs }) => dueMonoMs <= now.monoMs)
    if (due.length > 0) this.#owed = this.#owed.filter((owed) => !due.includes(owed))
    return due.flatMap(({ kinds, answer }) => {
      const [usual, ...others] = kinds
      const other = others[this.#random.below(Math.max(1, others.length))]
      const kind = other === undefined || this.#random.next() < USUAL ? usual : other
      return kind === undefined ? [] : answer(kind, now)
    })
  }

  asked(command: Command, now: Instant): void {
    for (const permit of permitsOf(command))
      this.#owe({ kinds: ['answered'], answer: () => [{ kind: 'answered', permit, told: {} }] }, now)
    for (const debt of this.#debtsOf(command, now)) this.#owe(debt, now)
  }

  #owe({ within = this.#mostMs, concerns = ofAll, ...owed }: Debt, { monoMs }: Instant): void {
    this.#owed.push({ ...owed, concerns, dueMonoMs: monoMs + 1 + this.#random.below(within) })
  }

  #debtsOf(command: Command, now: Instant): readonly Debt[] {
    switch (command.kind) {
      case 'place':
        return command.intents.map((intent) => this.#signature(intent))
      case 'cancel':
        return [this.#cancel(command)]
      case 'look-up':
        return [this.#lookUp(command)]
      case 'resend':
        return [this.#resent(command, now)]
      case 'give-permit': {
        const { permit } = command
        const answered = { kind: 'answered', permit, told: {} } as const
        const answer: Debt['answer'] = (kind) => [kind === 'permit-unused' ? { kind, permit } : answered]
        return [{ kinds: ['answered', 'permit-unused'], answer }]
      }
      default:
        return this.#read(command, now)
    }
  }

  #signature(intent: PlaceIntent): Debt {
    const { intentId } = intent
    return {
      kinds: ['signed', 'submit-failed'],
      concerns: (order) => order.intentId === intentId,
      within: this.#signedMs,
      answer: (kind, now) => {
        if (kind === 'submit-failed') return [{ kind, intentId, failure: TOO_OLD }]
        this.#owe(this.#sent(intent, now), now)
        return [{ kind: 'signed', intentId, hash: hashOf(intentId) }]
      },
    }
  }

  #sent(intent: PlaceIntent, { monoMs, venueMs }: Instant): Debt {
    const { intentId } = intent
    const drawn = this.#random.next()
    const order = drawn < ARRIVES ? this.#venue.take(intent, venueMs) : undefined
    const isRefused = drawn > 1 - (1 - ARRIVES) / 2
    return {
      kinds: order === undefined ? ['submit-failed'] : ['submitted', 'submit-failed'],
      concerns: (own) => own.intentId === intentId,
      answer: (kind) => {
        if (kind === 'submitted' && order !== undefined)
          return [{ kind, intentId, hash: hashOf(intentId), status: order.status }]
        return [{ kind: 'submit-failed', intentId, sentMonoMs: monoMs, failure: isRefused ? REFUSED : LOST }]
      },
    }
  }

  #cancel({ hashes }: Asked<'cancel'>): Debt {
    return {
      kinds: ['cancel-answered', 'cancel-failed'],
      concerns: (order) => 'hash' in order && hashes.some((hash) => hash === order.hash),
      answer: (kind, { venueMs }) => {
        const isCarriedOut = kind === 'cancel-answered' || this.#random.next() < 0.5
        const cancelled = hashes.filter((hash) => isCarriedOut && this.#venue.orders.get(hash)?.cancel(venueMs))
        if (kind !== 'cancel-answered') return [{ kind: 'cancel-failed', hashes, failure: LOST }]
        const others = hashes.filter((hash) => !cancelled.includes(hash))
        return [{ kind, cancelled, failed: others.map((hash) => ({ hash, error: 'NOT_CANCELLABLE' })) }]
      },
    }
  }

  #lookUp({ hash }: Asked<'look-up'>): Debt {
    return {
      kinds: ['looked-up', 'look-up-failed'],
      concerns: (order) => 'hash' in order && order.hash === hash,
      answer: (kind) => {
        if (kind === 'look-up-failed') return [{ kind, hash, failure: FAILED }]
        const record = this.#venue.orders.get(hash)?.record()
        return [{ kind: 'looked-up', hash, ...(record === undefined ? {} : { record }) }]
      },
    }
  }

  #resent({ hash }: Asked<'resend'>, { monoMs }: Instant): Debt {
    return {
      kinds: ['resent'],
      concerns: (order) => 'hash' in order && order.hash === hash,
      answer: () => {
        const isThere = this.#venue.orders.has(hash)
        return [{ kind: 'resent', hash, sentMonoMs: monoMs, ...(isThere ? {} : { failure: LOST }) }]
      },
    }
  }

  #read(command: Command, { monoMs }: Instant): readonly Debt[] {
    const read = answerTo(command, { venue: this.#venue, random: this.#random, monoMs })
    if (read === undefined) return []
    const { kind, what, conditionId, events } = read
    return [
      {
        kinds: what === undefined ? [kind] : [kind, 'read-failed'],
        concerns: ({ draft }) => conditionId === undefined || draft.conditionId === conditionId,
        answer: (as) => (as === kind || what === undefined ? events() : [failed(what, conditionId)]),
      },
    ]
  }
}

function failed(read: ReadKind, conditionId?: ConditionId): CoreInput {
  return { kind: 'read-failed', read, failure: FAILED, ...(conditionId === undefined ? {} : { conditionId }) }
}
