// Whether orders are really sent.
//
//                     venue of its own chain id                    the bundled server's reserved chain id
//   mode: paper       paper; --live is refused                     paper; --live: live
//   mode: live        paper; --live: live                          live
//   --dry-run         always paper

import { QuoinError } from '../../../domain/error.js'
import type { OrderType } from '../../../domain/orders/order.js'
import type { TradingMode } from '../../../domain/run/trading-mode.js'
import { SANDBOX_CHAIN_ID } from '../../../venue/wire/profile.js'

export interface LiveKeys {
  /** `mode` of the configuration. */
  readonly configured: TradingMode
  readonly liveFlag: boolean
  readonly dryRunFlag: boolean
  /** Chain id of the signing domain: what makes an order worth something. The address says nothing. */
  readonly chainId: number
  /** Order types that the venue takes, and those whose expiration it honours. */
  readonly types: readonly OrderType[]
  readonly expirationOn: readonly OrderType[]
}

/** Throws `bad-argument` for contradictory flags, and for --live where the configuration says paper; `bad-config` for a venue not to go live on. */
export function chooseMode(keys: LiveKeys): TradingMode {
  const mode = modeOf(keys)
  if (mode === 'live') refuseImmortalQuotes(keys)
  return mode
}

/** Quotes are POST_ONLY, and one that does not expire by itself outlives the bot that dies. */
function refuseImmortalQuotes({ types, expirationOn }: LiveKeys): void {
  for (const [name, found] of Object.entries({ types, expirationOn })) {
    if (found.includes('POST_ONLY')) continue
    const got = found.length === 0 ? 'none' : found.join(', ')
    throw new QuoinError(
      'bad-config',
      `venue.profile.orders.${name}: expected POST_ONLY among them to go live, got ${got}`,
    )
  }
}

function modeOf({ configured, liveFlag, dryRunFlag, chainId }: LiveKeys): TradingMode {
  if (liveFlag && dryRunFlag) throw new QuoinError('bad-argument', 'expected one of --live, --dry-run, got both')
  if (dryRunFlag) return 'paper'
  if (chainId === SANDBOX_CHAIN_ID) return liveFlag || configured === 'live' ? 'live' : 'paper'
  if (liveFlag && configured === 'paper') {
    throw new QuoinError('bad-argument', '--live: expected "mode: live" in the configuration too, got "mode: paper"')
  }
  return liveFlag ? 'live' : 'paper'
}
