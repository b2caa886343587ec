// What a profile only assumes, and who goes live all the same: by name, so that another one asks again.

import type { Config } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import { ASSUMPTIONS, type Assumption, assumedOf } from '../../../venue/wire/assumptions.js'
import { SANDBOX_CHAIN_ID } from '../../../venue/wire/profile.js'

interface Venue {
  readonly profile: Config['venue']['profile']
  readonly acceptAssumed?: readonly Assumption[] | undefined
}

export const HOW_TO_KNOW =
  'see them happen (quoin doctor --place), or find them written down, and name them under `known` of the profile; or accept them under venue.acceptAssumed'

/** What nobody has seen or accepted; nothing where orders are worth nothing. */
export function stillAssumed({ profile, acceptAssumed = [] }: Venue): readonly Assumption[] {
  return profile.typedData.domain.chainId === SANDBOX_CHAIN_ID ? [] : assumedOf(profile, acceptAssumed)
}

/** One line each: the key, and what the bot relies on by it. */
export function assumedLines(names: readonly Assumption[]): readonly string[] {
  return names.map((name) => `${name}: ${ASSUMPTIONS[name]}`)
}

/** Throws `bad-config` with the list. */
export function refuseAssumed(venue: Venue): void {
  const names = stillAssumed(venue)
  if (names.length === 0) return
  const message = `venue.profile: expected nothing to go live on that is only assumed, got ${names.length}: ${assumedLines(names).join('; ')}. ${HOW_TO_KNOW}`
  throw new QuoinError('bad-config', message)
}
