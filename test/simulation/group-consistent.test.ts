// A group of three markets at the venue in the box, quoted around prices that sum to one.

import { expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address, Hex } from '../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import { groupConsistent } from '../../strategies/group-consistent.js'
import { ACCOUNT, simulate } from './virtual/simulate.js'

const HOUSE: Address = `0x8${'1'.padStart(39, '0')}`
/** What others think, in cents: together too much. */
const OTHERS = [53, 31, 20]
const WIDTH = 4
const LIVE = ['open', 'partially_filled'] as const

/** Three markets of one group in which others quote, and a bot. `over`: by place, the winner of a market that is over before it starts. */
function cup(
  exclusiveGroups?: Readonly<Record<string, number>>,
  over: Readonly<Record<number, Outcome>> = {},
  others = OTHERS,
) {
  const asked: number[] = []
  const counted: typeof groupConsistent.quote = (view, ...others) => {
    asked.push(view.markets.length)
    return groupConsistent.quote(view, ...others)
  }
  const sim = simulate({
    seed: 1,
    strategy: { ...groupConsistent, quote: counted },
    params: { halfSpread: 0.03 },
    server: {
      markets: others.map((_, i) => ({
        question: `Will team ${i + 1} win the cup?`,
        groupSlug: 'cup',
        endsInSec: 1e6,
      })),
    },
    ...(exclusiveGroups === undefined ? {} : { exclusiveGroups }),
  })
  const { exchange, markets } = sim.api
  exchange.deposit(HOUSE, 100_000_000_000n)
  let orders = 0
  const bid = (place: number, outcome: Outcome, price: number) => {
    const hash: Hex = `0x${(++orders).toString(16).padStart(64, 'e')}`
    const { conditionId } = markets.all()[place]!
    const terms = { conditionId, outcome, side: 'BUY', price: ticks(price), type: 'GTC' } as const
    const size = lots(100_00)
    exchange.submit({ ...terms, size, expirationSec: 0, feeRateBps: 0, hash, account: HOUSE }, sim.clock.wallMs())
    return hash
  }
  const house = others.map((p, place) => [bid(place, YES, p - WIDTH), bid(place, NO, 100 - p - WIDTH)])
  const leave = (place: number) => {
    for (const hash of house[place] ?? []) exchange.cancel(hash, HOUSE, sim.clock.wallMs())
  }
  /** The bot's best bid on each outcome of each market, cents. */
  const bids = () =>
    markets.all().map(({ conditionId }) =>
      [YES, NO].map((outcome) => {
        const own = exchange.orders({ account: ACCOUNT, statuses: LIVE })
        const resting = own.filter((o) => o.conditionId === conditionId && o.outcome === outcome && o.remainingRaw > 0n)
        return resting.length === 0 ? undefined : Math.max(...resting.map(({ price }) => Number(price)))
      }),
    )
  const run = (ms: number) => sim.clock.runUntil(sim.clock.monoMs() + ms)
  for (const [place, winner] of Object.entries(over))
    exchange.resolve(markets.all()[Number(place)]!.conditionId, winner, sim.clock.wallMs())
  sim.bot.start()
  run(8000)
  return { sim, bids, leave, run, asked }
}

it('quotes all three, and the probabilities that its quotes imply sum to one', () => {
  const { sim, bids, leave, run, asked } = cup({ group_1: 3 })
  const quoted = bids()
  expect(quoted.flat().every((price) => price !== undefined)).toBe(true)
  const implied = quoted.map(([yes = 0, no = 0]) => (yes + 100 - no) / 2)
  // each price stands on the grid, half a cent off at most
  expect(Math.abs(implied.reduce((a, b) => a + b) - 100)).toBeLessThanOrEqual(1.5)
  expect(OTHERS.reduce((a, b) => a + b)).toBe(104)
  expect(Math.max(...asked)).toBe(3)
  // one market loses its book: nothing rests in its siblings either
  leave(1)
  run(4000)
  expect(bids().flat()).toEqual(Array.from({ length: 6 }, () => undefined))
  expect(sim.faults).toEqual([])
})

it('rests nowhere while nobody says that exactly one of so many wins', () => {
  for (const said of [undefined, { group_1: 4 }]) {
    const { bids } = cup(said)
    expect(bids().flat()).toEqual(Array.from({ length: 6 }, () => undefined))
  }
})

it('quotes what is left of a group of which one had lost before it started, and nothing once one had won', () => {
  const [left, one] = [[66, 31, 37], { group_1: 3 }]
  const { bids, sim } = cup(one, { 1: NO }, left)
  const [first, lost, last] = bids()
  expect(lost).toEqual([undefined, undefined])
  expect([...first!, ...last!]).not.toContain(undefined)
  const implied = [first!, last!].map(([yes = 0, no = 0]) => (yes + 100 - no) / 2)
  expect(Math.abs(implied.reduce((a, b) => a + b) - 100)).toBeLessThanOrEqual(1)
  expect(sim.faults).toEqual([])
  const won = cup(one, { 1: YES }, left)
  expect(won.bids().flat()).toEqual(Array.from({ length: 6 }, () => undefined))
})
