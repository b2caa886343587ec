import { expect, it } from 'vitest'
import { z } from 'zod'
import { VirtualClock } from '../../../../src/backtest/virtual-clock.js'
import type { PermitDesk, Told } from '../../../../src/domain/permit.js'
import { createHttpClient, type RequestNote } from '../../../../src/venue/session/rest/http-client.js'
import type { HttpResult } from '../../../../src/venue/session/transport.js'
import { profileOf } from '../fake-venue.js'

/** What the budget and telemetry hear of one request that is answered so. */
function heard(result: HttpResult, route: 'cancelMany' | 'ownTrades' | 'market' = 'cancelMany') {
  const told: (Told | undefined)[] = []
  const notes: RequestNote[] = []
  const dates: (string | undefined)[] = []
  const permit = { routeClass: 'cancel', serial: 1, untilMonoMs: 1e9 } as const
  const desk: PermitDesk = {
    want: (_want, done) => done(permit),
    answered: (_permit, answer) => told.push(answer),
    unused: () => undefined,
  }
  const client = createHttpClient({
    ...{ profile: profileOf(), desk, apiKey: 'key', deadlineMs: 1000, redact: (text) => text },
    clock: new VirtualClock(0),
    venueClock: {
      onDate: (date) => dates.push(date),
      onEvent: () => undefined,
      venueMs: () => 0,
      errorMs: () => 0,
      jumps: () => 0,
      lagMs: () => 0,
      beyondMs: () => undefined,
    },
    transport: {
      http: (_request, done) => done(result),
      openSocket: () => {
        throw new Error('none')
      },
    },
    onRequest: (note) => notes.push(note),
  })
  client.call(
    {
      route,
      body: '{}',
      bearer: () => 'token',
      params: { id: 'm' },
      schema: z.object({ cancelled: z.array(z.string()) }),
    },
    () => undefined,
  )
  return { told, codes: notes.map(({ code }) => code), dates }
}

const answered = (status: number, body: string, route?: Parameters<typeof heard>[1]) =>
  heard({ kind: 'response', status, headers: {}, body }, route)

it('a page in the place of an answer is a failure of the venue, whatever its status', () => {
  for (const status of [200, 403, 502]) {
    const { told, codes } = answered(status, '<html>maintenance</html>')
    expect(told).toEqual([expect.objectContaining({ failed: true })])
    expect(codes).toEqual(['venue-failed'])
  }
})

const REFUSED = '{"statusCode":400,"message":"no"}'

it('what the venue says itself is none, a refusal included', () => {
  expect(answered(200, '{"cancelled":[]}').told).toEqual([{ short: {}, medium: {} }])
  for (const status of [400, 404]) expect(answered(status, REFUSED, 'market').told).toEqual([{ short: {}, medium: {} }])
})

it('cancels that are refused as a whole, and a token that is not taken, are failures', () => {
  for (const status of [400, 401, 404, 422]) expect(answered(status, REFUSED).told).toMatchObject([{ failed: true }])
  expect(answered(401, REFUSED, 'ownTrades').told).toMatchObject([{ failed: true }])
  expect(answered(429, REFUSED).told).toEqual([{ short: {}, medium: {}, block: {} }])
})

it('tells the venue’s clock from what the venue answers, and not from what a cache has kept', () => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  const datesOf = (more: Record<string, string>) =>
    heard({ kind: 'response', status: 200, headers: { date, ...more }, body: '{"cancelled":[]}' }).dates
  expect([{}, { age: '0' }, { age: 'old' }].map(datesOf)).toEqual([[date], [date], [date]])
  expect([{ age: '1' }, { age: '60' }].map(datesOf)).toEqual([[undefined], [undefined]])
})

it('learns no budget from what a cache has kept', () => {
  const told = (more: Record<string, string>) => {
    const headers = { 'x-ratelimit-limit-medium': '300', 'x-ratelimit-remaining-medium': '3', ...more }
    return heard({ kind: 'response', status: 200, headers, body: '{"cancelled":[]}' }).told
  }
  expect(told({})).toMatchObject([{ medium: { limit: 300, remaining: 3 } }])
  expect(told({ age: '20' })).toEqual([{ short: {}, medium: {} }])
})
