// state -> strategy -> quoting for one market at a time, and for whom the strategy is asked: every market that is marked, but one whose
// strategy is slow at most once a second, and no more in a turn than the turn's end has time for. The others keep their last wish, which is
// made legal anew; one that has become old is dropped.

import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId } from '../domain/market.js'
import type { Instant } from '../domain/time.js'
import type { FeeBook } from '../execution/fees/fee-book.js'
import type { Beliefs } from '../state/beliefs.js'
import { StrategyFault, sourcePlace } from '../strategy/call-strategy.js'
import type { Cell, Cells } from './cells.js'
import type { MarketFaults } from './market-faults.js'
import type { CoreSettings } from './settings.js'
import { NOTHING_WANTED, type WantedQuotes, wantedQuotes } from './wanted-quotes.js'

export interface StrategyStageParts {
  readonly beliefs: Beliefs
  readonly fees: Pick<FeeBook, 'rateBps'>
  readonly settings: CoreSettings
  readonly cells: Cells
  readonly faults: MarketFaults
  readonly onProgramFault: (conditionId: ConditionId, error: unknown, at: Instant) => void
}

/** A slow strategy is asked this often. */
const SLOWED_MS = 1000

export class StrategyStage {
  readonly #parts: StrategyStageParts
  readonly #slowed = new Set<ConditionId>()
  #callsLeft = Number.POSITIVE_INFINITY

  constructor(parts: StrategyStageParts) {
    this.#parts = parts
  }

  isSlowed(conditionId: ConditionId): boolean {
    return this.#slowed.has(conditionId)
  }

  /** The first verdict slows a market's strategy down, the second pulls its quotes. */
  hear(event: CoreEvent): void {
    const { cells, faults, settings } = this.#parts
    if (event.kind === 'strategy-fast') this.#slowed.delete(event.conditionId)
    if (event.kind !== 'strategy-slow') return
    const { conditionId, durationMs, allowedMs } = event
    const place = sourcePlace(settings.quoter.source)
    const message = `it took ${durationMs.toFixed(1)} ms, allowed ${allowedMs} ms, again and again${place === undefined ? '' : ` (${place})`}`
    if (!this.#slowed.has(conditionId)) {
      this.#slowed.add(conditionId)
      faults.slow(conditionId, message)
      return
    }
    const cell = cells.open(conditionId)
    cell.asked = undefined
    cells.dueBy(cell, faults.strategy(conditionId, message, event.at.monoMs))
  }

  /** The cells in the order in which they are aimed at; `calls`: how often strategies may be asked this time. */
  begin(cells: readonly Cell[], calls = Number.POSITIVE_INFINITY): readonly Cell[] {
    this.#callsLeft = calls
    if (cells.length <= calls) return cells
    // nobody waits for ever
    const askedAt = ({ asked }: Cell) => asked?.atMonoMs ?? Number.NEGATIVE_INFINITY
    return [...cells].sort((a, b) => (askedAt(a) === askedAt(b) ? a.index - b.index : askedAt(a) - askedAt(b)))
  }

  wantedQuotes(cell: Cell, at: Instant): WantedQuotes {
    const { conditionId } = cell
    const { beliefs, fees, settings, cells, faults, onProgramFault } = this.#parts
    const market = beliefs.markets.get(conditionId)
    if (!market) return NOTHING_WANTED
    const waits = this.#waits(cell, at)
    if (waits && cell.asked === undefined) return NOTHING_WANTED
    try {
      const former = waits && cell.asked ? { wish: cell.asked.wish } : {}
      if (!waits) this.#callsLeft--
      const { wanted, wish } = wantedQuotes({ market, at, beliefs, fees, settings, memo: cell.rules, ...former })
      if (waits) return wanted
      cell.asked = { wish, atMonoMs: at.monoMs }
      if (!this.#slowed.has(conditionId)) faults.answered(conditionId, at.monoMs)
      return wanted
    } catch (error) {
      cell.asked = undefined
      if (error instanceof StrategyFault) {
        cells.dueBy(cell, faults.strategy(conditionId, error.message, at.monoMs))
      } else onProgramFault(conditionId, error, at)
      cells.mark(cell, 'replan')
      return NOTHING_WANTED
    }
  }

  /** Whether the market's strategy is asked later; then it is due. */
  #waits(cell: Cell, { monoMs }: Instant): boolean {
    const { cells, settings } = this.#parts
    const { asked } = cell
    if (asked && monoMs - asked.atMonoMs > settings.feed.staleAfterMs) cell.asked = undefined
    const fromMonoMs = asked && this.#slowed.has(cell.conditionId) ? asked.atMonoMs + SLOWED_MS : monoMs
    if (fromMonoMs <= monoMs && this.#callsLeft > 0) return false
    cells.dueBy(cell, Math.max(monoMs, fromMonoMs))
    return true
  }
}
