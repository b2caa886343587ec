// Memory of the venue's logic with its store after many orders: of ten orders eight are cancelled and two trade with each
// other. Through the API, without HTTP; signatures are taken on trust, so that a million orders take minutes, not hours.
//
//   argv: orders. Says over IPC what the heap takes after a tenth of them, and after all.

import { createSiweMessage } from 'viem/siwe'
import { getAddress } from 'viem/utils'
import { seededRandom } from '../../src/domain/random.js'
import { createVenueApi } from '../../src/server/api/create-venue-api.js'
import { cryptoBy } from '../../src/server/http/node-crypto.js'
import { serverConfig } from '../../src/server/schema.js'
import { FileStore } from '../../src/server/store/file-store.js'
import { viemSigning } from '../../src/signing/viem-signing.js'
import { ZERO_ADDRESS } from '../../src/venue/wire/typed-data.js'
import { KEY, type Loose } from './bench-client.js'

const MAKER = getAddress('0x00000000000000000000000000000000000a11ce')
const TAKER = getAddress('0x0000000000000000000000000000000000000b0b')
/** As many orders as share a commit on a busy server. */
const GROUP = 16
const SIGN_IN_EVERY_MS = 3_000_000
const generous = { perSecond: 1_000_000, perMinute: 50_000_000 }

const orders = Number(process.argv[2])
const config = serverConfig.parse({
  keys: [{ name: 'bench', tier: 'INTERNAL', key: KEY }],
  tiers: { INTERNAL: { read: generous, write: generous, cancel: generous, account: generous } },
  markets: [{ question: 'How much memory?', id: 'm0', endsInSec: 30_000_000 }],
  accounts: [MAKER, TAKER].map((address) => ({ address, collateral: 1_000_000_000 })),
})
let nowMs = Date.now()
const store = new FileStore(undefined)
const { api } = createVenueApi({
  config,
  // the signature of an order is its signer, any signature of a text is good
  crypto: {
    ...cryptoBy(viemSigning),
    recoverOrderSigner: (_hash, signature, done) => done(getAddress(signature)),
    verifyText: (_signed, done) => done(true),
  },
  random: seededRandom(1),
  nowMs,
  store,
  onFault: (error) => {
    throw error
  },
})
const { outcomes } = api.markets.find('m0').grid

function ask(method: string, path: string, body?: unknown, token?: string): Loose {
  let answer: Loose
  const headers = { 'x-api-key': KEY, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  api.handle({ method, path, query: {}, headers, body, ip: '::1' }, nowMs, (response) => {
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    answer = response.body
  })
  return answer
}

function signIn(): string {
  const { domain, uri, chainId } = api.profile.siwe
  const { nonce } = ask('GET', '/auth/nonce')
  const issuedAt = new Date(nowMs)
  const message = createSiweMessage({ address: MAKER, domain, uri, chainId, nonce, version: '1', issuedAt })
  return ask('POST', '/auth/verify', { message, signature: '0x11' }).accessToken
}

/** A BUY of 10 shares. Returns the hash. */
function submit(
  salt: number,
  maker: string,
  { outcome, makerAmount }: { outcome: 0 | 1; makerAmount: string },
): string {
  const order = {
    salt: String(salt),
    maker,
    signer: maker,
    taker: ZERO_ADDRESS,
    tokenId: outcomes[outcome].tokenId,
    makerAmount,
    takerAmount: '10000000',
    expiration: '0',
    nonce: '0',
    feeRateBps: '0',
    side: '0',
    signatureType: '0',
    signature: maker,
  }
  return ask('POST', '/markets/m0/orders', { order, orderType: 'GTC' }).orderHash
}

/** MB, after a collection. */
function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

let token = signIn()
let signedInMs = nowMs
const step = Math.max(1, Math.floor(orders / 10))
let tenthMb = 0
for (let n = 1; n <= orders; n++) {
  nowMs += 10
  if (nowMs - signedInMs > SIGN_IN_EVERY_MS) {
    token = signIn()
    signedInMs = nowMs
  }
  if (n % 10 === 0) submit(n, TAKER, { outcome: 1, makerAmount: '6000000' })
  else {
    const orderHash = submit(n, MAKER, { outcome: 0, makerAmount: '4000000' })
    if (n % 10 !== 9) ask('POST', '/orders/cancel-many', { orderHashes: [orderHash] }, token)
  }
  if (n % GROUP === 0 || n % step === 0) {
    store.commit()
    await new Promise<void>((resolve, reject) =>
      store.sync((error) => (error === undefined ? resolve() : reject(error))),
    )
  }
  if (n === step) tenthMb = heapMb()
}
process.send?.({ tenthMb, allMb: heapMb() })
store.close()
process.on('disconnect', () => process.exit(0))
