// Every limit that stops an order: its settings, where it is checked, what counts it, and a run of the core in which it is what stops one.

import type { CoreSettings } from '../../src/core/settings.js'
import type { RefusalReason } from '../../src/domain/orders/quote.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { type RiskLimits, riskLimits } from '../../src/risk/schema.js'
import { at } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'
import { book, type CoreDriver } from './core-driver.js'

type RiskInput = Parameters<typeof riskLimits.parse>[0] & Partial<Record<keyof RiskLimits, unknown>>

/** One of two worlds: with the limit, and without it. */
interface World {
  readonly risk?: RiskInput
  readonly settings?: Partial<CoreSettings>
  /** Of the account, units. */
  readonly collateral?: number
}

export interface LimitRow {
  readonly limit: string
  /** In words: what it bounds. */
  readonly bounds: string
  readonly keys: readonly string[]
  /** File of the check, under src. */
  readonly checkedIn: string
  readonly reason: RefusalReason
  readonly tight: World
  /** Where the same order is sent; the defaults otherwise. */
  readonly loose?: World
  /** Returns the decisions that count; two bids of 10 shares at 0.47 by default. */
  readonly run?: (driver: CoreDriver) => readonly Decision[]
}

export function settingsOf({ risk, settings }: World): Partial<CoreSettings> {
  return { ...settings, ...(risk === undefined ? {} : { risk: riskLimits.parse(risk) }) }
}

export function runRow({ run = twoBids }: LimitRow, driver: CoreDriver, { collateral }: World): readonly Decision[] {
  driver.start(collateral)
  return run(driver)
}

const twoBids = (driver: CoreDriver) => [driver.fee()]

/** Ten YES are bought at 0.47 and fall to 0.30; then everything is as it was. */
function afterALoss(driver: CoreDriver): readonly Decision[] {
  const [bid = '0x', other = '0x'] = driver.quote()
  const filled = driver.record(bid, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n })
  driver.push({ kind: 'order', record: filled })
  driver.push({ kind: 'book', conditionId: A, book: book(29, 69), via: 'socket' }, 60_000)
  driver.wake(3000)
  driver.push({ kind: 'cancel-answered', cancelled: [other], failed: [] })
  const again = () => driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 3000)
  return [again(), again(), driver.fee()]
}

/** Ten YES are bought at 0.47; two seconds later the others' mid is ten cents lower. */
function afterBadFills(driver: CoreDriver): readonly Decision[] {
  const [bid = '0x', other = '0x'] = driver.quote()
  const filled = driver.record(bid, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n })
  driver.push({ kind: 'order', record: filled }, 1000)
  const shown = { kind: 'book', conditionId: A, book: book(38, 58), via: 'socket' } as const
  for (let second = 0; second < 6; second++) driver.push(shown, 1000)
  const gone = driver.push({ kind: 'cancel-answered', cancelled: [other], failed: [] })
  return [gone, driver.fee()]
}

/** The book jumps by ten cents while we bid. */
function afterAJump(driver: CoreDriver): readonly Decision[] {
  const hashes = driver.quote()
  const jumped = driver.push({ kind: 'book', conditionId: A, book: book(58, 38), via: 'socket' }, 1000)
  const gone = driver.gone(hashes)
  return [jumped, gone, driver.fee()]
}

const FAR = { maxLoss: 1e6, maxDailyLoss: 1e6, maxDrawdown: 1e6 }
const far = { risk: { killSwitch: FAR } }

function exposure(limit: string, reason: RefusalReason, [key, most]: readonly [keyof RiskLimits, number]): LimitRow {
  const bounds = reason.startsWith('market') ? 'one market' : 'all markets together'
  return { limit, bounds, keys: [key], checkedIn: 'risk/totals/headroom.ts', reason, tight: { risk: { [key]: most } } }
}

/** All of the driver's time. */
const inCalendar = (action: 'stop' | 'reduce-only') => {
  const { venueMs } = at(0)
  return { at: new Date(venueMs).toISOString(), beforeSec: 3600, afterSec: 3600, action }
}

export const LIMITS: readonly LimitRow[] = [
  {
    limit: 'size of an order',
    bounds: 'one order; the signer signs none larger',
    keys: ['maxOrderShares'],
    ...{ checkedIn: 'risk/limits/order-limits.ts', reason: 'order-size', tight: { risk: { maxOrderShares: 9 } } },
  },
  {
    limit: 'collateral of an order',
    bounds: 'one order, price times size; the signer signs none dearer',
    keys: ['maxOrderCollateral'],
    ...{
      checkedIn: 'risk/limits/order-limits.ts',
      reason: 'order-collateral',
      tight: { risk: { maxOrderCollateral: 4 } },
    },
  },
  {
    limit: 'distance from the fair value',
    bounds: 'one order, on either side',
    keys: ['maxFairDistance'],
    ...{
      checkedIn: 'risk/limits/order-limits.ts',
      reason: 'fair-distance',
      tight: { risk: { maxFairDistance: 0.02 } },
    },
  },
  {
    limit: 'fee',
    bounds: 'what adds to a position',
    keys: ['maxFeeRateBps'],
    ...{ checkedIn: 'risk/limits/order-limits.ts', reason: 'fee-cap', tight: { risk: { maxFeeRateBps: 200 } } },
    run: (driver) => [driver.fee(201)],
  },
  {
    limit: 'orders per second',
    bounds: 'what the bot sends in all markets',
    keys: ['orderRate.perSecond'],
    ...{
      checkedIn: 'risk/limits/order-rate.ts',
      reason: 'order-rate',
      tight: { risk: { orderRate: { perSecond: 1 } } },
    },
  },
  {
    limit: 'orders per minute',
    bounds: 'what the bot sends in all markets',
    keys: ['orderRate.perMinute'],
    ...{
      checkedIn: 'risk/limits/order-rate.ts',
      reason: 'order-rate',
      tight: { risk: { orderRate: { perMinute: 1 } } },
    },
  },
  exposure('position', 'market-position', ['maxMarketShares', 4]),
  exposure('collateral', 'market-collateral', ['maxMarketCollateral', 2]),
  exposure('worst case', 'market-loss', ['maxMarketLoss', 2]),
  {
    limit: 'worst case of a group',
    bounds: 'the markets of a group; they net only where `markets.exclusiveGroups` says that one of them wins',
    keys: ['maxGroupLoss'],
    ...{ checkedIn: 'risk/totals/group-losses.ts', reason: 'group-loss', tight: { risk: { maxGroupLoss: 2 } } },
    run: (driver) => {
      driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs, groupId: 'group-1' }) })
      return [driver.fee()]
    },
  },
  exposure('total position', 'total-position', ['maxTotalShares', 4]),
  exposure('total collateral', 'total-collateral', ['maxTotalCollateral', 2]),
  exposure('total worst case', 'total-loss', ['maxTotalLoss', 2]),
  {
    limit: 'wallet',
    bounds:
      'collateral that is free, by the venue and by our own count; an allowance that is too small is told by the venue alone',
    keys: [],
    ...{ checkedIn: 'risk/totals/headroom.ts', reason: 'no-collateral', tight: { collateral: 1 } },
  },
  {
    limit: 'price band',
    bounds: 'one order',
    keys: ['priceBand.min', 'priceBand.max'],
    ...{
      checkedIn: 'quoting/price-band.ts',
      reason: 'price-band',
      tight: { risk: { priceBand: { min: 0.6, max: 0.7 } } },
    },
  },
  {
    limit: 'jump of the book',
    bounds: 'the endangered side of a market, until the jump is confirmed',
    keys: ['estimates.confirmMs'],
    ...{ checkedIn: 'quoting/await-confirmation.ts', reason: 'unconfirmed-jump', tight: {}, run: afterAJump },
    loose: { settings: { confirmMs: 0, fairTauMs: 0 } },
  },
  {
    limit: 'loss',
    bounds: 'everything, until a person resumes',
    keys: ['killSwitch.maxLoss'],
    ...{ checkedIn: 'risk/kill-switch.ts', reason: 'halted', tight: { risk: { killSwitch: { ...FAR, maxLoss: 1 } } } },
    ...{ loose: far, run: afterALoss },
  },
  {
    limit: 'loss of the day',
    bounds: 'everything, until a person resumes',
    keys: ['killSwitch.maxDailyLoss'],
    ...{ checkedIn: 'risk/kill-switch.ts', reason: 'halted' },
    ...{ tight: { risk: { killSwitch: { ...FAR, maxDailyLoss: 1 } } }, loose: far, run: afterALoss },
  },
  {
    limit: 'drawdown',
    bounds: 'everything, until a person resumes',
    keys: ['killSwitch.maxDrawdown'],
    ...{ checkedIn: 'risk/kill-switch.ts', reason: 'halted' },
    ...{ tight: { risk: { killSwitch: { ...FAR, maxDrawdown: 1 } } }, loose: far, run: afterALoss },
  },
  {
    limit: 'calendar: stop',
    bounds: 'a market, around its kick-off, its end, its close, or news',
    keys: ['calendar'],
    ...{
      checkedIn: 'risk/caution/calendar.ts',
      reason: 'calendar',
      tight: { risk: { calendar: [inCalendar('stop')] } },
    },
  },
  {
    limit: 'calendar: reduce-only',
    bounds: 'what adds to a position, around the same',
    keys: ['calendar'],
    ...{ checkedIn: 'risk/caution/calendar.ts', reason: 'reduce-only' },
    tight: { risk: { calendar: [inCalendar('reduce-only')] } },
  },
  {
    limit: 'toxicity: pull',
    bounds: 'a market in which our own fills go bad, for a while',
    keys: ['toxicity'],
    ...{ checkedIn: 'state/market/own-markouts.ts', reason: 'toxic', run: afterBadFills },
    tight: { risk: { toxicity: { horizonSec: 2, priorFills: 0.1 } } },
  },
  {
    limit: "error of the venue's clock",
    bounds: 'everything, until the clock is known again',
    keys: ['maxClockErrorMs'],
    ...{ checkedIn: 'risk/limits/market-gate.ts', reason: 'clock-unsure', tight: { risk: { maxClockErrorMs: 10 } } },
  },
]
