// What is won and lost while no bot runs counts for the next one: an order of a killed bot is matched and the price moves; a market resolves
// against what is held.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 40_000, interval: 50 }
const OTHERS: Address = `0x8${'2'.padStart(39, '0')}`
const LIMITS = 'risk: { killSwitch: { maxLoss: 1000, maxDailyLoss: 3, maxDrawdown: 1000 } }\n'

let venue: LoopbackVenue
let config: string
let first: ConditionId
let second: ConditionId
beforeEach(async () => {
  venue = await openVenue({
    world: undefined,
    markets: ['Is one seen?', 'Is another?'].map((question) => ({ question, endsInSec: 90_000 })),
  })
  const [one, other] = venue.open
  if (one === undefined || other === undefined) throw new Error('no markets')
  first = one
  second = other
  venue.server.api.exchange.deposit(OTHERS, 10_000_000_000n)
  resting.clear()
  for (const id of [first, second]) show(id, 45, 47)
  config = venue.config(LIMITS)
})
afterEach(async () => {
  killAll()
  await venue.close()
})

let orders = 0
const resting = new Map<ConditionId, Hex[]>()

function bid(conditionId: ConditionId, outcome: Outcome, cents: number, shares: number): Hex {
  const { exchange } = venue.server.api
  const hash: Hex = `0x${(++orders).toString(16).padStart(64, 'e')}`
  const terms = { conditionId, outcome, side: 'BUY', type: 'GTC', expirationSec: 0 } as const
  const feeRateBps = exchange.market(conditionId)?.feeRateBps ?? 0
  const size = lots(shares * 100)
  exchange.submit({ ...terms, feeRateBps, price: ticks(cents), size, hash, account: OTHERS }, Date.now())
  return hash
}

/** The others' bids, in cents, instead of those before. */
function show(conditionId: ConditionId, yes: number, no: number): void {
  const before = resting.get(conditionId) ?? []
  for (const hash of before) venue.server.api.exchange.cancel(hash, OTHERS, Date.now())
  resting.set(conditionId, [bid(conditionId, YES, yes, 200), bid(conditionId, NO, no, 200)])
}

async function page(bot: BotProcess): Promise<BotSnapshot> {
  const { status } = bot.line('running') as { readonly status: string }
  return (await fetch(status)).json() as Promise<BotSnapshot>
}

async function quoting(): Promise<BotProcess> {
  const bot = runLive(config)
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    for (const id of venue.open) expect(venue.isTwoSided(id)).toBe(true)
  }, WAIT)
  return bot
}

/** What `standing.json` says. */
function kept() {
  const path = `${venue.journal}/${venue.account.toLowerCase()}/standing.json`
  return JSON.parse(readFileSync(path, 'utf8')).standing
}

async function kill(bot: BotProcess): Promise<void> {
  bot.signal('SIGKILL')
  await bot.ended()
}

/** P&L less what is held counts for, as it is kept: what all matches of ours have paid, if each is counted once and at its own price. */
function earned(): number {
  const { pnl, held } = kept()
  return held.reduce((sum: number, { worth }: { readonly worth: number }) => sum - worth, pnl.total)
}

/** The same by the venue. */
function paid(): number {
  const cash = venue.fills().map(({ side, price, sizeRaw, feeRaw }) => {
    const value = (Number(sizeRaw) / 1e6) * (price / 100)
    return side === 'BUY' ? -value : value - Number(feeRaw) / 1e6
  })
  return cash.reduce((sum, one) => sum + one, 0)
}

/** Takes our bid on the outcome, whole. Returns what was bought and paid, in units. */
async function takeOurs(conditionId: ConditionId, outcome: Outcome): Promise<{ shares: number; paid: number }> {
  const own = venue.resting(conditionId).find((order) => order.outcome === outcome && order.side === 'BUY')
  if (own === undefined) throw new Error('no bid of ours')
  const shares = Number(own.remainingRaw) / 1e6
  bid(conditionId, outcome === YES ? NO : YES, 100 - own.price, shares)
  const isSettled = () => venue.fills().length > 0 && venue.fills().every(({ status }) => status === 'settled')
  await vi.waitFor(() => expect(isSettled()).toBe(true), WAIT)
  return { shares, paid: (shares * own.price) / 100 }
}

it('an order of a killed bot is matched, and the market moves: the loss is one of this day', async () => {
  await kill(await quoting())
  const before = kept().pnl.total
  const { shares, paid } = await takeOurs(first, YES)
  show(first, 20, 75)
  const bot = runLive(config)
  await vi.waitFor(async () => expect((await page(bot)).halted).toMatchObject({ cause: 'daily-loss' }), WAIT)
  await vi.waitFor(() => expect(kept().pnl.total - before).toBeCloseTo(shares * 0.2 - paid, 1), WAIT)
})

/** Killed right after the market has moved: its bid is matched, and one that it had just given up for it was higher. */
async function killedAfterAMove(): Promise<void> {
  const killed = await quoting()
  const bidOf = () => venue.resting(first).find(({ outcome, side }) => outcome === YES && side === 'BUY')?.price ?? 100
  const before = bidOf()
  show(first, 40, 52)
  await vi.waitFor(() => expect(bidOf()).toBeLessThan(before - 2), WAIT)
  await kill(killed)
  await takeOurs(first, YES)
}

it('an order of a killed bot is matched: it counts at its own price, whatever others rested at before', async () => {
  await killedAfterAMove()
  const bot = runLive(config)
  await vi.waitFor(() => expect(earned()).toBeCloseTo(paid(), 4), WAIT)
  await kill(bot)
  // once is enough
  const again = runLive(config)
  await vi.waitFor(() => expect(again.stdout).toContain('"running"'), WAIT)
  await new Promise((done) => setTimeout(done, 4000))
  expect(earned()).toBeCloseTo(paid(), 4)
})

it('where the venue does not list it, a next start goes by what is held, counts it once, and says so', async () => {
  const log = `${venue.journal}.log`
  config = venue.config(`${LIMITS}telemetry: { port: 0, logLevel: info, logFormat: json, logFile: "${log}" }\n`)
  await killedAfterAMove()
  venue.onRequest = ({ path }) => (path === '/me/trades' ? 'lost' : undefined)
  const bot = runLive(config)
  const said = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"missed"'))
  await vi.waitFor(() => expect(said()).toHaveLength(1), WAIT)
  expect(JSON.parse(said()[0] ?? '')).toMatchObject({ listedOrders: 0, unlistedShares: 20 })
  // at the higher price of the order that was given up
  await vi.waitFor(() => expect(earned() / paid()).toBeGreaterThan(1), WAIT)
  venue.onRequest = () => undefined
  await new Promise((done) => setTimeout(done, 4000))
  expect(bot.isOver).toBe(false)
  expect(earned() / paid()).toBeLessThan(1.2)
})

it('a market resolves against what is held: the loss is one of this day', async () => {
  const killed = await quoting()
  const { shares } = await takeOurs(first, YES)
  await vi.waitFor(() => expect(kept().held?.length ?? 0).toBe(1), WAIT)
  await new Promise((done) => setTimeout(done, 2500))
  await kill(killed)
  const before = kept().pnl.total
  venue.server.api.exchange.resolve(first, NO, Date.now())
  const bot = runLive(config)
  await vi.waitFor(async () => expect((await page(bot)).halted).toMatchObject({ cause: 'daily-loss' }), WAIT)
  await vi.waitFor(() => expect(kept().pnl.total - before).toBeLessThan(-0.4 * shares), WAIT)
  await kill(bot)
  // once is enough
  const lost = kept().pnl.total
  const again = runLive(config)
  await vi.waitFor(() => expect(again.stdout).toContain('"running"'), WAIT)
  await new Promise((done) => setTimeout(done, 6000))
  expect(kept().pnl.total).toBeCloseTo(lost, 2)
})
