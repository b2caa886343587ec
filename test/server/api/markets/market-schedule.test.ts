import { describe, expect, it } from 'vitest'
import { DurableMap, type DurableValues, NOT_DURABLE } from '../../../../src/server/api/kept/durable-values.js'
import { type MarketPlan, MarketSchedule } from '../../../../src/server/api/markets/market-schedule.js'
import { VenueDriver } from '../venue-driver.js'

function venueWith(values: DurableValues) {
  const { exchange, markets } = new VenueDriver().api
  const registration = { delayMs: 0, fails: () => false }
  const schedule = new MarketSchedule({ exchange, markets: () => markets, registration, values })
  return { exchange, market: markets.all()[0]!, schedule, markets }
}

describe('MarketSchedule', () => {
  it('leaves a market alone that somebody resolved or registered before', () => {
    const { exchange, market, markets, schedule } = venueWith(NOT_DURABLE)
    const { conditionId, id } = market
    const { endMs } = market.spec
    schedule.plan({ kind: 'resolution', conditionId, atMs: endMs + 10, result: 1 })
    schedule.plan({ kind: 'registration', marketId: id, atMs: endMs + 10, result: 'FAILED' })
    exchange.resolve(conditionId, 0, endMs)
    schedule.advance(endMs + 10)
    expect(exchange.market(conditionId)).toMatchObject({ status: 'RESOLVED', winner: 0 })
    expect(markets.find(id).registration).toBe('REGISTERED')
  })

  it('goes on with the plans that were kept, and forgets those carried out', () => {
    const kept: MarketPlan[] = []
    const values: DurableValues = {
      ...NOT_DURABLE,
      put: (_kind, _id, value) => kept.push(value as MarketPlan),
      delete: () => kept.pop(),
      all: <T>() => kept.map((plan) => [`${plan.kind}`, plan as T] as [string, T]),
    }
    const first = venueWith(values)
    const { conditionId, spec } = first.market
    first.schedule.plan({ kind: 'resolution', conditionId, atMs: spec.endMs, result: 'cancelled' })
    expect(new DurableMap(values, 'market-plan').size).toBe(1)
    const second = venueWith({ ...values, put: () => undefined, delete: () => undefined })
    expect(second.schedule.nextDueMs()).toBe(spec.endMs)
    second.schedule.advance(spec.endMs)
    expect(second.exchange.market(conditionId)?.status).toBe('CANCELLED')
    first.schedule.advance(spec.endMs)
    expect(kept).toEqual([])
  })
})
