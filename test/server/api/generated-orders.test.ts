// Orders with every field at and beyond its limits: each is accepted or refused by name, none is a fault of the server.
// QUOIN_ORDERS sets how many.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromWireOrder } from '../../../src/venue/wire/order-codec.js'
import type { WireSignedOrder } from '../../../src/venue/wire/order-schema.js'
import { orderHash, ZERO_ADDRESS } from '../../../src/venue/wire/typed-data.js'
import { ALICE, BOB, tagSignature, VenueDriver } from './venue-driver.js'

const COUNT = Number(process.env.QUOIN_ORDERS ?? 1500)
const unlimited = { perSecond: 1e9, perMinute: 1e9 }

const EDGES = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n, 2n ** 256n, 2n ** 256n + 1n]
const integer = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...EDGES, 10n ** 78n - 1n).map(String) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }).map(String) },
  fc.integer({ min: 0, max: 10_000_000 }).map(String),
  fc.nat(2000).map((n) => String(n * 10_000)),
  fc.constantFrom('', '-1', '1e3', '0x10', '1.0', ' 1', '007', '9'.repeat(79)),
)
const wallet = fc.constantFrom(ALICE, BOB, ALICE.toLowerCase(), ZERO_ADDRESS, `0x${'F'.repeat(40)}`, '0x', 'alice')
const FIELDS = {
  salt: integer,
  maker: wallet,
  signer: wallet,
  taker: wallet,
  tokenId: integer,
  makerAmount: integer,
  takerAmount: integer,
  expiration: integer,
  nonce: integer,
  feeRateBps: integer,
  side: fc.constantFrom('0', '1', '2', '', 'BUY', '9'.repeat(90)),
  signatureType: fc.constantFrom('0', '1', '2', '3', ''),
}
const change = fc.oneof(...Object.entries(FIELDS).map(([name, value]) => value.map((text) => [name, text] as const)))
const changes = fc.array(change, { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs))
const order = fc.record({
  changes,
  salt: fc.nat().map(String),
  isSigned: fc.boolean(),
  garbage: fc.constantFrom('0x', '0x00', `0x${'ff'.repeat(65)}`, `0x${'00'.repeat(4000)}`),
  orderType: fc.constantFrom('GTC', 'GTD', 'FOK', 'FAK', 'POST_ONLY', 'IOC'),
})

/** Signs what can be hashed. */
function signatureOf(fields: Omit<WireSignedOrder, 'signature'>, venue: VenueDriver): string {
  try {
    const message = fromWireOrder({ ...fields, signature: '0x' })
    return tagSignature(fields.maker, orderHash(message, venue.api.profile.typedData))
  } catch {
    return '0xab'
  }
}

it('a generated order never meets a 5xx', { timeout: 3_600_000 }, () => {
  const classes = { read: unlimited, write: unlimited, cancel: unlimited, account: unlimited }
  const venue = new VenueDriver({ tiers: { INTERNAL: classes } })
  const path = `/markets/${venue.market.id}/orders`
  const base = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 }).order
  const statuses = new Map<number, number>()
  fc.assert(
    fc.property(order, ({ changes: edits, salt, isSigned, garbage, orderType }) => {
      const fields = { ...base, salt, ...edits }
      const signature = isSigned ? signatureOf(fields, venue) : garbage
      const { status, body } = venue.post(path, { order: { ...fields, signature }, orderType })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // a plain throw: `expect` is slow for a million
      if (status >= 500 || (status >= 400 && typeof body.code !== 'string')) throw new Error(JSON.stringify(body))
    }),
    { numRuns: COUNT },
  )
  // the generator reaches both sides
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([201, 400]))
  if (COUNT > 100_000) console.log(COUNT, statuses)
})
