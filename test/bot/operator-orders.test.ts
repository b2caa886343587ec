import { expect, it } from 'vitest'
import { OperatorOrders } from '../../src/bot/operator-orders.js'

const halt = { action: 'halt', actor: 'ann', reason: 'lunch' } as const

it('an order has taken effect when the turn that took it in is over', () => {
  const orders = new OperatorOrders()
  const done: string[] = []
  orders.wait(halt, () => done.push('first'))
  orders.wait(halt, () => done.push('second'))
  orders.turnEnded()
  orders.taken({ kind: 'operator', ...halt, actor: 'the venue' })
  orders.turnEnded()
  expect(done).toEqual([])
  orders.taken({ kind: 'operator', ...halt })
  expect(done).toEqual([])
  orders.turnEnded()
  orders.turnEnded()
  expect(done).toEqual(['first'])
  orders.taken({ kind: 'operator', ...halt })
  orders.turnEnded()
  expect(done).toEqual(['first', 'second'])
})
