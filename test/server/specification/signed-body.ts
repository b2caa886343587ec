// A submission with some fields changed, signed anew by its maker: what a client could send in earnest.

import { fromWireOrder } from '../../../src/venue/wire/order-codec.js'
import type { WireOrderSubmission } from '../../../src/venue/wire/order-schema.js'
import { orderHash } from '../../../src/venue/wire/typed-data.js'
import { tagSignature, type VenueDriver } from '../api/venue-driver.js'

type Fields = Partial<WireOrderSubmission['order']>

/** `side` follows the amounts. */
export function resigned(venue: VenueDriver, body: WireOrderSubmission, fields: Fields): WireOrderSubmission {
  const { side: _side, ...rest } = { ...body.order, ...fields }
  const message = fromWireOrder(rest)
  const signature = tagSignature(rest.maker, orderHash(message, venue.api.profile.typedData))
  return { ...body, order: { ...rest, side: String(message.side), signature } }
}
