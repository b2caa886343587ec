// A minute and a half of a core's life from a script, with a venue that answers at once: what was asked for, as text.

import { coreSettings } from '../../src/cli/bot/settings/core-settings.js'
import type { Config } from '../../src/config/config.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { EMPTY_BOOK, type MarketBook } from '../../src/domain/market/book.js'
import type { Hex } from '../../src/domain/market/market.js'
import { YES } from '../../src/domain/market/side.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import type { Command } from '../../src/domain/run/command.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { Quoter } from '../../src/strategy/parse-params.js'
import { book, CoreDriver } from '../core/core-driver.js'
import { at, hashOf } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'

/** Two levels on both outcomes, larger where the price moves more. */
const quoter: Quoter = ({ fair, volatility = 0 }) => {
  if (fair === undefined) return { quotes: [] }
  const size = 10 + 100 * volatility
  const quotes = [0.03, 0.05].flatMap((edge) => [
    { outcome: 0 as const, side: 'BUY' as const, price: fair.p - edge, size },
    { outcome: 1 as const, side: 'BUY' as const, price: 1 - fair.p - edge, size },
  ])
  return { quotes, fair: fair.p }
}

class AnsweringVenue {
  readonly driver: CoreDriver
  /** Orders whose sending is lost. */
  lost: ReadonlySet<number> = new Set()
  /** What the venue's best bids come from. */
  book: MarketBook = book(48, 48)
  #answered = 0

  constructor(config: Config) {
    this.driver = new CoreDriver(coreSettings(config, quoter))
  }

  /** Answers everything asked so far, and what the answers lead to. */
  answer(): void {
    for (; this.#answered < this.driver.decisions.length; this.#answered++) {
      for (const command of this.driver.decisions[this.#answered]?.commands ?? []) {
        for (const input of this.#answersTo(command)) this.driver.push(input, 5)
      }
    }
  }

  #answersTo(command: Command): readonly CoreInput[] {
    const { monoMs } = this.driver
    switch (command.kind) {
      case 'read-fee':
        return [{ kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs: monoMs - 100 }]
      case 'place':
        return command.intents.flatMap(({ intentId }) => this.#submitted(intentId))
      case 'cancel':
        return [{ kind: 'cancel-answered', cancelled: command.hashes, failed: [] }]
      case 'read-best-bids': {
        const [yes, no] = this.book
        return [{ kind: 'best-bids', conditionId: A, bids: [yes.bids[0], no.bids[0]] }]
      }
      case 'look-up':
        return [{ kind: 'looked-up', hash: command.hash }]
      case 'resend':
        return [this.#refused(command.hash)]
      case 'list-orders':
        return [{ kind: 'orders-listed', records: this.#resting(), askedSeq: command.askedSeq }]
      case 'list-fills':
        return [{ kind: 'fills-listed', fills: [], askedSeq: command.askedSeq }]
      default:
        return []
    }
  }

  /** What rests, as the core was told of it. */
  #resting(): readonly OrderRecord[] {
    return [...this.driver.core.beliefs.orders.living()].flatMap((order) => {
      if (order.phase !== 'open') return []
      const { hash, originalRaw, restingRaw: remainingRaw } = order
      const filledRaw = originalRaw - remainingRaw
      const status = filledRaw === 0n ? 'open' : 'partially_filled'
      return [this.driver.record(hash, { filledRaw, remainingRaw, status })]
    })
  }

  /** Every other order for its terms, the others for our own sake. */
  #refused(hash: Hex): CoreInput {
    const code = BigInt(hash) % 2n === 0n ? 'fee-changed' : 'insufficient-balance'
    return { kind: 'resent', hash, sentMonoMs: this.driver.monoMs, failure: { code, message: 'no' } }
  }

  #submitted(intentId: number): readonly CoreInput[] {
    const signed = { kind: 'signed', intentId, hash: hashOf(intentId) } as const
    const failure = { code: 'unreachable', message: 'lost', mayHaveHappened: true } as const
    if (this.lost.has(intentId)) return [signed, { kind: 'submit-failed', intentId, failure }]
    return [signed, { kind: 'submitted', intentId, hash: hashOf(intentId), status: 'open' }]
  }
}

/** Quotes, moves, fills, silence, a life without the socket, and time enough for every order to end. */
export function coreRun(config: Config): readonly unknown[] {
  const venue = new AnsweringVenue(config)
  const { driver } = venue
  const step = (input: CoreInput, afterMs: number) => {
    driver.push(input, afterMs)
    venue.answer()
  }
  const show = (yes: number, no: number, afterMs: number) => {
    venue.book = book(yes, no)
    step({ kind: 'book', conditionId: A, book: venue.book, via: 'socket' }, afterMs)
  }
  driver.start()
  venue.answer()
  for (const [yes, no] of [
    [49, 47],
    [51, 45],
    [47, 49],
    [48, 48],
  ] as const) {
    show(yes, no, 300)
    show(yes, no, 900)
  }
  fill(driver, 0.5)
  venue.answer()
  forgetFills(driver)
  venue.answer()
  for (let second = 0; second < 8; second++) show(40, 56, 1000)
  for (let second = 0; second < 8; second++) step({ kind: 'wake' }, 1000)
  step({ kind: 'feed', conditionId: A, health: 'stale', reason: 'the link is down' }, 1)
  for (let second = 0; second < 12; second++) step({ kind: 'wake' }, 1000)
  step({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' }, 1)
  venue.lost = new Set(Array.from({ length: 400 }, (_, n) => n).filter((n) => n % 3 === 0))
  for (let second = 0; second < 45; second++) show(second % 20 < 10 ? 48 : 45, 48, 1000)
  return asked(driver)
}

/** What was asked for when. Reasons are left out: a limit that only changes what is said changes nothing. */
function asked({ decisions }: CoreDriver): readonly unknown[] {
  return decisions.filter(({ commands }) => commands.length > 0).map(({ seq, commands }) => ({ seq, commands }))
}

/** Part of the first bid on YES that rests is filled and settled. */
function fill(driver: CoreDriver, share: number): void {
  const order = [...driver.core.beliefs.orders.living()].find(({ draft }) => draft.outcome === YES)
  if (order?.phase !== 'open') return
  const filledRaw = BigInt(Math.round(Number(order.restingRaw) * share))
  const remainingRaw = order.restingRaw - filledRaw
  driver.push({
    kind: 'order',
    record: driver.record(order.hash, { filledRaw, remainingRaw, status: 'partially_filled' }),
  })
}

/** The venue's word on what is held comes from before the fill, though it was asked after it; the third time it knows. */
function forgetFills(driver: CoreDriver): void {
  const counted = driver.core.beliefs.positions.position(market()).tokensRaw
  for (const tokensRaw of [[0n, 0n], [0n, 0n], counted] as const) {
    const collateral = { totalRaw: raw(1000), lockedRaw: 0n, pendingRaw: 0n, availableRaw: raw(1000) }
    const snapshot = {
      collateral,
      holdings: [{ conditionId: A, tokensRaw, lockedRaw: [0n, 0n], pendingRaw: [0n, 0n] } as const],
    }
    driver.push({ kind: 'account', snapshot, askedSeq: driver.decisions.at(-1)?.seq ?? 0 }, 100)
  }
}

/** A book with an offer on NO that is the best bid on YES where both are counted; polls that leave it out, for longer than one is late. */
export function bestBidsRun(config: Config): readonly unknown[] {
  const venue = new AnsweringVenue(config)
  const { driver } = venue
  driver.start()
  const [yes, no] = book(48, 48)
  const offered = { ...no, asks: [{ price: ticks(51), size: lots(5000) }] }
  for (let second = 0; second < 45; second++) {
    driver.push({ kind: 'book', conditionId: A, book: [yes, offered], via: 'socket' }, 1000)
    driver.push({ kind: 'best-bids', conditionId: A, bids: [yes.bids[0], no.bids[0]] }, 10)
    venue.answer()
  }
  return asked(driver)
}

/** A jump that stands for a quarter of a minute, then a minute without others, in which a signal comes once. */
export function estimatesRun(config: Config): readonly unknown[] {
  const venue = new AnsweringVenue(config)
  const { driver } = venue
  const stand = (shown: MarketBook, seconds: number) => {
    venue.book = shown
    for (let second = 0; second < seconds; second++) {
      driver.push({ kind: 'book', conditionId: A, book: shown, via: 'socket' }, 1000)
      venue.answer()
    }
  }
  driver.start()
  venue.answer()
  stand(book(58, 38), 15)
  const { venueMs } = at(driver.monoMs)
  driver.push({ kind: 'signal', name: 'model', conditionId: A, value: 0.4, atMs: venueMs })
  stand(EMPTY_BOOK, 60)
  return asked(driver)
}

/** A minute around a kick-off. */
export function calendarRun(config: Config): readonly unknown[] {
  const venue = new AnsweringVenue(config)
  const { driver } = venue
  driver.start()
  const { venueMs } = at(driver.monoMs)
  const times = { matchStartMs: venueMs + 30_000, endMs: venueMs + 50_000 }
  driver.push({ kind: 'market', market: market(A, times) })
  venue.answer()
  for (let second = 0; second < 60; second++) {
    driver.push({ kind: 'book', conditionId: A, book: venue.book, via: 'socket' }, 1000)
    venue.answer()
  }
  return asked(driver)
}

/** A minute in which what we buy falls three times, further each time. */
export function toxicRun(config: Config): readonly unknown[] {
  const venue = new AnsweringVenue(config)
  const { driver } = venue
  const stand = (yes: number, seconds: number) => {
    venue.book = book(yes, 96 - yes)
    for (let second = 0; second < seconds; second++) {
      driver.push({ kind: 'book', conditionId: A, book: venue.book, via: 'socket' }, 1000)
      venue.answer()
    }
  }
  driver.start()
  venue.answer()
  for (const yes of [46, 43, 39]) {
    stand(48, 8)
    fill(driver, 1)
    stand(yes, 6)
  }
  stand(39, 20)
  return asked(driver)
}

/** A core with 100 of both tokens in hand. */
export function holdingRun(config: Config): readonly unknown[] {
  const venue = new AnsweringVenue(config)
  venue.driver.start()
  venue.driver.fund(1000, [100, 100])
  for (let second = 0; second < 3; second++) {
    venue.driver.wake(1000)
    venue.answer()
  }
  return asked(venue.driver)
}
