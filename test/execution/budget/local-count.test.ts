import { expect, it } from 'vitest'
import type { Permit, PermitStock, RouteClassName, StockOrder } from '../../../src/domain/permit.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import { LocalCount } from '../../../src/execution/budget/local-count.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

const READ = { routeClass: 'read', priority: 'urgent' } as const

function start(patienceMs?: number, stock?: PermitStock) {
  const clock = new VirtualClock()
  const budget = new Budget()
  const limits = { perSecond: 1, perMinute: 100, ...(stock ? { stocked: true } : {}) }
  budget.hear({ kind: 'budget', routeClass: 'read', ...limits }, 0)
  const desk = new Desk()
  const parts = { budget, desk, clock, ...(stock ? { stock } : {}), ...(patienceMs ? { patienceMs } : {}) }
  const count = new LocalCount(parts)
  const got: (Permit | undefined)[] = []
  return { clock, budget, desk, count, got, take: (permit: Permit | undefined) => void got.push(permit) }
}

it('gives at once what is free, and the rest as soon as it may be sent', () => {
  const { clock, desk, got, take } = start()
  desk.want(READ, take)
  desk.want(READ, take)
  expect(got).toHaveLength(1)
  clock.advance(100)
  desk.answered(got[0]!, {})
  clock.advance(1_000)
  expect(got).toHaveLength(1)
  clock.advance(60)
  expect(got).toHaveLength(2)
})

it('lets nobody wait longer than its patience, and keeps nothing for him', () => {
  const { clock, budget, desk, got, take } = start(10_000)
  desk.want(READ, take)
  desk.answered(got[0]!, { block: { waitMs: 60_000 } })
  desk.want(READ, take)
  clock.advance(9_999)
  expect(got).toHaveLength(1)
  clock.advance(1)
  expect(got.at(-1)).toBeUndefined()
  clock.advance(60_000)
  expect(got).toHaveLength(2)
  expect(budget.available('read', clock.monoMs(), READ)).toBe(1)
})

it('serves nobody any more once it is stopped', () => {
  const { clock, desk, count, got, take } = start()
  desk.want(READ, take)
  desk.want(READ, take)
  desk.answered(got[0]!, {})
  count.stop()
  clock.advance(5_000)
  expect(got).toHaveLength(1)
})

it('pays from the stock, and tells its keeper what was spent', () => {
  let draw: (routeClass: RouteClassName, count: number) => void = () => undefined
  const orders: StockOrder[] = []
  const stock: PermitStock = {
    listen: (listener) => {
      draw = listener
    },
    carryOut: (order) => void orders.push(order),
  }
  const { desk, got, take } = start(undefined, stock)
  desk.want(READ, take)
  expect(got).toEqual([])
  draw('read', 1)
  expect(got).toHaveLength(1)
  desk.answered(got[0]!, {})
  expect(orders).toEqual([{ kind: 'return-permits', routeClass: 'read', count: 1, shortMs: 1_010, mediumMs: 60_060 }])
})
