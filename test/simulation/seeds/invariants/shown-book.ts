// What an event shows the bot of the others' book, where that does not depend on what the bot makes of it: the stream while it is believed, else
// the polled best bids. The same book once more shows nothing new, unless it was not believed when it came.

import type { MarketBook } from '../../../../src/domain/market/book.js'
import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import { bookOfBids, isSameBook } from '../../../../src/state/market/books.js'
import type { BotLife } from '../bot-life.js'

type Core = NonNullable<BotLife['bot']>['core']

export class ShownBook {
  /** The stream was believed before the event. */
  wasTrusted = false
  #isShown = false
  /** Markets of whose stream something has not been shown, or less by a poll. */
  readonly #unseen = new Set<ConditionId>()

  /** Another bot. */
  begin(): void {
    this.#unseen.clear()
  }

  /** Before the bot works it off. */
  heard(event: CoreEvent, core: Core | undefined): void {
    this.#isShown = false
    if (core === undefined || !('conditionId' in event) || event.conditionId === undefined) return
    const { conditionId } = event
    const { feeds, bookWatch } = core.beliefs
    this.wasTrusted = feeds.trustsSocket(conditionId, event.at.monoMs)
    if (event.kind === 'level') this.#isShown = true
    if (event.kind === 'feed') this.#isShown = event.health === 'live'
    if (event.kind === 'best-bids') this.#isShown = !this.wasTrusted
    if (event.kind !== 'book' || event.via !== 'socket') return
    const isSame = isSameBook(bookWatch.books.venueBook(conditionId), event.book)
    this.#isShown = !this.wasTrusted || !isSame || this.#unseen.has(conditionId)
  }

  /** When it has. */
  others(event: CoreEvent, market: Market, { beliefs }: Core): MarketBook | undefined {
    if (!this.#isShown) return undefined
    const { conditionId } = market
    if (beliefs.feeds.trustsSocket(conditionId, event.at.monoMs)) {
      this.#unseen.delete(conditionId)
      return beliefs.others(market)
    }
    this.#unseen.add(conditionId)
    return event.kind === 'best-bids' ? bookOfBids(event.bids) : undefined
  }
}
