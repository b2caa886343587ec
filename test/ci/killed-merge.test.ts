// A bot is killed between the end of a merge, as `chain.json` has it, and the first `standing.json` without what it took: the next start knows.

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../src/domain/market/market.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 120_000, interval: 50 }
const OTHERS: Address = `0x8${'2'.padStart(39, '0')}`
const SETS_RAW = 100_000_000n

let venue: LoopbackVenue
let market: ConditionId
beforeEach(async () => {
  venue = await openVenue({ world: undefined, markets: [{ question: 'Is it seen?', endsInSec: 90_000 }] })
  const [one] = venue.open
  if (one === undefined) throw new Error('no market')
  market = one
  const { exchange } = venue.server.api
  exchange.deposit(OTHERS, 10_000_000_000n)
  for (const [outcome, cents] of [
    [YES, 45],
    [NO, 47],
  ] as const) {
    const terms = { conditionId: market, outcome, side: 'BUY', type: 'GTC', expirationSec: 0, account: OTHERS } as const
    const feeRateBps = exchange.market(market)?.feeRateBps ?? 0
    const hash: Hex = `0x${cents.toString(16).padStart(64, 'e')}`
    exchange.submit({ ...terms, feeRateBps, hash, price: ticks(cents), size: lots(20_000) }, Date.now())
  }
  exchange.split(venue.account, market, SETS_RAW)
})
afterEach(async () => {
  killAll()
  await venue.close()
})

/** A bot with these settings; what is not explained halts it, once it is told to. */
function run(more: string, positions: 'report' | 'refuse'): BotProcess {
  const path = venue.config(more)
  const text = readFileSync(path, 'utf8').replace(
    'execution: {',
    `execution: { reconcile: { positions: ${positions} },`,
  )
  writeFileSync(path, text)
  return runLive(path)
}

const inJournal = (name: string) => `${venue.journal}/${venue.account.toLowerCase()}/${name}`
const read = (name: string) => JSON.parse(readFileSync(inJournal(name), 'utf8'))
const kept = () => read('standing.json').standing

async function kill(bot: BotProcess): Promise<void> {
  bot.signal('SIGKILL')
  await bot.ended()
}

async function page(bot: BotProcess): Promise<BotSnapshot> {
  const { status } = bot.line('running') as { readonly status: string }
  return (await fetch(status)).json() as Promise<BotSnapshot>
}

it('explains what a merge took, and counts nothing won or lost by it', async () => {
  const first = run('', 'report')
  await vi.waitFor(() => expect(kept().held).toMatchObject([{ tokensRaw: [`${SETS_RAW}`, `${SETS_RAW}`] }]), WAIT)
  await vi.waitFor(() => expect(kept().held[0].worth).toBeCloseTo(100, 2), WAIT)
  // one that the kill meets on its way is unknown until it expires, and nothing is merged as long
  await vi.waitFor(async () => {
    const { markets } = await page(first)
    expect(markets[0]?.ownQuotes.map(({ phase }) => phase)).toEqual(['open', 'open'])
  }, WAIT)
  await kill(first)
  const before = kept()

  // whoever writes the P&L later waits there, as on a disk that is slow
  execFileSync('mkfifo', [inJournal('standing.json.later')])
  const merging = run('chain: { actions: merge }\n', 'report')
  await vi.waitFor(() => {
    if (merging.isOver) throw new Error(merging.stderr)
    const { nextNonce, pending } = read('chain.json')
    expect({ nextNonce, pending }).toEqual({ nextNonce: 1, pending: undefined })
  }, WAIT)
  await kill(merging)
  rmSync(inJournal('standing.json.later'))
  expect(venue.server.api.exchange.ledger.holdings(venue.account)).toEqual([])
  expect(kept().held).toEqual(before.held)

  const last = run('chain: { actions: merge }\n', 'refuse')
  await vi.waitFor(async () => {
    const { halted, markets } = await page(last)
    expect(halted).toBeUndefined()
    expect(markets[0]?.ownQuotes).toHaveLength(2)
  }, WAIT)
  await vi.waitFor(() => expect(kept().held).toEqual([]), WAIT)
  expect(kept().pnl.total).toBeCloseTo(before.pnl.total, 2)
})
