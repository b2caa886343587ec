// What remains after a stop, for people, and the exit code that says it.

import type { StopOrder, StopPosition, StopReport, StopSettlement } from '../../bot/stop-report.js'
import type { ExitName } from '../../domain/exit-codes.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'

export function stopExit({ verified, openOrders, pendingSettlements }: StopReport): ExitName {
  return verified && openOrders?.length === 0 && pendingSettlements?.length === 0 ? 'ok' : 'pending'
}

/** What a run came to, of all its markets; units of collateral. */
export function runOutcome({ total, spread, inventory, fees, fills }: BotSnapshot['totals'], durationMs: number) {
  return { pnl: total, spread, inventory, fees, fills, seconds: Math.round(durationMs / 1000) }
}

export function outcomeLine({ pnl, spread, inventory, fees, fills, seconds }: ReturnType<typeof runOutcome>): string {
  const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`
  const parts = `spread ${signed(spread)}, inventory ${signed(inventory)}, fees ${signed(-fees)}`
  return `this run: P&L ${signed(pnl)} (${parts}), ${fills} fills in ${durationOf(seconds)}`
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

export function describeStop(report: StopReport): string[] {
  const { openOrders = [], pendingSettlements = [], unconfirmed, positions } = report
  const left = unconfirmed
    ? [
        unconfirmed.orders.length === 0
          ? 'orders: unconfirmed; none is known that may still be matched'
          : `orders: unconfirmed; ${unconfirmed.orders.length} may still be matched, each until it expires`,
        ...unconfirmed.orders.map(orderLine),
        `pending settlements: unconfirmed; ${unconfirmed.pendingSettlements.length === 0 ? 'none is known' : unconfirmed.pendingSettlements.length}`,
        ...unconfirmed.pendingSettlements.map(settlementLine),
      ]
    : [
        openOrders.length === 0 ? 'orders: none' : `orders: ${openOrders.length} may still be matched`,
        ...openOrders.map(orderLine),
        `pending settlements: ${pendingSettlements.length === 0 ? 'none' : pendingSettlements.length}`,
        ...pendingSettlements.map(settlementLine),
      ]
  return [...left, ...positionLines(positions)]
}

function positionLines(positions: StopReport['positions']): string[] {
  if (positions === undefined) return ['positions: not known, the account was not read before the stop']
  return [`positions: ${positions.length === 0 ? 'none' : positions.length}`, ...positions.map(positionLine)]
}

function orderLine({ hash, market, outcome, side, price, shares, expirationSec }: StopOrder): string {
  const end = expirationSec === 0 ? 'never expires' : `expires ${new Date(expirationSec * 1000).toISOString()}`
  const what = price === undefined || shares === undefined ? '' : ` ${shares.toFixed(2)} at ${Number(price.toFixed(4))}`
  return `  ${hash}  ${side} ${outcome}${what}  ${market}  ${end}`
}

function settlementLine({ hash, market, shares }: StopSettlement): string {
  return `  ${hash}  ${market}  ${shares.toFixed(2)} shares`
}

function positionLine({ market, shares: [yes, no], worstCaseLoss, payout }: StopPosition): string {
  const held = `  ${market}  YES ${yes.toFixed(2)}  NO ${no.toFixed(2)}`
  if (payout !== undefined) return `${held}  over, redeem for ${payout.toFixed(2)}`
  return `${held}  worst case ${worstCaseLoss > 0 ? '-' : '+'}${Math.abs(worstCaseLoss).toFixed(2)}`
}
