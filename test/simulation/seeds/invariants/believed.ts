// What the bot takes for over, in its beliefs or in its journal, at the moment it does: then it rests no more, nor ever again. And while it
// does not know what became of an order, it places nothing beside it; nor does it wait for the answer to a cancel that will have none.

import type { Hex } from '../../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import { matchedRawOf } from '../../../../src/domain/orders/own-order.js'
import type { Command } from '../../../../src/domain/run/command.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import type { FormerOrders } from '../../../../src/execution/journal/journal.js'
import type { JournalLine } from '../../../../src/execution/journal/journal-line.js'
import type { BotLife } from '../bot-life.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import { Unheard } from './unheard.js'
import type { Invariant, Violations } from './violation.js'

export interface BelievedParts {
  readonly world: World
  readonly truth: Truth
  readonly violations: Violations
  /** A settlement that failed has put it back to rest: the venue's doing. */
  readonly isReturned: (hash: Hex) => boolean
}

export class Believed {
  readonly #parts: BelievedParts
  /** Signed by this life, and not over by its beliefs. */
  #alive = new Set<Hex>()
  #life: BotLife | undefined
  /** And who says so. */
  readonly #over = new Map<Hex, Invariant>()
  /** Heard since the last turn: there is no answer to their cancels. */
  readonly #unanswered = new Set<Hex>()
  readonly #unheard: Unheard

  constructor(parts: BelievedParts) {
    this.#parts = parts
    this.#unheard = new Unheard(parts.world, parts.violations)
  }

  /** By a start, of former lives. */
  found({ recovered, past, recent }: FormerOrders): void {
    const { truth, violations, isReturned, world } = this.#parts
    const known = new Set([...[...recovered, ...recent].map(({ hash }) => hash), ...past])
    const living = new Set(recovered.map(({ hash }) => hash))
    const resting = truth.resting().filter(({ hash }) => !world.copies.forgotten.has(hash))
    for (const { hash } of resting)
      if (!known.has(hash)) violations.add('journal-first', `order ${hash} rests, and the journal does not know it`)
      else if (!living.has(hash) && !isReturned(hash) && !world.mayArriveTwice)
        violations.add('journal-first', `order ${hash} rests, and the journal says that it is over`)
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (this.#life !== life) this.#alive = new Set()
    this.#life = life
    if (event.kind === 'signed') {
      this.#alive.add(event.hash)
      this.#unheard.signed(event.hash, life)
    }
    if (event.kind === 'cancel-failed') for (const hash of event.hashes) this.#unanswered.add(hash)
  }

  /** A turn has ended. */
  turned({ commands }: Decision, { bot }: BotLife): void {
    if (this.#unanswered.size === 0) return
    const again = new Set(commands.flatMap((command) => (command.kind === 'cancel' ? command.hashes : [])))
    for (const { hash } of this.#parts.truth.resting()) {
      const isAwaited = bot?.core.beliefs.orders.byHash(hash)?.phase === 'cancelling'
      if (this.#unanswered.has(hash) && isAwaited && !again.has(hash))
        this.#parts.violations.add('orphan', `${hash} rests, its cancel has failed, and none is on its way`)
    }
    this.#unanswered.clear()
  }

  decided({ commands }: Decision, life: BotLife): void {
    const orders = life.bot?.core.beliefs.orders
    if (orders === undefined || life !== this.#life) return
    for (const hash of this.#alive) {
      if (orders.byHash(hash)?.phase !== 'ended') continue
      this.#alive.delete(hash)
      this.#isOver(hash, 'orphan')
    }
    for (const command of commands) if (command.kind === 'place') this.#placed(command, life)
  }

  written(lines: readonly JournalLine[]): void {
    for (const line of lines)
      if (line.kind === 'ended') {
        this.#isOver(line.hash, 'journal-first')
        this.#isHeard(line.hash)
      }
  }

  /** The journal forgets what is over: all that was matched of it is heard by then. */
  #isHeard(hash: Hex): void {
    const { world, violations } = this.#parts
    const there = world.api.exchange.order(hash)
    const here = this.#life?.bot?.core.beliefs.orders.byHash(hash)
    // what a former life has matched is not counted
    if (there === undefined || here?.origin !== 'placed') return
    const [thereRaw, hereRaw] = [there.filledRaw + there.pendingRaw, matchedRawOf(here)]
    if (hereRaw < thereRaw)
      violations.add('journal-first', `${hash} is written down as over, ${hereRaw} of ${thereRaw} matches are heard of`)
  }

  /** An order of ours at the venue has changed; looked at when what the venue is doing is done. */
  changed({ hash }: OrderRecord): void {
    const invariant = this.#over.get(hash)
    if (invariant !== undefined && !this.#parts.world.mayArriveTwice)
      this.#parts.world.clock.soon(() => this.#lookAt(hash, invariant))
  }

  #isOver(hash: Hex, invariant: Invariant): void {
    this.#over.set(hash, invariant)
    // of a request that came twice the second may be refused, and its answer handed back: what lasts of that is an orphan all the same
    if (!this.#parts.world.mayArriveTwice) this.#lookAt(hash, invariant)
  }

  #lookAt(hash: Hex, invariant: Invariant): void {
    const { truth, violations, isReturned } = this.#parts
    if (isReturned(hash) || !truth.resting().some((order) => order.hash === hash)) return
    const who = invariant === 'orphan' ? 'the bot takes it for over' : 'it was written down as over'
    violations.add(invariant, `${hash} rests, and ${who}`)
  }

  #placed({ conditionId, intents }: Extract<Command, { kind: 'place' }>, life: BotLife): void {
    if (intents.length > 0) this.#unheard.placed(conditionId, life)
    const unknown = life.bot?.core.beliefs.orders.livingOf(conditionId).find(({ phase }) => phase === 'unknown')
    if (unknown === undefined || intents.length === 0) return
    this.#parts.violations.add('one-intent', `placed in ${conditionId} beside an order of unknown outcome`)
  }
}
