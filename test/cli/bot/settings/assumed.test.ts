import { describe, expect, it } from 'vitest'
import { refuseAssumed, stillAssumed } from '../../../../src/cli/bot/settings/assumed.js'
import { ASSUMPTION_NAMES } from '../../../../src/venue/wire/assumptions.js'
import { SANDBOX_CHAIN_ID, venueProfile } from '../../../../src/venue/wire/profile.js'

const profileOf = (chainId: number, known: readonly string[] = []) =>
  venueProfile.parse({
    name: 'somewhere',
    typedData: { domain: { name: 'E', version: '1', chainId, verifyingContract: `0x${'e1'.repeat(20)}` } },
    siwe: { domain: 'example.com', uri: 'https://example.com', chainId },
    known,
  })

describe('what a profile only assumes', () => {
  it('is everything that nobody has seen, with what the bot relies on by it', () => {
    const venue = { profile: profileOf(8453), acceptAssumed: [] }
    expect(stillAssumed(venue)).toEqual(ASSUMPTION_NAMES)
    expect(() => refuseAssumed(venue)).toThrow(
      /^venue\.profile: expected nothing to go live on that is only assumed, got 7: orders\.types: a POST_ONLY order that would match is refused/,
    )
  })

  it('is what is neither known nor accepted by name', () => {
    const profile = profileOf(8453, ['makerPaysFee', 'holdingsLagSec'])
    const accepted = ASSUMPTION_NAMES.filter((name) => name !== 'orders.types')
    expect(stillAssumed({ profile, acceptAssumed: accepted })).toEqual(['orders.types'])
    expect(() => refuseAssumed({ profile, acceptAssumed: accepted })).toThrow(/got 1: orders\.types/)
    expect(() => refuseAssumed({ profile, acceptAssumed: ASSUMPTION_NAMES })).not.toThrow()
    expect(() => refuseAssumed({ profile: profileOf(8453, ASSUMPTION_NAMES), acceptAssumed: [] })).not.toThrow()
  })

  it('is nothing where orders are worth nothing', () => {
    expect(() => refuseAssumed({ profile: profileOf(SANDBOX_CHAIN_ID), acceptAssumed: [] })).not.toThrow()
  })

  it('is named by keys of the profile alone', () => {
    expect(() => profileOf(8453, ['makerPaysFees'])).toThrow(/known/)
  })
})
