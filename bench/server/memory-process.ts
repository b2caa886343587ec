// Memory of the venue's logic after many orders, each submitted and cancelled; prints one JSON line per tenth.
// Signatures are taken on trust, so that a million orders take minutes, not hours.

import { getAddress } from 'viem/utils'
import { seededRandom } from '../../src/domain/random.js'
import { createVenueApi } from '../../src/server/api/create-venue-api.js'
import type { VenueApi } from '../../src/server/api/venue-api.js'
import { nodeCrypto } from '../../src/server/http/node-crypto.js'
import { serverConfig } from '../../src/server/schema.js'
import { ZERO_ADDRESS } from '../../src/venue/wire/typed-data.js'
import { KEY } from './bench-client.js'

const MAKER = getAddress('0x00000000000000000000000000000000000a11ce')
const generous = { perSecond: 1_000_000, perMinute: 50_000_000 }

const orders = Number(process.argv[2])
const config = serverConfig.parse({
  keys: [{ name: 'bench', tier: 'INTERNAL', key: KEY }],
  tiers: { INTERNAL: { write: generous, cancel: generous } },
  markets: [{ question: 'How much memory?', id: 'm0', endsInSec: 30_000_000 }],
  accounts: [{ address: MAKER, collateral: 1000 }],
})
let nowMs = Date.now()
const { api } = createVenueApi({
  config,
  crypto: { ...nodeCrypto, recoverOrderSigner: (_hash, _signature, done) => done(MAKER) },
  random: seededRandom(1),
  nowMs,
  onFault: (error) => {
    throw error
  },
})
const [outcome] = api.markets.find('m0').grid.outcomes

function submit(venue: VenueApi, salt: number): `0x${string}` {
  const order = {
    salt: String(salt),
    maker: MAKER,
    signer: MAKER,
    taker: ZERO_ADDRESS,
    tokenId: outcome.tokenId,
    makerAmount: '4000000',
    takerAmount: '10000000',
    expiration: '0',
    nonce: '0',
    feeRateBps: '0',
    side: '0',
    signatureType: '0',
    signature: '0x11',
  }
  let hash: string | undefined
  const request = { method: 'POST', path: '/markets/m0/orders', query: {}, headers: { 'x-api-key': KEY }, ip: '::1' }
  venue.handle({ ...request, body: { order, orderType: 'GTC' } }, nowMs, ({ status, body }) => {
    if (status !== 201) throw new Error(JSON.stringify(body))
    hash = Reflect.get(Object(body), 'orderHash')
  })
  return `0x${hash?.slice(2)}`
}

const heapUsed = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
const before = heapUsed()
const step = Math.max(1, Math.floor(orders / 10))
for (let n = 1; n <= orders; n++) {
  nowMs += 10
  api.exchange.cancel(submit(api, n), MAKER, nowMs)
  if (n % step === 0) console.log(JSON.stringify({ orders: n, grownMb: (heapUsed() - before) / 2 ** 20 }))
}
