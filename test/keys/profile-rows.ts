// Keys of a venue profile: one row each, by who reads them.

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { chooseMode } from '../../src/cli/bot/settings/choose-mode.js'
import { signingPolicy } from '../../src/cli/venue/open-wallet.js'
import type { Config } from '../../src/config/config.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { OrderDraft } from '../../src/domain/orders/order.js'
import { ROUTE_CLASSES } from '../../src/domain/permit.js'
import { viemSigning } from '../../src/signing/viem-signing.js'
import { createRealTransport } from '../../src/venue/transport/real-transport.js'
import { Secret } from '../../src/venue/transport/secret.js'
import { createWalletSigner } from '../../src/venue/transport/wallet-signer.js'
import { orderMessage } from '../../src/venue/wire/order-codec.js'
import { paths } from '../../src/venue/wire/profile.js'
import { budgetOf } from '../execution/budget/builders.js'
import { A, market } from '../risk/builders.js'
import { onPaper } from './bot-choice-keys.js'
import { BRISK } from './bot-core-keys.js'
import { seenBy } from './bot-file.js'
import { bestBidsRun, coreRun } from './core-run.js'
import { openHollowVenue } from './hollow-venue.js'
import { type Changes, changed, type KeyRows, type Probe } from './key-rows.js'
import { sessionTour } from './session-tour.js'

const SANDBOX: unknown = parse(readFileSync('config/venues/sandbox.yaml', 'utf8'))
const OTHER_CONTRACT = '0x00000000000000000000000000000000000000e1'

const inProfile = (path: string, value: unknown): Changes => ({ 'venue.profile': changed(SANDBOX, path, value) })

/** What `observe` makes of the bundled server's profile, and of the same with one key changed. */
function profiled(observe: (config: Config) => unknown, path: string, value: unknown): KeyRows {
  return { [path]: seenBy(observe, inProfile(path, value)) }
}

const tour = ({ venue }: Config) => sessionTour(venue.profile)
const inTour = (path: string, value: unknown): KeyRows => profiled(tour, path, value)

const KEY = `0x${'11'.repeat(32)}`

/** The hash and signature of one order as the wallet gives them, or why it refuses. */
function signedOrder(config: Config): Promise<unknown> {
  const { typedData, siwe } = config.venue.profile
  const venueMs = () => 1_000_000
  const policy = signingPolicy(config)
  const signer = createWalletSigner({ key: new Secret(KEY), signing: viemSigning, typedData, siwe, policy, venueMs })
  const terms = { conditionId: A, outcome: 0, side: 'BUY', price: ticks(40), size: lots(1000) } as const
  const draft: OrderDraft = { ...terms, type: 'POST_ONLY', expirationSec: 1100, feeRateBps: 500 }
  const { maker, signatureType } = signer
  const message = orderMessage(draft, market(A, tokens), { maker, signer: maker, salt: 1n, nonce: 0n, signatureType })
  return new Promise((done) => {
    signer.signOrder(message, { orderType: draft.type }, (result) =>
      done(result instanceof Error ? result.message : result),
    )
  })
}
const tokens = {
  outcomes: [
    { outcomeId: '0', tokenId: '100', name: 'YES' },
    { outcomeId: '1', tokenId: '101', name: 'NO' },
  ],
} as const

/** Whether a bot may go live. */
function mayGoLive({ venue }: Config): unknown {
  const { typedData, orders } = venue.profile
  try {
    return chooseMode({ configured: 'live', liveFlag: true, dryRunFlag: false, ...typedData.domain, ...orders })
  } catch {
    return 'refused'
  }
}

/** Where the socket is asked for. */
async function socketPath({ venue }: Config): Promise<unknown> {
  const server = await openHollowVenue()
  const transport = await createRealTransport({ baseUrl: server.url, profile: venue.profile })
  const link = transport.openSocket(() => ({ apiKey: 'x' }), {
    connected: () => undefined,
    disconnected: () => undefined,
    event: () => undefined,
    heard: () => undefined,
  })
  for (let waits = 0; waits < 200 && server.paths.length === 0; waits++)
    await new Promise((done) => setTimeout(done, 20))
  link.close()
  await transport.close()
  await server.close()
  return server.paths[0]?.split('?')[0]
}

/** Requests that a session may send at once, and in the minute after. */
function permits({ venue }: Config): unknown {
  const budget = budgetOf(venue.profile.limits)
  return ROUTE_CLASSES.map((routeClass) => {
    let [atOnce, inAll] = [0, 0]
    for (let ms = 0; ms < 60_000; ms += 500)
      for (;;) {
        const [permit] = budget.take(routeClass, 1, ms)
        if (permit === undefined) break
        budget.hear({ kind: 'answered', permit, told: {} }, ms)
        inAll++
        if (ms === 0) atOnce++
      }
    return { atOnce, inAll }
  })
}

export const signingKeys: KeyRows = {
  known: { coveredBy: 'test/cli/bot/settings/assumed.test.ts' },
  ...profiled(signedOrder, 'typedData.variant', 'side-from-amounts'),
  ...profiled(signedOrder, 'typedData.domain.name', 'Other'),
  ...profiled(signedOrder, 'typedData.domain.version', '2'),
  ...profiled(signedOrder, 'typedData.domain.chainId', 5),
  ...profiled(signedOrder, 'typedData.domain.verifyingContract', OTHER_CONTRACT),
  ...profiled(signedOrder, 'orders.maxFeeRateBps', 100),
  ...inTour('siwe.domain', 'other.localhost'),
  ...inTour('siwe.uri', 'http://other.localhost'),
  ...inTour('siwe.statement', 'Come in'),
  ...inTour('siwe.chainId', 5),
}

/** Paths that the session asks; the root is asked before there is one. */
const sessionPaths = Object.keys(paths.shape).filter((name) => name !== 'root')
export const pathKeys: KeyRows = Object.assign(
  {},
  ...sessionPaths.map((name) => inTour(`paths.${name}`, `/else/${name}`)),
)

const renamed = (name: string): Probe =>
  seenBy(tour, { 'venue.profile': { ...Object(SANDBOX), socket: { events: { [name]: 'renamed' } } } })

export const socketKeys: KeyRows = {
  ...profiled(socketPath, 'socket.path', '/elsewhere'),
  'socket.events.orderbook.snapshot': renamed('orderbook.snapshot'),
  'socket.events.orderbook.update': renamed('orderbook.update'),
  'socket.events.trade': renamed('trade'),
  'socket.events.trade.settlement': renamed('trade.settlement'),
  'socket.events.market.status': renamed('market.status'),
  'socket.events.market.fee': renamed('market.fee'),
  'socket.events.order': renamed('order'),
  'socket.events.balance': renamed('balance'),
  ...inTour('socket.privateEvents', false),
  ...inTour('socket.sequenced', false),
  ...inTour('socket.hashed', false),
}

const inCore = (path: string, value: unknown): KeyRows => ({
  [path]: seenBy(coreRun, { ...BRISK, ...inProfile(path, value) }, BRISK),
})

export const ruleKeys: KeyRows = {
  ...profiled(mayGoLive, 'orders.types', ['GTC']),
  ...profiled(mayGoLive, 'orders.expirationOn', ['GTC']),
  ...inCore('orders.stopMatchingBeforeSec', 30),
  ...inCore('orders.minLifetimeSec', 60),
  ...inCore('orders.termRefusals', []),
  ...inTour('orders.nonce', '7'),
  ...profiled(onPaper, 'makerPaysFee', true),
  ...inCore('holdingsLagSec', 60),
  ...profiled(bestBidsRun, 'bestBids.counts', 'merged'),
  ...inTour('marketDefaults.tickSize', '0.1'),
  ...inTour('marketDefaults.minOrderSize', '7000000'),
  ...inTour('marketDefaults.sizeStep', '100000'),
  ...inTour('marketDefaults.collateralDecimals', 9),
}

/** Few enough to be felt. */
export const limitKeys: KeyRows = Object.assign(
  {},
  ...ROUTE_CLASSES.flatMap((routeClass) => [
    narrow(`limits.${routeClass}.perSecond`, { perSecond: 2, perMinute: 40 }),
    narrow(`limits.${routeClass}.perMinute`, { perSecond: 3, perMinute: 30 }),
  ]),
)

function narrow(key: string, limits: object): KeyRows {
  const path = key.slice(0, key.lastIndexOf('.'))
  const wide = { perSecond: 3, perMinute: 40 }
  const all = Object.fromEntries(ROUTE_CLASSES.map((routeClass) => [routeClass, wide]))
  const around = changed(SANDBOX, 'limits', all)
  return { [key]: seenBy(permits, { 'venue.profile': changed(around, path, limits) }, { 'venue.profile': around }) }
}
