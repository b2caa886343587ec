import { describe, expect, it } from 'vitest'
import { loadProfile } from '../../../src/config/config.js'
import { profileOf, publishedProfile } from '../../../src/server/api/published-profile.js'
import { serverConfig } from '../../../src/server/schema.js'
import { checkPublishedProfile, profileDifferences } from '../../../src/venue/wire/profile-check.js'

const ours = loadProfile('config/venues/sandbox.yaml')
const root = (settings: unknown = {}) => ({ profile: publishedProfile(profileOf(serverConfig.parse(settings))) })

describe('config/venues/sandbox.yaml', () => {
  it('is the profile of the bundled server without settings', () => {
    const { name: _ours, ...mine } = ours
    const { name: _theirs, limits: _limits, ...theirs } = profileOf(serverConfig.parse({}))
    expect(theirs).toEqual({ ...mine, limits: undefined, marketDefaults: theirs.marketDefaults })
    expect(checkPublishedProfile(ours, root())).toBe(true)
  })
})

describe('checkPublishedProfile', () => {
  it('names every difference', () => {
    const other = root({
      chain: { chainId: 7, domainName: 'Other' },
      typedData: 'side-from-amounts',
      siwe: { domain: 'x.y' },
    })
    expect(profileDifferences(ours, other)?.map((line) => line.split(':')[0])).toEqual([
      'typedData.domain.name',
      'typedData.domain.chainId',
      'typedData.types.Order',
      'siwe.domain',
    ])
    expect(() => checkPublishedProfile(ours, other)).toThrow('typedData.domain.chainId: expected 1364545353, got 7')
  })

  it('names a fee of makers that we do not count, and not one that we count and nobody takes', () => {
    const taken = root({ fees: { makerPays: true } })
    expect(profileDifferences(ours, taken)).toEqual(['makerPaysFee: expected false, got true'])
    const careful = { ...ours, makerPaysFee: true }
    for (const published of [taken, root(), { profile: { ...root().profile, makerPaysFee: 'some' } }])
      expect(profileDifferences(careful, published)).toEqual([])
  })

  it('does not mind the case of the contract', () => {
    const published = JSON.parse(
      JSON.stringify(root()).replace(
        '0x5155304951553049515530495155304951553049',
        '0x5155304951553049515530495155304951553049'.toUpperCase().replace('0X', '0x'),
      ),
    )
    expect(checkPublishedProfile(ours, published)).toBe(true)
  })

  it('is false where the venue publishes nothing', () => {
    expect(checkPublishedProfile(ours, undefined)).toBe(false)
    expect(checkPublishedProfile(ours, { name: 'venue' })).toBe(false)
  })
})
