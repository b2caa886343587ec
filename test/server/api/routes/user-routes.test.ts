import { describe, expect, it } from 'vitest'
import { commentList, leaderboard, pnl } from '../../../../src/venue/wire/account-schema.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../venue-driver.js'

const names = (body: Loose) => body.data.map((u: Loose) => u.username)

describe('PATCH /me', () => {
  const rename = (venue: VenueDriver, who: typeof ALICE, username: unknown) =>
    venue.call('PATCH', '/me', { token: venue.signIn(who).accessToken, body: { username } })

  it('takes 3 to 20 letters, digits or underscores, a letter first', () => {
    const venue = new VenueDriver()
    for (const bad of ['ab', 'a'.repeat(21), '1abc', 'a b c', '0x12', 'ä'.repeat(5), '', 7, undefined]) {
      expect(rename(venue, ALICE, bad).status).toBe(400)
    }
    expect(rename(venue, ALICE, 'a'.repeat(20)).body.username).toBe('a'.repeat(20))
  })

  it('has one holder per name whatever the case; a name given back is free', () => {
    const venue = new VenueDriver()
    expect(rename(venue, ALICE, 'Maker').status).toBe(200)
    expect(rename(venue, BOB, 'mAKER')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(rename(venue, ALICE, 'maker').status).toBe(200)
    expect(rename(venue, ALICE, null).body.username).toBeNull()
    expect(rename(venue, BOB, 'maker').status).toBe(200)
    for (const reserved of ['admin', 'ME', 'Quoin', 'usr_1234'])
      expect(rename(venue, ALICE, reserved).status).not.toBe(200)
  })

  it('never lets a name pass for a user id', () => {
    const venue = new VenueDriver()
    const { id } = venue.get(`/users/${ALICE}`).body
    expect(rename(venue, BOB, id).status).toBe(409)
  })
})

describe('GET /users', () => {
  it('finds parts of usernames and beginnings of addresses', () => {
    const venue = new VenueDriver()
    venue.call('PATCH', '/me', { token: venue.signIn(ALICE).accessToken, body: { username: 'SharpAlice' } })
    expect(names(venue.get('/users?search=alice').body)).toEqual(['SharpAlice'])
    expect(names(venue.get(`/users?search=${ALICE.slice(0, 40)}`).body)).toEqual(['SharpAlice'])
    expect(venue.get('/users?search=nobody').body.data).toEqual([])
    expect(venue.get('/users?limit=1').body.pagination).toMatchObject({ total: 2, hasNext: true })
  })
})

describe('comments', () => {
  it('are posted with a bearer token, listed newest first, counted, and may answer one another', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const say = (text: unknown, parentId?: string) =>
      venue.post('/markets/market-1/comments', { text, ...(parentId === undefined ? {} : { parentId }) }, { token })
    const first = say('Sure thing').body
    expect(first).toMatchObject({ marketId: 'market-1', parentId: null, author: { address: ALICE } })
    venue.pass(1000)
    expect(say('Line\nbreak', first.id)).toMatchObject({ status: 201, body: { parentId: first.id } })
    const list = commentList.parse(venue.get('/markets/market-1/comments').body)
    expect(list.data.map(({ text }) => text)).toEqual(['Line\nbreak', 'Sure thing'])
    expect(venue.get('/markets/market-1/comments/count').body).toEqual({ count: 2 })
    expect(venue.get('/markets/market-2/comments/count').body).toEqual({ count: 0 })
    expect(say('?', 'comment_99').status).toBe(404)
    for (const bad of ['', '   ', 'x'.repeat(1001), 'bell\u0007', 5]) expect(say(bad).status).toBe(400)
    expect(venue.post('/markets/none/comments', { text: 'a' }, { token }).status).toBe(404)
  })

  it('show the author by the name of today', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    venue.post('/markets/market-1/comments', { text: 'Hello' }, { token })
    venue.call('PATCH', '/me', { token, body: { username: 'Alice_1' } })
    expect(venue.get('/markets/market-1/comments').body.data[0].author.username).toBe('Alice_1')
  })
})

describe('PnL and leaderboard', () => {
  /** Alice buys 10 YES at 0.40 from a mint with Bob, who pays the fee. */
  const traded = () => {
    const venue = new VenueDriver({ globalFeeRateBps: 200 })
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 1000, feeRateBps: 200 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 1000, feeRateBps: 200 })
    return venue
  }
  const pnlOf = (venue: VenueDriver, who: string) => pnl.parse(venue.get(`/users/${who}/pnl`).body)

  it('count settled trades alone', () => {
    const venue = traded()
    expect(pnlOf(venue, ALICE)).toMatchObject({ total: '0', trades: 0, volume: '0' })
    venue.pass(2000)
    expect(pnlOf(venue, ALICE)).toMatchObject({ total: '0', trades: 1, volume: '4000000', fees: '0' })
  })

  it('value an open market at its last trade and one that is over at its payout', () => {
    const venue = traded()
    venue.pass(2000)
    // fee in tokens: 200 bps x 0.40 x 10 / 0.60
    const feeTokens = 133_333n
    expect(pnlOf(venue, BOB)).toMatchObject({ unrealized: String(-((feeTokens * 60n) / 100n) - 1n), realized: '0' })
    venue.post('/sandbox/markets/market-1/resolve', { outcome: 0 })
    expect(pnlOf(venue, ALICE)).toMatchObject({ realized: '6000000', unrealized: '0', total: '6000000' })
    expect(pnlOf(venue, BOB)).toMatchObject({
      realized: '-6000000',
      markets: [{ marketId: 'market-1', pnl: '-6000000', isFinal: true }],
    })
  })

  it('splits, merges and redemptions change nothing', () => {
    const venue = traded()
    venue.pass(2000)
    const { accessToken: token } = venue.signIn(ALICE)
    const { conditionId } = venue.market
    const before = pnlOf(venue, ALICE).total
    venue.post('/sandbox/split', { conditionId, amount: '7000000' }, { token })
    venue.post('/sandbox/merge', { conditionId, amount: '2000000' }, { token })
    expect(pnlOf(venue, ALICE).total).toBe(before)
    venue.post('/sandbox/markets/market-1/resolve', { outcome: 0 })
    const resolved = pnlOf(venue, ALICE).total
    venue.post('/sandbox/redeem', { conditionId }, { token })
    expect(pnlOf(venue, ALICE).total).toBe(resolved)
    // it is what the wallet has more than it was given
    expect(venue.get('/me/balances', { token }).body.collateral.total).toBe(String(10_000_000_000n + BigInt(resolved)))
  })

  it('rank everybody, by profit or by volume', () => {
    const venue = traded()
    venue.pass(2000)
    venue.post('/sandbox/markets/market-1/resolve', { outcome: 1 })
    const board = (query: string) => leaderboard.parse(venue.get(`/leaderboard${query}`).body).data
    expect(board('').map(({ rank, user }) => [rank, user.address])).toEqual([
      [1, BOB],
      [2, ALICE],
    ])
    expect(board('?sortBy=volume')[0]).toMatchObject({ user: { address: BOB }, volume: '6000000', trades: 1 })
    expect(board('?page=2&pageSize=1')).toMatchObject([{ rank: 2 }])
    expect(venue.get('/leaderboard?sortBy=luck').status).toBe(400)
  })

  it('add up to minus the fees over a whole living world', () => {
    const venue = new VenueDriver({
      world: { speed: 30, markets: { count: 2, minSec: 100, maxSec: 200, feeRateBps: 100, replace: false } },
    })
    for (let i = 0; i < 200; i++) venue.pass(100)
    const { trading } = venue.api.records
    expect(venue.get('/markets').body.data.map((m: Loose) => m.status)).toEqual(['RESOLVED', 'RESOLVED'])
    const everybody = trading.all()
    expect(everybody.length).toBeGreaterThan(5)
    expect(everybody.every(({ unrealizedRaw }) => unrealizedRaw === 0n)).toBe(true)
    // fees paid in tokens are worth their payout now
    const { exchange } = venue.api
    for (const market of venue.api.markets.all()) exchange.redeemFees(market.conditionId)
    const profit = everybody.reduce((sum, { realizedRaw }) => sum + realizedRaw, 0n)
    expect(profit).toBe(-exchange.ledger.feesCollected.collateralRaw)
    expect(profit).toBeLessThan(0n)
  })
})
