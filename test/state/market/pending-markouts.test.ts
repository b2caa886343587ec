import { expect, it } from 'vitest'
import { type Direction, PendingMarkouts } from '../../../src/state/market/pending-markouts.js'

function told() {
  const all: [Direction, number, number, number][] = []
  const pending = new PendingMarkouts(1000, (direction, { move, weight, atMs }) => {
    all.push([direction, Math.round(move * 1e6) / 1e6, weight, atMs])
  })
  return { pending, all }
}

it('tells how far the mid went against the maker when the horizon is over, not before', () => {
  const { pending, all } = told()
  pending.ordered(10)
  pending.observe(0.5, 0)
  pending.traded(1, 5, 1000)
  pending.traded(-1, 50, 1000)
  expect(pending.dueMs).toBe(2000)
  pending.observe(0.45, 1900)
  pending.settle(1999)
  expect(all).toEqual([])
  pending.settle(2000)
  expect(all).toEqual([
    [1, 0.05, 0.5, 2000],
    [-1, -0.05, 1, 2000],
  ])
  expect(pending.dueMs).toBe(Number.POSITIVE_INFINITY)
})

it('begins from the mid before the moment in which the book moved, and says nothing where none stands after', () => {
  const { pending, all } = told()
  pending.observe(0.5, 0)
  pending.observe(0.4, 1000)
  pending.traded(1, 1, 1100)
  pending.settle(2100)
  expect(all).toEqual([[1, 0.1, 1, 2100]])
  pending.traded(1, 1, 3000)
  pending.observe(Number.NaN, 3500)
  pending.settle(4000)
  expect(all).toHaveLength(1)
})

it('begins from the mid of a moment before, also where the mid never stands still for so long', () => {
  const { pending, all } = told()
  let atMs = 0
  const moveTo = (mid: number) => {
    atMs += 150
    pending.observe(mid, atMs)
  }
  for (let n = 0; n < 400; n++) moveTo(0.4 + (0.06 * n) / 400)
  for (let n = 0; n < 40; n++) {
    moveTo(n % 2 === 0 ? 0.46 : 0.461)
    if (n % 10 === 0) pending.traded(n % 20 === 0 ? 1 : -1, 1, atMs + 1)
  }
  pending.settle(atMs + 1000)
  expect(all.map(([direction]) => direction)).toEqual([1, -1, 1, -1])
  for (const [, move] of all) expect(Math.abs(move)).toBeLessThanOrEqual(0.0011)
})

it('counts an order for as much as before where a lot is another size', () => {
  const { pending, all } = told()
  pending.ordered(1000)
  pending.resized(1 / 100)
  pending.observe(0.5, 0)
  pending.traded(1, 5, 1000)
  pending.settle(2000)
  expect(all).toEqual([[1, 0, 0.5, 2000]])
})
