// The venue refuses a live bot's orders and drops the answers: its market is closed for about ten seconds, not until they would expire.

import { afterEach, expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import type { FaultSpecInput } from '../../src/venue/wire/fault-schema.js'
import { type BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 30_000, interval: 50 }
const OTHERS: Address = `0x8${'2'.padStart(39, '0')}`
const SUBMIT = 'POST /markets/{id}/orders'

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

let orders = 0
let resting: Hex[] = []

/** The others' bids, in cents, instead of those before. */
function show(conditionId: ConditionId, yes: number, no: number): void {
  const { exchange } = venue.server.api
  const submit = (outcome: Outcome, cents: number) => {
    const hash: Hex = `0x${(++orders).toString(16).padStart(64, 'e')}`
    const terms = { conditionId, outcome, side: 'BUY', type: 'GTC', expirationSec: 0 } as const
    const feeRateBps = exchange.market(conditionId)?.feeRateBps ?? 0
    exchange.submit(
      { ...terms, feeRateBps, price: ticks(cents), size: lots(20_000), hash, account: OTHERS },
      Date.now(),
    )
    return hash
  }
  const before = resting
  resting = [submit(YES, yes), submit(NO, no)]
  for (const hash of before) exchange.cancel(hash, OTHERS, Date.now())
}

async function make(fault: FaultSpecInput): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': venue.server.sharedKey }
  const body = JSON.stringify(fault)
  const { status } = await fetch(`${venue.server.url}/sandbox/faults`, { method: 'POST', headers, body })
  expect(status).toBe(201)
}

async function snapshotOf(bot: BotProcess): Promise<BotSnapshot> {
  const { status } = bot.line('running') as { readonly status: string }
  return (await fetch(status)).json() as Promise<BotSnapshot>
}

it('closes a market for about ten seconds', async () => {
  venue = await openVenue({ world: undefined, markets: [{ question: 'Who heard it?', endsInSec: 90_000 }] })
  const [conditionId] = venue.open
  if (conditionId === undefined) throw new Error('no market')
  venue.server.api.exchange.deposit(OTHERS, 10_000_000_000n)
  show(conditionId, 45, 47)
  const bot = runLive(venue.config('estimates: { confirmMs: 500 }\n'))
  const twoSided = () => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.isTwoSided(conditionId)).toBe(true)
  }
  await vi.waitFor(twoSided, WAIT)
  await make({ kind: 'fee-changed', conditionId, route: SUBMIT, count: 1 })
  await make({ kind: 'answer-dropped', conditionId, route: SUBMIT, count: 1 })
  show(conditionId, 40, 52)
  const isClosed = async () => (await snapshotOf(bot)).markets[0]?.quarantined === true
  await vi.waitFor(async () => expect(await isClosed()).toBe(true), WAIT)
  const fromMs = performance.now()
  const known = venue.ordersEver().length
  await vi.waitFor(async () => expect(await isClosed()).toBe(false), WAIT)
  const closedMs = performance.now() - fromMs
  expect(closedMs).toBeGreaterThan(8500)
  expect(closedMs).toBeLessThan(20_000)
  await vi.waitFor(twoSided, WAIT)
  expect(venue.ordersEver().length).toBeGreaterThan(known)
  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
  expect(venue.resting()).toEqual([])
})
