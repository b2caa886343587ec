// After a restart limits that markets share count what was left in markets that nobody has read yet, and each once.

import { expect, it } from 'vitest'
import type { HeldTokens } from '../../../src/domain/run/standing.js'
import { riskLimits } from '../../../src/risk/schema.js'
import { at } from '../../execution/builders.js'
import { A, B, market, raw } from '../../risk/builders.js'
import { book, CoreDriver, intents } from '../core-driver.js'

const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
const collateral = { totalRaw: raw(1000), lockedRaw: 0n, pendingRaw: 0n, availableRaw: raw(1000) }
const COST = 24

/** 50 YES are left in B, which nobody has read; A is quoted ten a side. */
function restarted(risk: object, left: Partial<HeldTokens> = {}): CoreDriver {
  const driver = new CoreDriver({ risk: riskLimits.parse(risk) })
  const held: HeldTokens = { conditionId: B, tokensRaw: [raw(50), 0n], worth: COST, ...left }
  driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held: [held] } })
  driver.push({ kind: 'verify', held: [held], orders: [], listAfterMs: 0 })
  driver.start()
  const token = { tokenId: market(B).outcomes[0].tokenId, totalRaw: raw(50), lockedRaw: 0n, pendingRaw: 0n }
  const unread = [{ conditionId: B, tokens: [token] }]
  driver.push({ kind: 'account', snapshot: { collateral, holdings: [], unread }, askedSeq: driver.seq })
  driver.push({ kind: 'orders-listed', records: [], askedSeq: driver.seq })
  return driver
}

function refusals(driver: CoreDriver): readonly string[] {
  const { refused } = driver.core.conclusions().approval(A)
  return [...new Set(refused.map(({ reason }) => reason))]
}

/** B is read, and bid for: it has gone to what it cost. */
function learn(driver: CoreDriver): void {
  driver.push({ kind: 'market', market: market(B, { endMs: at(1e9).venueMs }) })
  driver.push({ kind: 'market-dropped', conditionId: B })
  driver.push({ kind: 'book', conditionId: B, book: book(48, 48), via: 'socket' })
}

it.each([
  ['shares', { maxTotalShares: 50 }, 'total-position'],
  ['collateral', { maxTotalCollateral: COST }, 'total-collateral'],
  ['loss', { maxTotalLoss: COST }, 'total-loss'],
])('%s left in a market that nobody has read take the room of others, and are counted once', (_name, risk, reason) => {
  const driver = restarted(risk)
  expect(refusals(driver)).toContain(reason)
  const { totals } = driver.core.conclusions()
  expect(totals.living).toMatchObject({ positionRaw: raw(50), collateralRaw: raw(COST), lossRaw: raw(COST) })
  learn(driver)
  driver.wake(2000)
  expect(refusals(driver)).toContain(reason)
  expect(driver.core.conclusions().totals.living.positionRaw).toBe(raw(50))
})

it.each([
  ['with room for both', { maxTotalShares: 60, maxTotalCollateral: 40, maxTotalLoss: 40 }, {}],
  ['of a market that was over', { maxTotalShares: 52 }, { isOver: true as const }],
])('what is left there keeps nobody from quoting: %s', (_name, risk, left) => {
  const driver = restarted(risk, left)
  expect(refusals(driver)).toEqual([])
  expect(intents(driver.fee()).length).toBeGreaterThan(0)
})
