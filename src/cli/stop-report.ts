// What remains after a stop, for people, and the exit code that says it.

import type { StopReport } from '../stop-report.js'
import type { ExitName } from './exit-codes.js'

export function stopExit(report: StopReport): ExitName {
  const clean = report.verified && report.openOrders.length === 0 && report.pendingSettlements.length === 0
  return clean ? 'ok' : 'pending'
}

export function describeStop(report: StopReport): string[] {
  return [
    report.openOrders.length === 0
      ? `orders: none${report.verified ? '' : ' known, but the venue could not confirm it'}`
      : `orders: ${report.openOrders.length} may still be matched`,
    ...report.openOrders.map(({ hash, market, expirationSec }) => {
      const end = expirationSec === 0 ? 'never expires' : `expires ${new Date(expirationSec * 1000).toISOString()}`
      return `  ${hash}  ${market}  ${end}`
    }),
    `pending settlements: ${report.pendingSettlements.length === 0 ? 'none' : report.pendingSettlements.length}`,
    ...report.pendingSettlements.map(({ hash, market, shares }) => `  ${hash}  ${market}  ${shares.toFixed(2)} shares`),
    `positions: ${report.positions.length === 0 ? 'none' : report.positions.length}`,
    ...report.positions.map(({ market, shares, worstCaseLoss }) => {
      const [yes, no] = shares
      return `  ${market}  YES ${yes.toFixed(2)}  NO ${no.toFixed(2)}  worst case ${worstCaseLoss > 0 ? '-' : '+'}${Math.abs(worstCaseLoss).toFixed(2)}`
    }),
  ]
}
