import { expect, it } from 'vitest'
import { parseMarket } from '../../../src/venue/wire/market-codec.js'
import { marketReading } from '../../../src/venue/wire/market-schema.js'
import { profileOf, WALLET, wireMarket } from '../session/fake-venue.js'

const parsed = (extra: Parameters<typeof wireMarket>[1]) =>
  parseMarket(wireMarket(1, extra), profileOf().marketDefaults)

it('reads the times of the event', () => {
  const times = {
    startTimestamp: '2026-01-01T00:00:00Z',
    createdAt: '2025-12-01T00:00:00Z',
    matchStartTime: '2026-01-02T18:00:00Z',
    matchEndTime: '2026-01-02T20:30:00Z',
  }
  expect(parsed(times)).toMatchObject({
    startMs: Date.parse(times.startTimestamp),
    matchStartMs: Date.parse(times.matchStartTime),
    matchEndMs: Date.parse(times.matchEndTime),
  })
  expect(parsed({ createdAt: times.createdAt, startTimestamp: null }).startMs).toBe(Date.parse(times.createdAt))
})

it('leaves out those that the venue does not tell', () => {
  const market = parsed({ startTimestamp: null, matchStartTime: null, matchEndTime: null, createdAt: undefined })
  expect(Object.keys(market)).not.toEqual(expect.arrayContaining(['startMs']))
  expect([market.startMs, market.matchStartMs, market.matchEndMs]).toEqual([undefined, undefined, undefined])
})

it('reads a market that tells what the specification shows and no more, its outcomes in the order of the list', () => {
  const { id, conditionId, question, status, feeRateBps, endTimestamp } = wireMarket(1)
  const outcomes = ['102', '101'].map((tokenId) => ({ outcomeId: `o${tokenId}`, tokenId }))
  const wire = marketReading.parse({ id, conditionId, question, status, feeRateBps, endTimestamp, outcomes })
  expect(parseMarket(wire, profileOf().marketDefaults).outcomes).toEqual([
    { outcomeId: 'o102', tokenId: '102', name: 'o102' },
    { outcomeId: 'o101', tokenId: '101', name: 'o101' },
  ])
})

it('goes by the index of outcomes that have one, and by their place only where none has', () => {
  const [yes, no] = wireMarket(1).outcomes.map((outcome) => {
    const { index: _, ...bare } = outcome
    return bare
  })
  if (yes === undefined || no === undefined) throw new Error('a market has two outcomes')
  const read = (outcomes: readonly object[]) => {
    const wire = marketReading.parse({ ...wireMarket(1), outcomes })
    return parseMarket(wire, profileOf().marketDefaults).outcomes.map(({ tokenId }) => tokenId)
  }
  const indexed = (first: number, second: number) => [
    { ...no, index: first },
    { ...yes, index: second },
  ]
  expect(read(indexed(1, 0))).toEqual(['101', '102'])
  expect(read(indexed(2, 1))).toEqual(['101', '102'])
  expect(read([yes, no])).toEqual(['101', '102'])
  const refusal = (got: string) => `market m1: expected an index of its own on each outcome, or on none, got ${got}`
  expect(() => read([{ ...no, index: 1 }, yes])).toThrow(refusal('1, none'))
  expect(() => read([no, { ...yes, index: 0 }])).toThrow(refusal('none, 0'))
  expect(() => read(indexed(0, 0))).toThrow(refusal('0, 0'))
})

it('is not refused for the form of what nobody needs', () => {
  const other = { volume: 12.5, liquidity: '1234.56', description: 7, betTypeName: {}, feeRateBpsOverride: '0' }
  const tags = [{ slug: 'nba', name: null }]
  const read = marketReading.parse({ ...wireMarket(1), ...other, tags, collateral: { decimals: 6, symbol: null } })
  expect(parseMarket(read, profileOf().marketDefaults).tagSlugs).toEqual(['nba'])
})

it('refuses a market of other decimals than the profile, by which balances and the limits of the signer are read', () => {
  const collateral = (decimals: number) => ({ collateral: { address: WALLET, symbol: 'USDQ', decimals } })
  expect(parsed(collateral(6)).unitRaw).toBe(1_000_000n)
  expect(() => parsed(collateral(18))).toThrow(/expected collateral of 6 decimals, as the profile's .*, got 18/)
})
