// What a bot may want signed by its configuration and the process that holds its key would refuse: such a refusal halts the bot.

import type { SignerHello } from '../../signer/signer-protocol.js'
import type { OrderPolicy } from '../../venue/transport/signing-policy.js'

export interface WantedSigned {
  readonly policy: OrderPolicy
  /** Prices of YES that are quoted. */
  readonly priceBand: { readonly min: number; readonly max: number }
  /** Decimals of the collateral, and of the tokens. */
  readonly decimals: number
}

export interface NarrowerLimit {
  /** The setting of the bot. */
  readonly key: string
  /** How far it reaches beyond what is signed. */
  readonly by: number
  /** `setting: the bot's, the signer's`, for a person. */
  readonly words: string
}

export function narrowerLimits(wanted: WantedSigned, theirs: SignerHello['policy']): readonly NarrowerLimit[] {
  const { policy, priceBand, decimals } = wanted
  const units = (raw: bigint) => Number(raw) / 10 ** decimals
  const most = (key: string, pair: readonly [number, number], unit: string, theirKey: string): NarrowerLimit[] => {
    const [ours, their] = pair
    const words = `${key}: ${ours}${unit}, the signer signs at most ${their} (${theirKey} of its file)`
    return ours > their ? [{ key, by: ours - their, words }] : []
  }
  const size = [units(policy.maxTokensRaw), units(theirs.maxTokensRaw)] as const
  const cost = [units(policy.maxCollateralRaw), units(theirs.maxCollateralRaw)] as const
  // by the venue's cap and not by risk's: what brings a position down pays more than that one
  const fee = [policy.maxFeeRateBps, theirs.maxFeeRateBps] as const
  const life = [policy.maxLifetimeSec, theirs.maxLifetimeSec] as const
  return [
    ...most('risk.maxOrderShares', size, ' shares', 'orders.maxShares'),
    ...most('risk.maxOrderCollateral', cost, ' of collateral', 'orders.maxCollateral'),
    ...most('the profile’s orders.maxFeeRateBps', fee, ' bps', 'orders.maxFeeRateBps'),
    ...most('execution.orderLifetimeSec', life, ' s with what is added to it', 'orders.maxLifetimeSec'),
    ...prices(priceBand, theirs.prices),
    ...types(policy.orderTypes, theirs.orderTypes),
  ]
}

/** A quote on YES at a price may be a bid on NO at one less it. */
function prices(ours: WantedSigned['priceBand'], theirs: WantedSigned['priceBand']): readonly NarrowerLimit[] {
  const lowest = Math.min(ours.min, 1 - ours.max)
  const by = Math.max(theirs.min - lowest, 1 - lowest - theirs.max)
  if (!(by > 1e-9)) return []
  const signed = `${theirs.min} to ${theirs.max} (orders.minPrice and orders.maxPrice of its file)`
  const words = `risk.priceBand: prices of YES and NO from ${shown(lowest)} to ${shown(1 - lowest)}, the signer signs ${signed}`
  return [{ key: 'risk.priceBand', by, words }]
}

function types(ours: OrderPolicy['orderTypes'], theirs: OrderPolicy['orderTypes']): readonly NarrowerLimit[] {
  const unsigned = ours.filter((type) => !theirs.includes(type))
  if (unsigned.length === 0) return []
  const words = `order types: ${unsigned.join(', ')}, the signer signs ${theirs.join(', ')} (orders.types of its file)`
  return [{ key: 'order types', by: unsigned.length, words }]
}

const shown = (price: number) => Math.round(price * 1e6) / 1e6
