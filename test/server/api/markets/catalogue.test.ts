// Which fee a market has when several tags, or none, name one.

import { describe, expect, it } from 'vitest'
import { VenueDriver } from '../venue-driver.js'

interface TagInput {
  readonly slug: string
  readonly parentSlug?: string
  readonly feeRateBps?: number
}

const TREE: readonly TagInput[] = [
  { slug: 'sports', feeRateBps: 300 },
  { slug: 'football', parentSlug: 'sports', feeRateBps: 200 },
  { slug: 'cup', parentSlug: 'football' },
  { slug: 'tennis', parentSlug: 'sports' },
  { slug: 'crypto', feeRateBps: 50 },
  { slug: 'politics' },
]

function feeOf(tags: readonly string[], tree = TREE, feeRateBps?: number): number {
  const market = { question: 'q', tags: [...tags], ...(feeRateBps === undefined ? {} : { feeRateBps }) }
  const venue = new VenueDriver({
    globalFeeRateBps: 10,
    tags: tree.map((tag) => ({ ...tag, name: tag.slug })),
    markets: [market],
  })
  const { body } = venue.get('/markets/market-1/fee')
  expect(venue.get('/markets/market-1').body.feeRateBps).toBe(body.feeRateBps)
  expect(venue.api.exchange.market(venue.market.conditionId)?.feeRateBps).toBe(body.feeRateBps)
  return body.feeRateBps
}

describe('the fee of a market with several tags', () => {
  it.each([
    ['the deepest counts, whichever is named first', ['sports', 'football'], 200],
    ['the deepest counts, whichever is named first', ['football', 'sports'], 200],
    ['though another one is lower', ['crypto', 'football'], 200],
    ["a sub-tag without a rate has its parent's", ['tennis'], 300],
    ['over two generations the nearest', ['cup', 'sports', 'crypto'], 200],
    ['an inherited rate counts as deep as the tag itself', ['tennis', 'crypto'], 300],
    ['among equals the lowest', ['tennis', 'football'], 200],
    ['among equals the lowest', ['sports', 'crypto'], 50],
    ['a tag without any rate does not count', ['politics', 'crypto'], 50],
    ['nor does one that nobody described', ['unheard-of'], 10],
  ] as const)('%s: %j', (_rule, tags, expected) => {
    expect(feeOf(tags)).toBe(expected)
  })

  it('the market itself wins over all', () => {
    expect(feeOf(['cup', 'crypto'], TREE, 7)).toBe(7)
  })

  it('a tag that is its own ancestor is no trap', () => {
    const round = [
      { slug: 'a', parentSlug: 'b' },
      { slug: 'b', parentSlug: 'a', feeRateBps: 40 },
    ]
    expect(feeOf(['a'], round)).toBe(40)
  })

  it('a changed rate of a parent reaches the markets of its sub-tags, and is told', () => {
    const venue = new VenueDriver({
      tags: TREE.map((tag) => ({ ...tag, name: tag.slug })),
      markets: [{ question: 'q', tags: ['tennis'] }],
    })
    const socket = venue.socket()
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['market'] })
    venue.post('/sandbox/fees', { scope: 'tag', tagSlug: 'sports', feeRateBps: 120 })
    expect(venue.get('/markets/market-1/fee').body.feeRateBps).toBe(120)
    expect(socket.of('market.fee').at(-1)?.payload.data.feeRateBps).toBe(120)
  })
})
