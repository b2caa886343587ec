import { expect, it } from 'vitest'
import { BudgetPlanner } from '../../../src/execution/planning/budget-planner.js'
import { Cancels } from '../../../src/execution/planning/cancels.js'
import { quote } from '../../risk/builders.js'
import { hashOf, restingOrder } from '../builders.js'

const orders = (count: number) => Array.from({ length: count }, (_, i) => restingOrder(quote('BUY YES', 50, 10), i + 1))

function planner(perSecond = 10) {
  const budget = new BudgetPlanner()
  budget.limit('cancel', { perSecond, perMinute: 300 })
  return budget
}

it('sends a hundred hashes a call and pays for each call', () => {
  const budget = planner()
  const { commands, sent } = new Cancels(budget).send(orders(250), 0)
  expect(commands.map((c) => (c.kind === 'cancel' ? c.hashes.length : 0))).toEqual([100, 100, 50])
  expect(sent).toHaveLength(250)
  expect(budget.available('cancel', 0)).toBe(6)
})

it('tells what the budget has not let through, and when it may', () => {
  const { sent, againMonoMs } = new Cancels(planner(1)).send(orders(150), 0)
  expect(sent).toHaveLength(100)
  expect(againMonoMs).toBe(1250)
})

it('repeats a failed cancel after a moment, not in a loop', () => {
  const cancels = new Cancels(planner())
  const [order, other] = orders(2)
  expect(cancels.send([order!], 0).sent).toEqual([order])
  const early = cancels.send([order!, other!], 100)
  expect(early.commands).toEqual([{ kind: 'cancel', hashes: [hashOf(2)] }])
  expect(early.againMonoMs).toBe(250)
  expect(cancels.send([order!], 250).sent).toEqual([order])
})

it('sends nothing for nothing', () => {
  expect(new Cancels(planner()).send([], 0)).toEqual({ commands: [], sent: [], unsent: [], againMonoMs: Infinity })
})
