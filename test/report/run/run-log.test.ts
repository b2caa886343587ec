// Looks at a run: thinned once too many are kept, not because many markets came one after the other.

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { PublicTrade } from '../../../src/domain/orders/fill.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { MarketSnapshot } from '../../../src/domain/run/snapshot.js'
import type { Halt } from '../../../src/domain/run/standing.js'
import { RunLog } from '../../../src/report/run/run-log.js'

const CONDITION = '0x0' as ConditionId

const pnl = { spread: 0, inventory: 0, fees: 0, total: 0 }

const marketAt = (i: number): MarketSnapshot => ({
  ...{
    conditionId: `0x${i}` as ConditionId,
    question: 'Q?',
    status: 'OPEN',
    ownQuotes: [],
    bestOthers: [undefined, undefined],
  },
  ...{ shares: [0, 0], fills: 0, pnl, feed: { health: 'live', ageMs: 0, reason: '' } },
  ...{ quarantined: false, worstCaseLoss: 0 },
})

/** A log of a bot that follows one market at a time, a new one each minute. */
function logOf(mostLooks?: number, hashesDecisions = false): RunLog & { readonly now: { sec: number; halted?: Halt } } {
  const now: { sec: number; halted?: Halt } = { sec: 0 }
  const log = new RunLog({
    snapshot: () => ({
      ...{ seq: 0, monoMs: 0, markets: [marketAt(Math.floor(now.sec / 60))], budgets: [], signals: [], over: [] },
      totals: { ...pnl, worstCaseLoss: 0, fills: 0, openOrders: 0, unknownOrders: 0 },
      ...{ signedIn: true, clockErrorMs: 0, answersBehindMs: 0 },
      ...(now.halted === undefined ? {} : { halted: now.halted }),
    }),
    mid: () => undefined,
    shares: () => 0,
    after: () => undefined,
    hashesDecisions,
    ...(mostLooks === undefined ? {} : { mostLooks }),
  })
  return Object.assign(log, { now })
}

it('looks once a second through many markets, and half as often when too many looks are kept', () => {
  const log = logOf()
  for (log.now.sec = 0; log.now.sec < 2400; log.now.sec++) log.look(1000 * log.now.sec)
  expect(log.periodMs).toBe(1000)
  expect(log.notes().size).toBe(40)
  for (const { samples } of log.notes().values()) expect(samples).toHaveLength(60)
  log.look(2_400_000)
  expect(log.periodMs).toBe(2000)
  expect(log.samples).toHaveLength(1201)
})

it('goes on looking when more markets have come than looks are kept: those of the first ones go', () => {
  const log = logOf(1000)
  let market = 0
  for (log.now.sec = 0; log.now.sec < 60 * 2500; log.now.sec += log.periodMs / 1000) {
    log.look(1000 * log.now.sec)
    market = Math.floor(log.now.sec / 60)
  }
  expect(market).toBeGreaterThan(2000)
  const kept = [...log.notes().values()].reduce((sum, { samples }) => sum + samples.length, 0)
  expect(kept).toBeLessThanOrEqual(1100)
  // the shape of the whole stays: not one look in a day
  expect(log.samples.length).toBeGreaterThan(300)
  expect(log.periodMs).toBeLessThan(600_000)
  expect([...log.notes().values()].at(-1)?.samples.length).toBeGreaterThan(0)
})

/** One that says something; `change` says what. */
const decision = (change: Partial<Decision>): Decision => ({
  ...{ seq: 1, markets: [], commands: [], ended: ['0x1'], corrected: [], faults: [], wakeAtMonoMs: 7.5 },
  ...change,
})

it('hashes every decision that says something, amounts with their digits, and all that came before', () => {
  const log = logOf(undefined, true)
  const hash = createHash('sha256')
  const amounts: Decision[] = [
    decision({ corrected: [{ conditionId: '0xa' as ConditionId, differenceRaw: [12n, -3n] }] }),
    decision({ commands: [{ kind: 'chain-act', act: { kind: 'merge', conditionId: '0xa', setsRaw: 5n } as never }] }),
  ]
  const many = Array.from({ length: 2000 }, (_, seq) => decision({ seq, ended: [`0x${'ab'.repeat(seq % 40)}`] }))
  for (const one of [...many, ...amounts, ...many]) {
    log.decided(one, 0)
    hash.update(JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
  }
  log.decided(decision({ ended: [] }), 0)
  expect(log.decisions).toBe(4002)
  expect(log.decisionHash()).toBe(hash.copy().digest('hex'))
  log.decided(amounts[0]!, 0)
  expect(log.decisionHash()).not.toBe(hash.digest('hex'))
})

it('remembers a halt that somebody resumed', () => {
  const log = logOf()
  log.look(0)
  log.now.halted = { cause: 'loss', reason: 'loss: 51.20, allowed 50', actor: 'kill switch', atMs: 500 }
  log.look(1000)
  delete log.now.halted
  log.look(2000)
  expect(log.halts.words(undefined)).toContain(
    'loss: 51.20, allowed 50 (kill switch, 1970-01-01 00:00:00 UTC, resumed)',
  )
})

it('looks at a market as soon as something is decided about it: it may be over before the next look', () => {
  const asked: (() => void)[] = []
  let followed: readonly MarketSnapshot[] = []
  const log = new RunLog({
    snapshot: () => ({
      ...{ seq: 0, monoMs: 0, markets: followed, budgets: [], signals: [], over: [] },
      totals: { ...pnl, worstCaseLoss: 0, fills: 0, openOrders: 0, unknownOrders: 0 },
      ...{ signedIn: true, clockErrorMs: 0, answersBehindMs: 0 },
    }),
    ...{ mid: () => undefined, shares: () => 0, hashesDecisions: false },
    after: (_delayMs, run) => void asked.push(run),
  })
  const trade: PublicTrade = {
    ...{ tradeId: '1', conditionId: CONDITION, outcome: 0, side: 'BUY', price: ticks(50), venueMs: 7 },
    ...{ sizeRaw: 3_000_000n, matchType: 'direct' },
  }
  const about: Decision['markets'] = [{ conditionId: CONDITION, approved: [], refused: [], waiting: [] }]
  followed = [marketAt(0)]
  log.decided(decision({ markets: about }), 7)
  log.decided(decision({ markets: about }), 8)
  expect(asked).toHaveLength(1)
  asked[0]?.()
  log.traded(trade, { unitRaw: 1_000_000n })
  followed = []
  log.look(1000)
  expect([...log.notes()]).toMatchObject([
    [CONDITION, { question: 'Q?', tapeVolume: 3, first: { atMs: 7, inventory: 0 }, samples: [] }],
  ])
})
