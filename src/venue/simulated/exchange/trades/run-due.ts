// What happens when something is due.

import { endOrder, leaveBook } from '../book/resting.js'
import { type ExchangeState, reportOrder } from '../exchange-state.js'
import { changeMarket } from '../markets/market-life.js'
import type { Due } from './due-queue.js'
import { settle } from './settlement.js'

export function runDue(state: ExchangeState, { kind, of, dueMs }: Due): void {
  const { table } = state.orders
  if (kind === 'settlement') settle(state, of, dueMs)
  else if (kind === 'last-match') leaveBook(state, of)
  else if (kind === 'market-end') changeMarket(state, table.markets.at(of), { status: 'CLOSED' })
  else if (table.restingLots(of) > 0) {
    endOrder(state, of, 'expired')
    reportOrder(state, of)
  }
}
