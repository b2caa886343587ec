// Sections 2 and 4 of the venue's specification: referral attribution and summary.

import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../src/server/api/accounts/referral-book.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'

const CAROL = '0x00000000000000000000000000000000000ca501'

function programme() {
  const venue = new VenueDriver({ globalFeeRateBps: 200, referral: { rewardBps: 2500 } })
  const alice = venue.signIn(ALICE).accessToken
  const bob = venue.signIn(BOB).accessToken
  const attribute = (code: unknown, token = bob) => venue.post('/referral/attribution', { code }, { token })
  const summary = (token = alice) => venue.get('/referral/summary', { token }).body
  /** BOB takes 100 shares at 0.50 from ALICE: 50 of volume, a fee of 2 tokens worth 1. */
  const trade = () => {
    venue.rest({ maker: ALICE, side: 'BUY', price: 50, size: 10_000, feeRateBps: 200 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 50, size: 10_000, feeRateBps: 200 })
  }
  return { venue, alice, bob, attribute, summary, trade }
}

describe('section 4, POST /referral/attribution', () => {
  it('"Records first-touch attribution for the authenticated user. Idempotent."', () => {
    const { venue, attribute, summary } = programme()
    venue.post('/sandbox/faucet', { account: CAROL, amount: '1' })
    expect(attribute(codeOf(ALICE)).body).toEqual({ ok: true, changed: true, referredBy: ALICE })
    for (const code of [codeOf(ALICE), codeOf(ALICE).toLowerCase(), codeOf(CAROL)]) {
      expect(attribute(code).body).toEqual({ ok: true, changed: false, referredBy: ALICE })
    }
    expect(summary().refereeCount).toBe(1)
    expect(summary().referees.map((r: Loose) => r.address)).toEqual([BOB])
  })

  it('"Self-referral and invalid codes are rejected.": nothing is recorded', () => {
    const { attribute, summary } = programme()
    expect(attribute(codeOf(BOB))).toMatchObject({ status: 400, body: { code: 'self_referral' } })
    expect(attribute('NOBODY')).toMatchObject({ status: 400, body: { code: 'invalid_referral_code' } })
    expect(summary().refereeCount).toBe(0)
    expect(attribute(codeOf(ALICE)).body.changed).toBe(true)
  })

  it('"Body `{ code }` (string, maximum length 32)."', () => {
    const { venue, bob, attribute } = programme()
    expect(attribute('X'.repeat(32)).body.code).toBe('invalid_referral_code')
    for (const code of ['X'.repeat(33), '', 7, null, undefined]) {
      const { status, body } = attribute(code)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'validation_failed', message: [expect.stringContaining('code')] })
    }
    expect(venue.post('/referral/attribution', undefined, { token: bob }).status).toBe(400)
  })

  it('"(B)": is for a bearer', () => {
    const { venue, summary } = programme()
    expect(venue.post('/referral/attribution', { code: codeOf(ALICE) }).status).toBe(401)
    expect(summary().refereeCount).toBe(0)
  })
})

describe('section 4, GET /referral/summary', () => {
  it('"(K and B)": needs both', () => {
    const { venue, alice } = programme()
    expect(venue.get('/referral/summary').status).toBe(401)
    expect(venue.get('/referral/summary', { token: alice, key: '' }).status).toBe(401)
    expect(venue.get('/referral/summary', { token: alice }).status).toBe(200)
  })

  it('section 2, every field of the summary; totals follow from the settled trades since the attribution', () => {
    const { venue, attribute, summary, trade } = programme()
    trade()
    venue.pass(2000)
    attribute(codeOf(ALICE))
    trade()
    expect(summary().totals).toMatchObject({ downlineVolumeUsd: 0, lifetimeRewardUsd: 0 })
    venue.pass(2000)
    const earned = { volumeUsd: 50, feesUsd: 1, rewardUsd: 0.25 }
    expect(summary()).toEqual({
      code: codeOf(ALICE),
      rewardBps: 2500,
      refereeCount: 1,
      referees: [{ address: BOB, username: null, referredAt: '2030-01-01T00:00:02.000Z', ...earned }],
      totals: {
        downlineVolumeUsd: 50,
        lifetimeRewardUsd: 0.25,
        currentEpochRewardUsd: 0.25,
        paidUsd: 0,
        unpaidUsd: 0.25,
      },
      epoch: { start: '2029-12-31T00:00:00.000Z', end: '2030-01-07T00:00:00.000Z' },
    })
  })

  it('paidUsd and unpaidUsd: a payment moves the reward into the balance, once', () => {
    const { venue, alice, attribute, summary, trade } = programme()
    attribute(codeOf(ALICE))
    trade()
    venue.pass(2000)
    const total = () => BigInt(venue.get('/me/balances', { token: alice }).body.collateral.total)
    const before = total()
    expect(venue.post('/sandbox/referrals/pay').body.paid).toEqual([{ account: ALICE, amount: '250000' }])
    expect(venue.post('/sandbox/referrals/pay').body.paid).toEqual([])
    expect(total() - before).toBe(250_000n)
    expect(summary().totals).toMatchObject({ paidUsd: 0.25, unpaidUsd: 0, lifetimeRewardUsd: 0.25 })
  })

  it('"the epoch is weekly"', () => {
    const { venue, attribute, summary, trade } = programme()
    attribute(codeOf(ALICE))
    trade()
    venue.pass(2000)
    expect(summary().totals.currentEpochRewardUsd).toBe(0.25)
    venue.pass(Date.parse('2030-01-06T23:59:59.999Z') - venue.nowMs)
    expect(summary(venue.signIn(ALICE).accessToken).epoch.start).toBe('2029-12-31T00:00:00.000Z')
    venue.pass(1)
    const later = summary(venue.signIn(ALICE).accessToken)
    expect(later.epoch).toEqual({ start: '2030-01-07T00:00:00.000Z', end: '2030-01-14T00:00:00.000Z' })
    expect(later.totals).toMatchObject({ currentEpochRewardUsd: 0, lifetimeRewardUsd: 0.25 })
  })

  it('username: the public name of the referee', () => {
    const { venue, bob, attribute, summary } = programme()
    attribute(codeOf(ALICE))
    venue.call('PATCH', '/me', { token: bob, body: { username: 'bob_b' } })
    expect(summary().referees[0].username).toBe('bob_b')
  })
})
