// execution: what is read of the venue. After news of orders, accounts or budgets every read may have become due; after news of books and
// trades alone only those of single markets, and without any nothing is looked at before its time.

import type { ConditionId } from '../domain/market/market.js'
import type { Command } from '../domain/run/command.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { ReadSchedule } from '../execution/reads/read-schedule.js'
import type { Beliefs } from '../state/beliefs.js'
import { readMarket, readNeeds } from './read-needs.js'
import type { BotStanding } from './standing/bot-standing.js'

const NO_COMMANDS: readonly Command[] = []

export class ReadingStage {
  readonly #beliefs: Beliefs
  readonly #schedule: ReadSchedule
  readonly #standing: Pick<BotStanding, 'awaitsFills'>
  #dueMonoMs = 0
  /** The turn has heard of books and trades alone, and nothing was sent: no list or look-up has become due by it. */
  #isQuiet = true

  constructor(beliefs: Beliefs, schedule: ReadSchedule, standing: Pick<BotStanding, 'awaitsFills'>) {
    this.#beliefs = beliefs
    this.#schedule = schedule
    this.#standing = standing
  }

  /** When something is to be read, if nothing happens before; monotonic. */
  get dueMonoMs(): number {
    return this.#dueMonoMs
  }

  hear({ kind }: CoreEvent): void {
    if (kind !== 'level' && kind !== 'trade' && kind !== 'turn-end') this.#isQuiet = false
  }

  /** Something was sent. */
  sent(): void {
    this.#isQuiet = false
  }

  /** Another verdict was passed on what is believed of these markets. */
  judged(markets: readonly ConditionId[]): void {
    this.#schedule.touch(markets)
  }

  /** The event has changed what is believed of these markets. */
  touch(markets: readonly ConditionId[] | 'all', { kind, at }: CoreEvent): void {
    if (kind !== 'level' || markets === 'all') this.#schedule.touch(markets)
    else {
      const { feeds } = this.#beliefs
      for (const id of markets) this.#schedule.moved(id, feeds.trustsSocket(id, at.monoMs))
    }
  }

  /** `isQuoted`: something may rest in the market now. */
  plan(event: CoreEvent, isQuoted: (conditionId: ConditionId) => boolean): readonly Command[] {
    const { monoMs } = event.at
    const isEarly = this.#isQuiet && monoMs < this.#dueMonoMs
    if (isEarly && !this.#schedule.hasNews) return NO_COMMANDS
    const { commands, wakeAtMonoMs } = isEarly
      ? this.#schedule.planMarkets(monoMs, (conditionId) => readMarket(conditionId, this.#beliefs, monoMs))
      : this.#schedule.plan(readNeeds(this.#beliefs, event, { isQuoted, awaitsFills: this.#standing.awaitsFills }))
    this.#dueMonoMs = wakeAtMonoMs
    this.#isQuiet = commands.length === 0
    return commands
  }
}
