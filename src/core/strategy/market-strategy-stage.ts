// state -> strategy -> quoting for one market at a time, and for whom the strategy is asked: every marked market in which an input of the
// strategy has moved, but one whose strategy is slow at most once a second, and no more in a turn than the turn's end has time for. The
// others keep their last wish, which is made legal anew; one whose inputs moved too long ago is dropped.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Instant } from '../../domain/time.js'
import { type Answer, callStrategy, firstMemory, StrategyFault } from '../../strategy/call-strategy.js'
import { EVERYTHING, type Reads } from '../../strategy/inputs.js'
import type { Quoter } from '../../strategy/parse-params.js'
import type { Facts } from '../../strategy/view/facts.js'
import type { Cell } from '../cells.js'
import { AskedMarket } from './asked-market.js'
import { factSource } from './fact-source.js'
import { SLOWED_MS, type StrategyStage, type StrategyStageParts, slowWords } from './strategy-stage.js'
import { factsOf, NOTHING_WANTED, type WantedParts, type WantedQuotes, wantedQuotes } from './wanted-quotes.js'

export class MarketStrategyStage implements StrategyStage {
  readonly showsStops = false
  readonly #parts: StrategyStageParts
  readonly #quoter: Quoter
  readonly #reads: Reads
  readonly #wantedParts: WantedParts
  readonly #slowed = new Set<ConditionId>()
  #callsLeft = Number.POSITIVE_INFINITY

  constructor(parts: StrategyStageParts, quoter: Quoter) {
    this.#parts = parts
    const { beliefs, fees, settings, cautions, risk } = parts
    this.#quoter = quoter
    this.#reads = quoter.reads ?? EVERYTHING
    this.#wantedParts = { beliefs, fees, settings, cautions, risk }
  }

  isSlowed(conditionId: ConditionId): boolean {
    return this.#slowed.has(conditionId)
  }

  /** The first verdict slows a market's strategy down, the second pulls its quotes. */
  hear(event: CoreEvent): void {
    const { cells, faults } = this.#parts
    if (event.kind === 'strategy-fast') this.#slowed.delete(event.conditionId)
    if (event.kind !== 'strategy-slow') return
    const { conditionId } = event
    const message = slowWords(event, this.#quoter)
    if (!this.#slowed.has(conditionId)) {
      this.#slowed.add(conditionId)
      faults.slow(conditionId, message)
      return
    }
    const cell = cells.open(conditionId)
    this.leave(cell)
    cells.dueBy(cell, faults.strategy(conditionId, message, event.at.monoMs))
  }

  /** The marked cells, and no others: each is asked on its way. */
  begin(cells: readonly Cell[], _at: Instant, calls = Number.POSITIVE_INFINITY): readonly Cell[] {
    this.#callsLeft = calls
    // nobody waits for ever
    return cells.length <= calls ? cells : [...cells].sort(longestUnasked)
  }

  leave({ asked }: Cell): WantedQuotes {
    if (asked) asked.wish = undefined
    return NOTHING_WANTED
  }

  /** The strategy is asked where something that it reads has moved; otherwise its last wish is made legal beside what is believed now. */
  wantedQuotes(cell: Cell, market: Market, at: Instant): WantedQuotes {
    const { beliefs, faults } = this.#parts
    cell.asked ??= new AskedMarket(this.#reads, factSource(beliefs, cell.conditionId))
    const { asked } = cell
    try {
      const facts = factsOf(market, asked, at, this.#wantedParts)
      const isDue = asked.isDue(facts)
      const waits = isDue && this.#waits(cell, asked, at)
      if (isDue && !waits) this.#ask(asked, facts)
      if (asked.wish === undefined) return NOTHING_WANTED
      const wanted = wantedQuotes(asked.wish, facts, cell.rules, this.#wantedParts)
      if (!waits && !this.#slowed.has(cell.conditionId)) faults.answered(cell.conditionId, at.monoMs)
      this.#parts.cells.dueBy(cell, asked.nextMonoMs)
      const told = asked.withMemory(wanted, at)
      if (told.memory !== undefined) this.#parts.cells.mark(cell, 'replan')
      return told
    } catch (error) {
      return this.#failed(cell, error, at)
    }
  }

  /** What was asked lies in the cell. */
  remove(): void {}

  /** Throws a `StrategyFault`. */
  #ask(asked: AskedMarket, facts: Facts): void {
    const { measured } = this.#parts.settings
    const quoter = this.#quoter
    this.#callsLeft--
    asked.asks(facts)
    const { wish, memory } =
      measured === undefined
        ? answerOf(quoter, asked, facts)
        : measured(facts.market.conditionId, () => answerOf(quoter, asked, facts))
    asked.wish = wish
    asked.memory = memory
  }

  #failed(cell: Cell, error: unknown, at: Instant): WantedQuotes {
    const { cells, faults, onProgramFault } = this.#parts
    const { conditionId } = cell
    this.leave(cell)
    if (error instanceof StrategyFault) cells.dueBy(cell, faults.strategy(conditionId, error.message, at.monoMs))
    else onProgramFault(conditionId, error, at)
    cells.mark(cell, 'replan')
    return NOTHING_WANTED
  }

  /** Whether the market's strategy, though due, is asked later; then it is due again. */
  #waits(cell: Cell, asked: AskedMarket, { monoMs }: Instant): boolean {
    const { cells, settings } = this.#parts
    const fromMonoMs = this.#slowed.has(cell.conditionId) && asked.wish ? asked.askedMonoMs + SLOWED_MS : monoMs
    if (fromMonoMs <= monoMs && this.#callsLeft > 0) return false
    // a wish from before may stand in for a while
    if (monoMs - asked.trueMonoMs > settings.feed.staleAfterMs) asked.wish = undefined
    cells.dueBy(cell, Math.max(monoMs, fromMonoMs))
    return true
  }
}

function longestUnasked(a: Cell, b: Cell): number {
  const [one, other] = [askedMonoMs(a), askedMonoMs(b)]
  return one === other ? a.index - b.index : one - other
}

const askedMonoMs = ({ asked }: Cell) => asked?.askedMonoMs ?? Number.NEGATIVE_INFINITY

function answerOf(quoter: Quoter, asked: AskedMarket, facts: Facts): Answer {
  asked.memory ??= firstMemory(quoter, facts.info)
  return callStrategy(quoter, asked.view(facts), asked.memory)
}
