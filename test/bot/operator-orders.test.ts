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

it('one that is given before the bot begins is held until then, in turn', () => {
  const orders = new OperatorOrders()
  const given: string[] = []
  expect([orders.holds(() => given.push('halt')), orders.holds(() => given.push('resume')), given]).toEqual([
    true,
    true,
    [],
  ])
  orders.begin()
  expect([orders.holds(() => given.push('pause')), given]).toEqual([false, ['halt', 'resume']])
})
