import { expect, it } from 'vitest'
import { Cancels } from '../../../src/execution/planning/cancels.js'
import { quote } from '../../risk/builders.js'
import { budgetOf } from '../budget/builders.js'
import { hashOf, restingOrder } from '../builders.js'

const orders = (count: number) => Array.from({ length: count }, (_, i) => restingOrder(quote('BUY YES', 50, 10), i + 1))

const planner = (perSecond = 10) => budgetOf({ cancel: { perSecond, perMinute: 300 } })

it('sends a hundred hashes a call and pays for each call', () => {
  const budget = planner()
  const { commands, sent } = new Cancels(budget).send(orders(250), 0)
  expect(commands.map((c) => (c.kind === 'cancel' ? c.hashes.length : 0))).toEqual([100, 100, 50])
  expect(sent).toHaveLength(250)
  expect(budget.available('cancel', 0, { priority: 'urgent' })).toBe(7)
})

it('tells what the budget has not let through, and when it may', () => {
  const budget = planner(1)
  const { sent, againMonoMs, commands } = new Cancels(budget).send(orders(150), 0)
  expect(sent).toHaveLength(100)
  // an answer can free it at any time, and is an event of its own
  expect(againMonoMs).toBe(50)
  for (const command of commands) {
    const [paid] = 'permits' in command ? command.permits : []
    if (paid) budget.hear({ kind: 'answered', permit: paid, told: {} }, 20)
  }
  expect(new Cancels(budget).send(orders(50), 100).againMonoMs).toBe(1030)
})

it('repeats a failed cancel after a moment, not in a loop', () => {
  const cancels = new Cancels(planner())
  const [order, other] = orders(2)
  expect(cancels.send([order!], 0).sent).toEqual([order])
  const early = cancels.send([order!, other!], 100)
  expect(early.commands).toMatchObject([{ kind: 'cancel', hashes: [hashOf(2)] }])
  expect(early.againMonoMs).toBe(250)
  expect(cancels.send([order!], 250).sent).toEqual([order])
})

it('sends nothing for nothing', () => {
  expect(new Cancels(planner()).send([], 0)).toEqual({ commands: [], sent: [], unsent: [], againMonoMs: Infinity })
})
