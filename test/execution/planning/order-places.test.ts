import { beforeEach, expect, it } from 'vitest'
import { OrderPlaces } from '../../../src/execution/planning/order-places.js'
import { A, B, market } from '../../risk/builders.js'

let places: OrderPlaces

beforeEach(() => {
  places = new OrderPlaces()
})

/** So many orders may leave now. */
const rate = (most: number) => ({
  isShut: (beside: number) => (beside < most ? undefined : { waitsFor: 'the order rate', untilMonoMs: 10_100 }),
})
const placesFor = (conditionId: typeof A, wanted: number, most: number, nowMs = 10_000) =>
  places.take(conditionId, wanted, rate(most), nowMs).places

it('as many are replaced together as may leave', () => {
  expect(places.held(1, rate(2), 10_000)).toBeUndefined()
  expect(places.held(2, rate(2), 10_000)).toMatchObject({ waitsFor: 'the order rate' })
})

it('a successor keeps its place for its market until it is sent, or for two seconds', () => {
  places.cancelled(A, 10_000)
  places.cancelled(A, 10_500)
  expect([placesFor(B, 3, 3), placesFor(A, 3, 3)]).toEqual([1, 3])
  expect(places.held(0, rate(2), 10_000)).toBeDefined()
  places.sent(B)
  places.sent(A)
  expect(placesFor(B, 3, 3)).toBe(2)
  expect([placesFor(B, 3, 3, 12_499), placesFor(B, 3, 3, 12_500)]).toEqual([2, 3])
})

it('what is missing comes before what rests, until its market is planned anew or leaves the work', () => {
  expect(places.take(A, 3, rate(1), 10_000)).toMatchObject({ places: 1, shut: { waitsFor: 'the order rate' } })
  expect(places.held(0, rate(2), 10_000)).toBeDefined()
  expect(places.held(0, rate(3), 10_000)).toBeUndefined()
  places.planned([{ market: market(B) }])
  expect(places.held(0, rate(2), 10_000)).toBeDefined()
  places.planned([{ market: market(A) }])
  expect(places.held(0, rate(1), 10_000)).toBeUndefined()
  places.take(A, 3, rate(1), 10_000)
  places.remove(A)
  expect(places.held(0, rate(1), 10_000)).toBeUndefined()
})

it('what rests looks again after half a second, however many others leave before', () => {
  expect(places.held(2, rate(2), 10_000)?.untilMonoMs).toBe(10_500)
})
