// What a bot may want signed by its configuration and the process that holds its key would refuse: such a refusal halts the bot.

import type { SignerHello } from '../../signer/signer-protocol.js'
import type { OrderPolicy } from '../../venue/transport/signing-policy.js'

/** A line each, as `limit: the bot’s, the signer’s`. */
export function narrowerLimits(ours: OrderPolicy, theirs: SignerHello['policy']): readonly string[] {
  const amounts = [
    ['size in raw units', ours.maxTokensRaw, theirs.maxTokensRaw],
    ['collateral in raw units', ours.maxCollateralRaw, theirs.maxCollateralRaw],
    ['lifetime in seconds', ours.maxLifetimeSec, theirs.maxLifetimeSec],
  ] as const
  const types = ours.orderTypes.filter((type) => !theirs.orderTypes.includes(type))
  return [
    ...amounts
      .filter(([, our, their]) => our > their)
      .map(([name, our, their]) => `${name}: ${our} here, ${their} there`),
    ...(types.length === 0 ? [] : [`order types: ${types.join(', ')} here, not there`]),
  ]
}
