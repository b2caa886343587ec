// The bot's markets, looked for at the venue: from time to time, sooner after a failure or when something has happened to them.

import { ERROR_REACTIONS, type Failure } from '../domain/error.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import { miscountedWords } from '../feed/group-ends.js'
import type { MarketChoice } from '../feed/schema.js'
import { lookEveryMs, type SelectedMarkets } from '../feed/select-markets.js'
import { marketNews, Selection } from '../feed/selection.js'
import type { MarketRefusal } from '../venue/market-data.js'
import type { BotParts } from './bot-parts.js'
import { Repeated } from './repeated.js'

/** Shortest time between two selections, whatever happens to the markets. */
const REFRESH_GAP_MS = 2000
/** The same where only something told hints at it. */
const OFF_TERMS_GAP_MS = 10_000

type SelectionParts = Pick<
  BotParts,
  'choice' | 'marketData' | 'trading' | 'venueClock' | 'tap' | 'clock' | 'settings'
> & {
  /** As the core knows it. */
  readonly known: (conditionId: ConditionId) => Market | undefined
  readonly isClear: (conditionId: ConditionId) => boolean
}

export class BotSelection {
  readonly #parts: SelectionParts
  readonly #emit: (input: CoreInput) => void
  readonly #selection: Selection
  #choice: MarketChoice
  #retry: (() => void) | undefined
  readonly #looks: Repeated
  /** From now on as often as the choice says; absent before the start. */
  #lookAfresh: (() => void) | undefined
  #lastRefreshMs = Number.NEGATIVE_INFINITY
  /** Something has been chosen, or it was said why nothing is. */
  #isExplained = false

  constructor(parts: SelectionParts, emit: (input: CoreInput) => void) {
    this.#parts = parts
    this.#emit = emit
    this.#choice = parts.choice
    const { choice, marketData, clock, venueClock, tap, settings, known, isClear } = parts
    this.#looks = new Repeated(clock)
    this.#selection = new Selection({
      choice,
      ...{ marketData, clock, emit, known, acceptChanges: settings.feed.acceptMarketChanges },
      ...(parts.trading.followsGrid && { isClear, awaitsClear: () => this.#again() }),
      changed: ({ conditionId, question }, change) =>
        tap.log('warn', marketNews(change), { conditionId, question, ...change }),
      miscounted: (groupId, count) => tap.log('warn', miscountedWords(groupId, count), { groupId, ...count }),
      venueMs: () => venueClock.venueMs(),
      looked: (found) => {
        tap.looked?.(found)
        for (const refusal of found.refused) this.#tellIfChosen(refusal)
        this.#tellIfNone(found)
        if (found.refused.length > 0) tap.log('debug', 'markets that are not quoted', { refusals: found.refused })
      },
      failed: (failure) => this.#failed(failure),
    })
  }

  /** Those that are chosen, and not those that are watched until they are over. */
  get chosen(): readonly Market[] {
    return this.#selection.chosen
  }

  market(conditionId: ConditionId): Market | undefined {
    return this.#selection.market(conditionId)
  }

  /** Looked for from time to time, from now on. */
  start(): void {
    this.#lookAfresh = this.#looks.every(
      () => lookEveryMs(this.#choice),
      () => this.refresh(),
    )
  }

  /** Looked for at once, and then as often as it says itself: the choice before may have waited for much longer. */
  choose(choice: MarketChoice): void {
    this.#choice = choice
    this.#lookAfresh?.()
    this.#isExplained = false
    this.#selection.choose(choice)
    this.#lastRefreshMs = Number.NEGATIVE_INFINITY
    this.refresh()
  }

  refresh(): void {
    const now = this.#parts.clock.monoMs()
    if (now - this.#lastRefreshMs < REFRESH_GAP_MS) return
    this.#lastRefreshMs = now
    this.#selection.refresh()
  }

  /** What may be because a market is not what it was: it has ended, or nothing that it tells, or that it is told, fits its terms. */
  heard(event: CoreEvent): void {
    if (event.kind === 'market-status' && event.status !== 'OPEN') this.refresh()
    else if (isOffTerms(event) && this.#parts.clock.monoMs() - this.#lastRefreshMs >= OFF_TERMS_GAP_MS) this.refresh()
  }

  stop(): void {
    this.#retry?.()
    this.#looks.stop()
  }

  /** What is quoted, and cannot be any more, is not let go without a reason; told before it is. */
  #tellIfChosen({ id, reason, isUnreadable }: MarketRefusal): void {
    // that one stays, and is told of as one that has changed
    if (isUnreadable) return
    const market = this.chosen.find((one) => one.id === id)
    if (market === undefined) return
    const { conditionId, question } = market
    this.#parts.tap.log('warn', `the market cannot be quoted any more: ${reason}`, { conditionId, question, reason })
  }

  /** Whoever starts, or chooses anew, and quotes nothing is to learn why. Later on markets come and go. */
  #tellIfNone({ chosen, refused, spare }: SelectedMarkets): void {
    const [first] = refused
    if (this.#isExplained || (chosen.length === 0 && first === undefined)) return
    this.#isExplained = true
    if (chosen.length > 0 || first === undefined) return
    const { id, reason } = first
    const words =
      spare.length === 0
        ? `no market can be quoted (${refused.length} found)`
        : `no market can be quoted so far (${refused.length} looked at, ${spare.length} more have their turn)`
    const facts = { market: id, reason, refused: refused.length, spare: spare.length }
    this.#parts.tap.log('warn', `${words}; ${id}: ${reason}`, facts)
  }

  #failed(failure: Failure): void {
    this.#parts.tap.log('warn', 'the market list could not be read', { ...failure })
    // asked again below unless it is of those that end the bot: that is for the core to say
    if (ERROR_REACTIONS[failure.code] === 'stop') this.#emit({ kind: 'read-failed', read: 'markets', failure })
    this.#again()
  }

  #again(): void {
    this.#retry?.()
    this.#retry = this.#parts.clock.after(REFRESH_GAP_MS, () => this.refresh())
  }
}

function isOffTerms(event: CoreEvent): boolean {
  if (event.kind === 'submit-failed') return event.failure.code === 'bad-amounts'
  if (event.kind === 'read-failed') return event.conditionId !== undefined && event.failure.code === 'bad-payload'
  return event.kind === 'feed' && event.health === 'stale' && event.reason.startsWith('unreadable')
}
