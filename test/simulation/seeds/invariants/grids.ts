// Where a market's tick, size step or smallest order changes: nothing is approved or placed while the bot knows of it and has not taken the market up by it;
// nothing that it signed before comes to rest after that; and once all is calm it counts as the venue does.

import type { ConditionId, Hex } from '../../../../src/domain/market/market.js'
import { isSameGrid } from '../../../../src/domain/market/market-terms.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { RECOVERS_WITHIN_MS } from '../scenario.js'
import type { World } from '../world.js'
import { Lasting } from './lasting.js'
import { listedGrid, waitsForWords } from './listed.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 1000

export interface GridsParts {
  readonly world: World
  readonly violations: Violations
  /** A settlement that failed has put it back to rest: the venue's doing. */
  readonly isReturned: (hash: Hex) => boolean
}

export class Grids {
  readonly #parts: GridsParts
  #life: BotLife | undefined
  /** Known to be other than they were taken up. */
  readonly #changed = new Set<ConditionId>()
  /** By market: orders signed since it was taken up. */
  readonly #signed = new Map<ConditionId, Hex[]>()
  /** Signed before their market was taken up by another grid, and at the venue before that, if at all. */
  readonly #former = new Map<Hex, 'known' | 'unknown'>()
  readonly #lasting = new Lasting()
  #dueMs = 0

  constructor(parts: GridsParts) {
    this.#parts = parts
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) {
      this.#life = life
      this.#changed.clear()
    }
    if (event.kind === 'market-changed') {
      if (event.detail === undefined) this.#changed.delete(event.conditionId)
      else this.#changed.add(event.conditionId)
    }
    if (event.kind === 'market') this.#taken(event, life)
    if (event.kind !== 'signed') return
    const draft = life.bot?.core.beliefs.orders.byIntent(event.intentId)?.draft
    if (draft === undefined) return
    const signed = this.#signed.get(draft.conditionId) ?? []
    this.#signed.set(draft.conditionId, signed)
    signed.push(event.hash)
  }

  /** What the bot does on it. */
  decided({ commands, markets }: Decision): void {
    for (const { conditionId, approved } of markets)
      if (approved.length > 0 && this.#changed.has(conditionId))
        this.#add(`${approved.length} quotes may rest in ${conditionId}, which is known to have changed`)
    for (const command of commands)
      if (command.kind === 'place' && command.intents.length > 0 && this.#changed.has(command.conditionId))
        this.#add(`placed in ${command.conditionId}, which is known to have changed`)
  }

  /** An order of ours at the venue has changed. */
  changed({ hash, account, remainingRaw, status }: OrderRecord): void {
    const { world, isReturned } = this.#parts
    if (account !== ACCOUNT || this.#former.get(hash) !== 'unknown' || world.mayArriveTwice || isReturned(hash)) return
    if (remainingRaw > 0n && (status === 'open' || status === 'partially_filled'))
      this.#add(`${hash} comes to rest, and was signed before its market was taken up by another tick or size step`)
  }

  /** Now and then. */
  look(): void {
    const { world } = this.#parts
    const { clock, life, isCalm } = world
    const { beliefs } = life?.bot?.core ?? {}
    if (clock.monoMs() < this.#dueMs || beliefs === undefined) return
    this.#dueMs = clock.monoMs() + LOOK_EVERY_MS
    this.#lasting.begin(clock.monoMs())
    if (!isCalm) return
    for (const conditionId of world.markets) {
      const there = world.api.exchange.market(conditionId)
      const here = beliefs.markets.get(conditionId)
      const now = listedGrid(conditionId, world)
      if (there?.status !== 'OPEN' || here === undefined || now === undefined) continue
      // who has let go of it does not ask for its terms
      if (beliefs.dropped.has(conditionId)) continue
      // what may still come to rest by the former one is waited for
      const waits = beliefs.orders.livingOf(conditionId).length > 0 || beliefs.orders.isPending
      if (isSameGrid(here, now) || waits || waitsForWords(here, world)) continue
      if (this.#lasting.seen(conditionId) > RECOVERS_WITHIN_MS)
        this.#add(
          `${here.id} goes by 1/${now.ticksPerUnit} and ${now.lotRaw}, the bot by 1/${here.ticksPerUnit} and ${here.lotRaw}`,
        )
    }
  }

  /** The bot has not worked it off yet: it knows the market as it was. */
  #taken({ market }: Extract<CoreEvent, { kind: 'market' }>, life: BotLife): void {
    const { conditionId } = market
    const known = life.bot?.core.beliefs.markets.get(conditionId)
    if (known === undefined || isSameGrid(known, market)) return
    const { exchange } = this.#parts.world.api
    for (const hash of this.#signed.get(conditionId) ?? [])
      this.#former.set(hash, exchange.order(hash) === undefined ? 'unknown' : 'known')
    this.#signed.delete(conditionId)
    const living = life.bot?.core.beliefs.orders.livingOf(conditionId) ?? []
    if (living.length > 0) this.#add(`${conditionId} is taken up by another one, and ${living.length} orders may live`)
  }

  #add(what: string): void {
    this.#parts.violations.add('grid', what)
  }
}
