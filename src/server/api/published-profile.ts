// What the venue says about itself on `GET /`: the profile a client is checked against.

import { ASSUMPTION_NAMES } from '../../venue/wire/assumptions.js'
import { type VenueProfile, venueProfile } from '../../venue/wire/profile.js'
import { orderTypes } from '../../venue/wire/typed-data.js'
import type { ServerConfig } from '../schema.js'
import { TIER_LIMITS } from './requests/tier-limits.js'

/** Version of the interface description. */
export const API_VERSION = '1.0.0'

export const PUBLIC_ROUTES = ['/', '/health', '/docs', '/openapi.json', '/asyncapi.json', '/auth/*'] as const

/** The profile of the bundled server with this configuration. */
export function profileOf(config: ServerConfig): VenueProfile {
  const { chain, siwe, switches, collateral } = config
  const unitRaw = 10n ** BigInt(collateral.decimals)
  return venueProfile.parse({
    name: config.name,
    typedData: {
      variant: config.typedData,
      domain: {
        name: chain.domainName,
        version: chain.domainVersion,
        chainId: chain.chainId,
        verifyingContract: chain.exchange,
      },
    },
    siwe: { domain: siwe.domain, uri: siwe.uri, statement: siwe.statement, chainId: chain.chainId },
    socket: { privateEvents: switches.privateEvents, sequenced: switches.seq, hashed: switches.hash },
    orders: { stopMatchingBeforeSec: config.stopMatchingBeforeSec },
    makerPaysFee: config.fees.makerPays,
    holdingsLagSec: 0,
    known: ASSUMPTION_NAMES,
    limits: { ...TIER_LIMITS.DEFAULT, ...definedOf(config.tiers.DEFAULT ?? {}) },
    marketDefaults: {
      minOrderSize: unitRaw.toString(),
      sizeStep: (unitRaw / 100n).toString(),
      collateralDecimals: collateral.decimals,
    },
  })
}

/** The profile with what only a server can say: the signed struct's fields and the routes that need no key. */
export function publishedProfile(profile: VenueProfile) {
  const { typedData } = profile
  return {
    ...profile,
    chainId: typedData.domain.chainId,
    typedData: { ...typedData, types: orderTypes(typedData.variant), primaryType: 'Order' },
    public: [...PUBLIC_ROUTES],
  }
}
export type PublishedProfile = ReturnType<typeof publishedProfile>

/** Without the keys that are `undefined`. */
export function definedOf<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key in value) {
    const given = value[key]
    if (isGiven(given)) kept[key] = given
  }
  return kept
}

function isGiven<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
