// `quoin flatten`: sells what makes an account depend on who wins; shows first what that would bring, and asks.

import { heldMarkets, LEFT_OUT_WORDS, marketNamed, marketsOf } from '../../../account/own-markets.js'
import { type Config, loadConfig } from '../../../config/config.js'
import type { AccountSnapshot } from '../../../domain/account/account.js'
import { lots } from '../../../domain/amounts/size.js'
import { QuoinError } from '../../../domain/error.js'
import { EMPTY_BOOK, type MarketBook } from '../../../domain/market/book.js'
import { type ConditionId, isFinal, type Market } from '../../../domain/market/market.js'
import { LIVE_STATUSES, type OrderRecord } from '../../../domain/orders/order.js'
import { cancelOwn, type Settled, type Sold, sell, settled } from '../../../flatten/carry-out-flattening.js'
import { afterCancel, type FlattenPlan, flattenPlan, heldIn, unshown } from '../../../flatten/flatten-plan.js'
import { awaitAnswer } from '../../../venue/await-answer.js'
import type { BookReading } from '../../../venue/market-data.js'
import type { SignedOrder } from '../../../venue/trading.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import { planLines, shownPlan, whyLeft } from '../../account/flatten-words.js'
import { saysYes } from '../../ask-yes.js'
import { type HeldConnection, withHeldWallet } from '../../bot/fleet/held-by-hand.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { writtenDown } from '../../control/written-down.js'
import { mayArriveForMs, stillListed } from '../../venue/orders-on-the-way.js'
import { shownOrder } from './orders.js'

export interface FlattenFlags {
  /** Id, condition id or part of a question; all markets without it. */
  readonly market?: string | undefined
  /** A probability below the best bid. */
  readonly maxSlippage: number
  /** Do not ask. */
  readonly yes?: boolean
}

export async function flatten(path: string, flags: FlattenFlags, context: CommandContext): CommandResult {
  const config = loadConfig(path)
  if (!config.venue.profile.orders.types.includes('FOK')) {
    throw new QuoinError('bad-config', 'venue.profile.orders.types: expected FOK among them, got none')
  }
  // a bot would buy it again, and two writers of one wallet hinder each other
  return withHeldWallet(config, context, (connection) => flattenHeld({ config, flags, context, connection }))
}

interface Task {
  readonly config: Config
  readonly flags: FlattenFlags
  readonly context: CommandContext
  readonly connection: HeldConnection
}

async function flattenHeld(task: Task): CommandResult {
  const { config, connection, flags, context } = task
  const { out } = context
  const { plans, own, markets, wanted, leftOut } = await preview(task)
  for (const id of leftOut) out.note(`${id}: ${LEFT_OUT_WORDS}: nothing of them is sold`)
  const onTheWayMs = await mayArriveForMs(config, connection.trading.account)
  const lines = [...planLines(plans, own.length), ...(onTheWayMs > 0 ? [stillListed(onTheWayMs)] : [])]
  const orders = own.map((record) => shownOrder(record, markets))
  const shown = { plans: plans.map(shownPlan), own: orders, leftOut, sold: [] }
  const isAnySold = plans.some(({ size }) => size > 0)
  // what rests, or is about to, may be matched: with it nothing is flat for long
  if (!isAnySold && own.length === 0 && onTheWayMs === 0) {
    out.data(shown, () => lines)
    return plans.every(({ surplus }) => surplus === 0) && leftOut.length === 0 ? 'ok' : 'pending'
  }
  if (flags.yes) for (const line of lines) out.note(line)
  else {
    if (out.json || context.streams.stdin.isTTY !== true) {
      out.data(shown, () => lines)
      out.note('nothing is cancelled or sold without --yes where nobody can be asked')
      return 'pending'
    }
    for (const line of lines) out.note(line)
    const question = `cancel everything of this wallet${isAnySold ? ', and sell this' : ''}?`
    if (!(await confirmed(question, context))) return 'pending'
  }
  connection.stillHeld()
  const { market = 'all', maxSlippage } = flags
  const { account } = connection.trading
  const operation = { config, account, context, command: 'flatten', asked: { market, maxSlippage } }
  return await writtenDown(operation, (tell) => carryOut({ plans, wanted, leftOut, own: orders, tell }, task))
}

const NOTHING_SOLD: Sold = { lots: lots(0), orders: [] }

interface Agreed {
  readonly plans: readonly FlattenPlan[]
  /** Those of the plans, and others of which nothing was held too many. */
  readonly wanted: readonly Market[]
  readonly leftOut: readonly ConditionId[]
  readonly own: readonly ReturnType<typeof shownOrder>[]
  /** What came of it, for the record. */
  readonly tell: (details: Readonly<Record<string, unknown>>) => void
}

async function carryOut({ plans, wanted, leftOut, own, tell }: Agreed, task: Task): CommandResult {
  const { config, connection, context } = task
  const { out } = context
  const clock = createRealClock()
  const onTheWayMs = await mayArriveForMs(config, connection.trading.account)
  if (onTheWayMs > 0) out.waiting(stillListed(onTheWayMs))
  const { cancelled, pending } = await cancelOwn(connection.trading, clock, onTheWayMs)
  tell({ cancelled })
  if (pending.length > 0)
    out.note(`${pending.length} own orders wait for their settlement: look again when they are settled`)
  // what was matched until the cancel counts, too
  const { holdings, unread = [] } = await awaitAnswer<AccountSnapshot>((done) => connection.trading.readAccount(done))
  const isMoreHeld = task.flags.market === undefined && unread.length > 0
  if (isMoreHeld) out.note(`tokens of ${unread.length} more markets are held by now: look again`)
  const held = { holdings, own: pending }
  const others = wanted.filter((market) => !plans.some((plan) => plan.market === market))
  const sent: (Sold & { readonly plan: FlattenPlan })[] = []
  const found = [...plans.map((plan) => afterCancel(plan, held)), ...others.flatMap((one) => unshown(one, held) ?? [])]
  for (const plan of found) {
    const isOver = sent.some(({ failure }) => failure !== undefined)
    const sending = ({ hash }: SignedOrder) => out.note(`${plan.market.id}: sending ${hash}`)
    sent.push({ plan, ...(isOver ? NOTHING_SOLD : await sell(plan, { config, connection, clock, sending })) })
  }
  const failure = sent.find((one) => one.failure !== undefined)?.failure
  if (failure !== undefined) out.note(`nothing more was sent after this: ${failure.code}: ${failure.message}`)
  const shares = (market: Market, lots: number) => (lots * Number(market.lotRaw)) / Number(market.unitRaw)
  // together: each takes as long as the slowest at most
  const sold = await Promise.all(
    sent.map(async ({ plan, ...one }) => {
      const now: Settled = await settled(one, plan.market, { trading: connection.trading, clock })
      return { plan, ...now, cameBack: one.lots - now.sold }
    }),
  )
  const results = sold.map(({ plan, sold: lots, unsettled, cameBack }) => {
    const left = plan.surplus - lots
    const why = failure === undefined ? whyLeft(plan, { left, cameBack }) : undefined
    const told = { sold: shares(plan.market, lots), left: shares(plan.market, left) }
    const open = unsettled === 0 ? {} : { unsettled: shares(plan.market, unsettled) }
    return { ...shownPlan(plan), ...told, ...open, ...(why === undefined ? {} : { why }) }
  })
  const failed = failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } }
  tell({
    sold: results.map(({ market, outcome, sold: shown, unsettled, left }) => ({
      ...{ market, outcome, sold: shown, left },
      ...(unsettled === undefined ? {} : { unsettled }),
    })),
    ...failed,
  })
  out.data({ cancelled, own, leftOut, sold: results, ...failed }, () => [
    `${cancelled} orders cancelled`,
    ...results.map(({ market, outcome, sold, unsettled, left, why, question }) => {
      const words = why === undefined ? `${left} left` : `${left} left (${why})`
      const open = unsettled === undefined ? '' : `, ${unsettled} of it not settled yet: it comes back where that fails`
      return `${market}: ${sold} ${outcome} sold${open}, ${words}  ${question}`
    }),
  ])
  const isLeft = sold.some(({ plan, sold: lots, unsettled }) => lots < plan.surplus || unsettled > 0)
  return pending.length > 0 || isLeft || isMoreHeld || leftOut.length > 0 ? 'pending' : 'ok'
}

/** What is held too many of, and what the book gives for it, own orders left out. */
async function preview({ flags, connection }: Task) {
  const { trading, marketData } = connection
  const held = await heldMarkets(trading, marketData)
  const own = await awaitAnswer<readonly OrderRecord[]>((done) => trading.listOrders({ statuses: LIVE_STATUSES }, done))
  const others = own.map(({ conditionId }) => conditionId).filter((id) => !held.markets.has(id))
  const markets = new Map([...held.markets, ...(await marketsOf(others, marketData))])
  const goOn = [...markets.values()].filter((market) => !isFinal(market))
  const wanted = flags.market === undefined ? goOn : [marketNamed(flags.market, goOn)]
  const leftOut = flags.market === undefined ? held.leftOut : []
  const plans: FlattenPlan[] = []
  for (const market of wanted) {
    const holding = heldIn(held.holdings, market.conditionId)
    // nobody can sell in one that is closed, and its winner is not known
    const book = market.status === 'OPEN' ? await bookOf(market, marketData) : EMPTY_BOOK
    const plan = flattenPlan(holding, market, { book, own, maxSlippage: flags.maxSlippage })
    if (plan !== undefined) plans.push(plan)
  }
  return { plans, own, markets, wanted, leftOut }
}

async function bookOf(market: Market, marketData: HeldConnection['marketData']): Promise<MarketBook> {
  const { book } = await awaitAnswer<BookReading>((done) => marketData.readBook(market, done))
  return book
}

async function confirmed(question: string, context: CommandContext): Promise<boolean> {
  if (await saysYes(context, question)) return true
  context.out.note('nothing was done')
  return false
}
