// Keys of the server that say who may do what: signing domain, sign-in, API keys, budgets, what the socket tells.

import { getAddress } from 'viem/utils'
import { TIERS } from '../../src/server/api/requests/tier-limits.js'
import { ALICE, KEY, SHARED_KEY, START_MS, tagSignature, type VenueDriver } from '../server/api/venue-driver.js'
import type { KeyRows } from './key-rows.js'
import { type Observe, rowsAt, seenAt, venueWith } from './server-file.js'

const BUY = { maker: ALICE, side: 'BUY', price: 40, size: 1000 } as const
const ADDRESS = getAddress('0x00000000000000000000000000000000000cafe0')

/** The answer to an order that was signed for the usual venue. */
function takesUsualOrder(venue: VenueDriver): unknown {
  const { status, body } = venue.post('/markets/one/orders', venueWith().order(BUY))
  return [status, body.code]
}

/** The answer to a sign-in whose message names what the usual venue wants named. */
function takesUsualMessage(venue: VenueDriver): unknown {
  const message = venueWith().siwe(ALICE, venue.get('/auth/nonce').body.nonce)
  return verified(venue, message)
}

function verified(venue: VenueDriver, message: string): unknown {
  return venue.post('/auth/verify', { message, signature: tagSignature(ALICE, message) }).body.message
}

/** Whether a nonce and both tokens are good after five seconds, and a message from a clock half a minute ahead. */
function signsIn(venue: VenueDriver): unknown {
  const early = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce)
  const { accessToken, refreshToken } = venue.signIn(ALICE)
  venue.pass(5000)
  const issuedAt = new Date(venue.nowMs + 30_000)
  return {
    nonce: verified(venue, early),
    access: venue.get('/me', { token: accessToken }).status,
    refresh: venue.post('/auth/refresh', { refreshToken }).status,
    ahead: verified(venue, venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce, { issuedAt })),
  }
}

/** What collateral looks like in a market and in the wallet that was given some, and the smallest order. */
function collateral(venue: VenueDriver): unknown {
  const { collateral: token, minOrderSize, sizeStep } = venue.get('/markets/one').body
  const { accessToken } = venue.signIn(ALICE)
  return { token, minOrderSize, sizeStep, owned: venue.get('/me/balances', { token: accessToken }).body.collateral }
}

const ids: Observe = (venue) => venue.api.markets.all().map(({ conditionId }) => conditionId)

export const identityKeys: KeyRows = {
  ...rowsAt((venue) => venue.get('/').body.name, { name: 'Another venue' }),
  ...rowsAt(ids, { seed: 2 }),
  ...rowsAt(takesUsualOrder, {
    'chain.chainId': 80_002,
    'chain.exchange': ADDRESS,
    'chain.domainName': 'Another exchange',
    'chain.domainVersion': '2',
    typedData: 'side-from-amounts',
  }),
  ...rowsAt(collateral, {
    'collateral.address': ADDRESS,
    'collateral.symbol': 'OTHER',
    'collateral.decimals': 8,
    'accounts[].address': ADDRESS,
    'accounts[].collateral': 77,
  }),
}

export const signInKeys: KeyRows = {
  ...rowsAt(takesUsualMessage, { 'siwe.domain': 'venue.test', 'siwe.uri': 'https://venue.test' }),
  ...rowsAt((venue) => venue.get('/').body.profile.siwe.statement, { 'siwe.statement': 'Come in' }),
  ...rowsAt(signsIn, {
    'siwe.nonceTtlSec': 3,
    'siwe.accessTtlSec': 3,
    'siwe.refreshTtlSec': 3,
    'siwe.maxSkewSec': 10,
  }),
}

/** Which of the keys of the usual venue are good, and how many reads of one second the first one has. */
function keysAt(venue: VenueDriver): unknown {
  const status = (key: string) => venue.get('/tags', { key }).status
  const names = venue.created.keys.map(({ record }) => record.name)
  const burst = Array.from({ length: 20 }, () => status(KEY))
  return { burst, names, shared: status(SHARED_KEY) }
}

type Class = 'read' | 'write' | 'cancel' | 'account'
const CALLS: Readonly<Record<Class, readonly [method: string, path: string]>> = {
  read: ['GET', '/tags'],
  write: ['POST', '/markets/one/orders'],
  cancel: ['POST', '/orders/cancel-many'],
  account: ['GET', '/auth/nonce'],
}

/** Which calls of a class with this key are refused: three at once, or four with a gap between them. */
const refused =
  (call: Class, gapMs: number, key: string): Observe =>
  (venue) =>
    Array.from({ length: gapMs === 0 ? 3 : 4 }, () => {
      venue.pass(gapMs)
      return venue.call(...CALLS[call], { key }).status === 429
    })

const AMPLE = { perSecond: 1000, perMinute: 1000 }
const budgetKeys: KeyRows = Object.fromEntries(
  TIERS.flatMap((tier) =>
    (['read', 'write', 'cancel', 'account'] as const).flatMap((call) => {
      const path = `tiers.${tier}.${call}`
      const isShared = tier === 'ANONYMOUS'
      const around = { ...(isShared ? {} : { 'keys.0.tier': tier }), [path]: AMPLE }
      const row = (window: string, gapMs: number) =>
        [
          `${path}.${window}`,
          seenAt(refused(call, gapMs, isShared ? SHARED_KEY : KEY), { [`${path}.${window}`]: 2 }, around),
        ] as const
      return [row('perSecond', 0), row('perMinute', 1100)]
    }),
  ),
)

/** What a socket client is answered that asks four times, so many milliseconds apart. */
const acknowledged =
  (gapMs: number): Observe =>
  (venue) => {
    const socket = venue.socket()
    return Array.from({ length: 4 }, () => {
      venue.pass(gapMs)
      return socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['trades'] })
    })
  }

export const accessKeys: KeyRows = {
  ...rowsAt(keysAt, {
    sharedKey: 'another-shared-key',
    'keys[].name': 'renamed',
    'keys[].tier': 'DEFAULT',
    'keys[].key': 'another-key-of-tests',
  }),
  ...budgetKeys,
  ...rowsAt(acknowledged(0), { 'socketLimits.perSecond': 2 }, { socketLimits: AMPLE }),
  ...rowsAt(acknowledged(1100), { 'socketLimits.perMinute': 2 }, { socketLimits: AMPLE }),
}

/** What a signed-in socket client hears of an order, and what the book says beside it. */
function heard(venue: VenueDriver): unknown {
  const { accessToken } = venue.signIn(ALICE)
  const socket = venue.socket({ apiKey: KEY, accessToken })
  socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['orderbook'] })
  venue.rest({ ...BUY, expirationSec: START_MS / 1000 + 60 })
  return { heard: socket.heard, book: venue.get('/markets/one/orderbook').body }
}

export const socketKeys: KeyRows = rowsAt(heard, {
  'switches.privateEvents': false,
  'switches.seq': false,
  'switches.hash': false,
  'switches.mutedRooms': [venueWith().market.conditionId],
})
