// An order that is signed, held against the venue's own typed data, and not sent. A signature that the venue would refuse is diagnosed:
// whose it would be there, over which domain, and which field differs.

import { recoverTypedDataAddress } from 'viem/utils'
import type { Config } from '../config/config.js'
import { ticks } from '../domain/amounts/price.js'
import type { Address, Hex, Market } from '../domain/market/market.js'
import type { OrderDraft } from '../domain/orders/order.js'
import { orderLifetimeSec } from '../execution/planning/lifetime.js'
import { awaitAnswer } from '../venue/await-answer.js'
import type { SignedOrder, Trading } from '../venue/trading.js'
import { fromWireOrder } from '../venue/wire/order-codec.js'
import { orderSubmission, type WireOrderSubmission } from '../venue/wire/order-schema.js'
import type { SignedData } from '../venue/wire/profile-check.js'
import { orderHash, orderTypes } from '../venue/wire/typed-data.js'
import { type Finding, failed, failedBy, ok, warning } from './finding.js'

export interface SigningParts {
  readonly config: Config
  readonly trading: Trading
  readonly market: Market
  readonly venueMs: number
  /** What the venue says that orders sign; absent where it does not. */
  readonly published: SignedData | undefined
}

/** The smallest bid at the lowest price. */
export function smallestBid({ config, market, venueMs }: SigningParts): OrderDraft {
  const { orders, limits } = config.venue.profile
  const life = orderLifetimeSec({
    ...{ configured: config.execution.orderLifetimeSec, quotes: 1, writesPerMinute: limits.write.perMinute },
    ...orders,
  })
  return {
    ...{ conditionId: market.conditionId, outcome: 0, side: 'BUY', price: ticks(1), size: market.minLots },
    ...{ type: 'POST_ONLY', feeRateBps: market.feeRateBps },
    expirationSec: Math.floor(venueMs / 1000) + life,
  }
}

export async function signature(parts: SigningParts): Promise<Finding> {
  const { config, trading, market } = parts
  let signed: SignedOrder
  try {
    signed = await awaitAnswer<SignedOrder>((done) => trading.sign(smallestBid(parts), market, done))
  } catch (thrown) {
    return failedBy(
      'signed order',
      thrown,
      'the signer keeps to risk.maxOrderShares, risk.maxOrderCollateral and the profile: compare the field that it names',
    )
  }
  const { order } = orderSubmission.parse(JSON.parse(signed.body))
  const ours = {
    ...config.venue.profile.typedData.domain,
    verifyingContract: market.exchange ?? config.venue.profile.typedData.domain.verifyingContract,
  }
  const { variant } = config.venue.profile.typedData
  const theirs: SignedData = parts.published ?? { domain: ours }
  const data = {
    domain: { ...theirs.domain, ...(market.exchange ? { verifyingContract: market.exchange } : {}) },
    fields: theirs.fields ?? orderTypes(variant).Order,
  }
  const recovered = await recoveredSigner(order, data)
  const local = orderHash(fromWireOrder(order), config.venue.profile.typedData, market.exchange)
  const shape = shapeTrouble(order.signature)
  if (recovered === trading.account && local === signed.hash && shape === undefined) {
    const evidence = `${signed.hash} is signed by ${recovered}`
    if (parts.published !== undefined) return ok('signed order', `${evidence}, by the venue’s typed data; not sent`)
    const fix = 'only a first small order shows whether the venue agrees'
    return warning('signed order', {
      evidence: `${evidence}, by the profile alone: the venue publishes no typed data`,
      fix,
    })
  }
  const evidence = [
    `over the venue’s typed data the signature is that of ${recovered}, expected ${trading.account}`,
    `domain there: ${shownDomain(data.domain)}; here: ${shownDomain(ours)}`,
    ...differences(ours, data, variant).map((line) => `differs: ${line}`),
    ...(shape === undefined ? [] : [shape]),
  ].join('\n')
  return failed('signed order', {
    evidence,
    fix: 'set the differing field of the profile to the venue’s value',
    exit: 'refused',
  })
}

type Domain = SignedData['domain']
type Order = WireOrderSubmission['order']

async function recoveredSigner(order: Order, { domain, fields }: Required<SignedData>): Promise<Address | string> {
  try {
    return await recoverTypedDataAddress({
      domain: { ...domain, verifyingContract: domain.verifyingContract as Address },
      types: { Order: [...fields] },
      primaryType: 'Order',
      message: { ...fromWireOrder(order) },
      signature: order.signature as Hex,
    })
  } catch (thrown) {
    return `nobody (${thrown instanceof Error ? thrown.message.split('\n')[0] : String(thrown)})`
  }
}

/** What a contract's ECDSA library takes. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

function shapeTrouble(text: string): string | undefined {
  if (text.length !== 132) return `expected a signature of 65 bytes, got ${(text.length - 2) / 2}`
  const v = Number.parseInt(text.slice(130), 16)
  if (v !== 27 && v !== 28) return `expected v 27 or 28, got ${v}`
  return BigInt(`0x${text.slice(66, 130)}`) > HALF_ORDER ? 'expected s in the lower half of the order' : undefined
}

const shownDomain = ({ name, version, chainId, verifyingContract }: Domain) =>
  `${name}, version ${version}, chain ${chainId}, contract ${verifyingContract}`

function differences(ours: Domain, theirs: Required<SignedData>, variant: Parameters<typeof orderTypes>[0]): string[] {
  const keys = ['name', 'version', 'chainId', 'verifyingContract'] as const
  const low = (value: unknown) => String(value).toLowerCase()
  const domain = keys
    .filter((key) =>
      key === 'verifyingContract' ? low(ours[key]) !== low(theirs.domain[key]) : ours[key] !== theirs.domain[key],
    )
    .map((key) => `typedData.domain.${key}: ours ${ours[key]}, the venue’s ${theirs.domain[key]}`)
  const fields = orderTypes(variant).Order
  const shown = (list: readonly { name: string; type: string }[]) => list.map(({ name, type }) => `${type} ${name}`)
  const [a, b] = [shown(fields), shown(theirs.fields)]
  const at = a.findIndex((text, index) => text !== b[index])
  const first = at < 0 ? Math.min(a.length, b.length) : at
  return a.join() === b.join()
    ? domain
    : [...domain, `typedData.variant: field ${first + 1} is ${a[first] ?? 'none'} here, ${b[first] ?? 'none'} there`]
}
