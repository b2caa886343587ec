// What happens when something is due.

import { endOrder, leaveBook } from '../book/resting.js'
import { type ExchangeState, reportOrder } from '../exchange-state.js'
import { changeMarket } from '../markets/market-life.js'
import type { DueTask } from './due-queue.js'
import { settle } from './settlement.js'

export function runDue(state: ExchangeState, task: DueTask): void {
  if (task.kind === 'settlement') settle(state, task.settlement)
  else if (task.kind === 'last-match') leaveBook(state, task.order)
  else if (task.kind === 'market-end') changeMarket(state, task.market, { status: 'CLOSED' })
  else if (task.order.restingLots > 0) {
    endOrder(state, task.order, 'expired')
    reportOrder(state, task.order)
  }
}
