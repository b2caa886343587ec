// One line for everything that happens to orders, fills, feeds and the wallet, with the ids that join them.
//
//   info    fills, failed settlements, the connection, markets, sign-in, transactions
//   debug   every order, answer, cancel, settlement, look-up and feed besides
//
//   intentId  joins an order that is being signed with its hash; hash all of an order's life; tradeId a match with its settlement

import { lotsToRaw } from '../domain/amounts/size.js'
import { LetGo } from '../domain/collections/let-go.js'
import type { Failure } from '../domain/error.js'
import { type ConditionId, type Hex, type Market, type MarketStatus, rawToShares } from '../domain/market/market.js'
import type { Outcome } from '../domain/market/side.js'
import type { OrderDraft } from '../domain/orders/order.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import type { Decision } from '../domain/run/decision.js'
import type { TradingMode } from '../domain/run/trading-mode.js'
import type { Logger } from '../telemetry/log/log.js'
import type { VenueProfile } from '../venue/wire/profile.js'
import { ChainLog, isOfChain } from './chain-log.js'
import { FillLog } from './fill-log.js'

/** Intents whose answer is waited for; more than can be under way. */
const MAX_REMEMBERED = 5000
/** What the account is known by, and the news that it has been read. One that has failed so often in a row is no accident. */
const OWN_READS = { 'orders-listed': 'orders', 'fills-listed': 'fills', account: 'account' } as const
const FAILED_TIMES = 3

interface LoggedRun {
  readonly mode: TradingMode
  readonly profile: Pick<VenueProfile, 'makerPaysFee'> & {
    readonly socket: Pick<VenueProfile['socket'], 'privateEvents'>
  }
}

export class EventLog {
  readonly #logger: Logger
  readonly #markets = new Map<ConditionId, Market>()
  readonly #drafts = new Map<number, OrderDraft>()
  readonly #hashes = new Map<number, Hex>()
  readonly #feeds = new Map<ConditionId, string>()
  /** What was last said of each market. */
  readonly #standing = new Map<ConditionId, MarketStatus | 'dropped'>()
  readonly #winners = new Map<ConditionId, Outcome>()
  /** How often in a row each of the account's reads has failed, and that of a market's fee for what it said. */
  readonly #failed = new Map<string, number>()
  readonly #gone = new LetGo()
  #signedIn: boolean | undefined
  #link: 'up' | 'down' | undefined
  readonly #chain: ChainLog
  readonly #fills: FillLog

  constructor(logger: Logger, { mode, profile }: LoggedRun) {
    this.#logger = logger
    this.#chain = new ChainLog(logger, this.#markets)
    // on paper the venue's trades are none of ours
    const tellsOrders = mode === 'live' && profile.socket.privateEvents
    this.#fills = new FillLog(logger, this.#markets, { tellsOrders, makerPaysFee: profile.makerPaysFee })
  }

  /** What was decided: orders and cancels on their way. */
  step({ seq, commands, ended }: Pick<Decision, 'seq' | 'commands' | 'ended'>): void {
    this.#fills.ended(ended)
    for (const command of commands) {
      if (command.kind === 'place') {
        for (const { intentId, draft } of command.intents) this.#ordered(seq, intentId, draft)
      } else if (command.kind === 'cancel') {
        this.#logger.debug({ event: 'cancel', seq, hashes: command.hashes }, 'cancelling')
      } else if (command.kind === 'look-up' || command.kind === 'resend') {
        this.#logger.debug({ event: command.kind, seq, hash: command.hash }, 'an order of unknown outcome')
      }
    }
  }

  event(event: CoreInput | CoreEvent): void {
    this.#fills.event(event)
    if (event.kind === 'market') this.#followed(event.market)
    else if (event.kind === 'market-dropped') this.#dropped(event.conditionId)
    else if (event.kind === 'market-status') {
      const { conditionId, status, winner } = event
      if (winner === undefined) this.#ofMarket(conditionId, status, { status })
      else this.#wonBy(winner, conditionId, status)
    } else if (event.kind === 'feed') this.#fed(event)
    else if (event.kind === 'session') this.#session(event)
    else if (isOfChain(event)) this.#chain.event(event)
    else this.#answer(event)
  }

  /** The connection of the feeds. */
  link(state: 'up' | 'down'): void {
    const isFirst = this.#link === undefined
    const isNews = this.#link !== state
    this.#link = state
    if (!isNews) return
    if (state === 'down') this.#logger.warn({ event: 'link', state }, 'the connection to the venue is lost')
    else this.#logger.info({ event: 'link', state }, isFirst ? 'connected to the venue' : 'connected again')
  }

  #dropped(conditionId: ConditionId): void {
    this.#ofMarket(conditionId, 'dropped', { dropped: true })
    const first = this.#gone.letGo(conditionId)
    if (first === undefined) return
    for (const known of [this.#markets, this.#feeds, this.#standing, this.#winners, this.#failed]) known.delete(first)
    this.#fills.forget(first)
  }

  /** Once, and again where another outcome is said to have won: payouts change by it. */
  #wonBy(winner: Outcome, conditionId: ConditionId, status: MarketStatus): void {
    if (this.#winners.get(conditionId) !== winner) this.#standing.delete(conditionId)
    this.#winners.set(conditionId, winner)
    this.#ofMarket(conditionId, status, { status, winner: winner === 0 ? 'YES' : 'NO' })
  }

  /** Once; a venue tells of its status again and again, and whoever is over is not selected any more by that. */
  #ofMarket(conditionId: ConditionId, what: MarketStatus | 'dropped', more: Readonly<Record<string, unknown>>): void {
    const before = this.#standing.get(conditionId)
    const isOver = before !== undefined && before !== 'OPEN' && before !== 'dropped'
    const isNews = before !== what && !(isOver && what === 'dropped')
    if (isNews) this.#standing.set(conditionId, what)
    const words = what === 'dropped' ? 'not selected any more' : `the market is ${what}`
    this.#logger[isNews ? 'info' : 'debug']({ event: 'market', ...this.#named(conditionId), ...more }, words)
  }

  /** Answers to commands about orders, and reads that failed. */
  #answer(event: CoreInput): void {
    const said = (words: string, what: Readonly<Record<string, unknown>>) => this.#logger.debug(what, words)
    switch (event.kind) {
      case 'signed':
        this.#signed(event.intentId, event.hash)
        said('signed, written down, on its way', { event: 'signed', intentId: event.intentId, hash: event.hash })
        break
      case 'submitted': {
        const { intentId, hash, status } = event
        said(`the venue took the order: ${status}`, { event: 'answer', intentId, hash, status })
        break
      }
      case 'submit-failed':
        this.#refused(event.intentId, event.failure)
        break
      case 'cancel-answered':
        said('cancels answered', { event: 'cancel-answer', cancelled: event.cancelled, failed: event.failed })
        break
      case 'cancel-failed':
        said('a cancel failed', { event: 'cancel-answer', hashes: event.hashes, ...reasonOf(event.failure) })
        break
      case 'looked-up':
        said('looked up', { event: 'looked-up', hash: event.hash, status: event.record?.status ?? 'not known there' })
        break
      case 'resent':
        said('sent again', { event: 'resent', hash: event.hash, ...(event.failure ? reasonOf(event.failure) : {}) })
        break
      case 'read-failed':
        this.#readFailed(event)
        break
      case 'orders-listed':
      case 'fills-listed':
      case 'account':
        this.#failed.delete(OWN_READS[event.kind])
        break
      case 'fee':
        this.#failed.delete(event.conditionId)
        break
    }
  }

  /**
   * Told once of what rests, was matched or is held: whoever cannot read it trades on by what was known before. And of a fee whose answer is not
   * one: without it nothing is signed in that market. One that does not come is what the waiting tells of.
   */
  #readFailed({ read, conditionId, failure }: Extract<CoreInput, { kind: 'read-failed' }>): void {
    const what = { event: 'read-failed', read, ...(conditionId && this.#named(conditionId)), ...reasonOf(failure) }
    const isFee = read === 'fee' && conditionId !== undefined && failure.code === 'bad-payload'
    const isTold = isFee || Object.values<string>(OWN_READS).includes(read)
    const key = isFee ? conditionId : read
    const times = (this.#failed.get(key) ?? 0) + 1
    if (isTold) this.#failed.set(key, times)
    if (!isTold || times !== FAILED_TIMES) this.#logger.debug(what, 'a read failed')
    else if (isFee) this.#logger.warn(what, 'the fee of the market cannot be read: no order can be signed there')
    else this.#logger.warn(what, `a read of the wallet's ${read} has failed again and again`)
  }

  #signed(intentId: number, hash: Hex): void {
    remember(this.#hashes, intentId, hash)
    const draft = this.#drafts.get(intentId)
    if (draft !== undefined) this.#fills.signed(hash, draft)
  }

  #ordered(seq: number, intentId: number, draft: OrderDraft): void {
    remember(this.#drafts, intentId, draft)
    this.#logger.debug({ event: 'order', seq, intentId, ...this.#terms(draft) }, 'ordered')
  }

  #refused(intentId: number, failure: Failure): void {
    const hash = this.#hashes.get(intentId)
    const draft = this.#drafts.get(intentId)
    const ids = { event: 'answer', intentId, ...(hash === undefined ? {} : { hash }) }
    const terms = draft === undefined ? {} : this.#terms(draft)
    const isUnknown = failure.mayHaveHappened === true
    const words = isUnknown ? 'the answer was lost: the order is unknown' : 'the order was refused'
    this.#logger[isUnknown ? 'info' : 'debug']({ ...ids, ...terms, ...reasonOf(failure), unknown: isUnknown }, words)
  }

  #followed(market: Market): void {
    this.#gone.takeUp(market.conditionId)
    const isBack = this.#standing.get(market.conditionId) === 'dropped'
    if (isBack || !this.#markets.has(market.conditionId)) {
      this.#standing.set(market.conditionId, 'OPEN')
      const { id, conditionId, question, endMs } = market
      this.#logger.info(
        { event: 'market', market: id, conditionId, question, ends: new Date(endMs).toISOString() },
        'followed',
      )
    }
    this.#markets.set(market.conditionId, market)
  }

  #fed({ conditionId, health, reason }: Extract<CoreInput, { kind: 'feed' }>): void {
    if (this.#feeds.get(conditionId) === health) return
    this.#feeds.set(conditionId, health)
    // what lasts is told as the reason why the market is not quoted
    this.#logger.debug({ event: 'feed', ...this.#named(conditionId), health, reason }, `the feed is ${health}`)
  }

  #session({ signedIn, detail, code }: Extract<CoreInput, { kind: 'session' }>): void {
    const isNews = this.#signedIn !== signedIn
    this.#signedIn = signedIn
    const level = !isNews ? 'debug' : signedIn ? 'info' : 'warn'
    this.#logger[level](
      { event: 'sign-in', signedIn, detail, ...(code === undefined ? {} : { code }) },
      signedIn ? 'signed in' : 'not signed in',
    )
  }

  #named(conditionId: ConditionId) {
    const market = this.#markets.get(conditionId)
    return market === undefined ? { conditionId } : { market: market.id, conditionId }
  }

  #terms({ conditionId, outcome, side, price, size, expirationSec, feeRateBps }: OrderDraft) {
    const market = this.#markets.get(conditionId)
    const shown = { ...this.#named(conditionId), outcome: outcome === 0 ? 'YES' : 'NO', side }
    if (market === undefined) return shown
    const shares = rawToShares(lotsToRaw(size, market.lotRaw), market)
    return { ...shown, price: price / market.ticksPerUnit, shares, expirationSec, feeRateBps }
  }
}

const reasonOf = ({ code, message }: Failure) => ({ code, message })

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.set(key, value)
  if (map.size <= MAX_REMEMBERED) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
