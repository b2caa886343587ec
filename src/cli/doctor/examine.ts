// The order in which a doctor looks: what lies here first, then the venue, then the wallet there. What rests on something that failed is skipped.

import { type Config, loadConfig } from '../../config/config.js'
import { calendarTimes } from '../../doctor/calendar-times.js'
import { chainFinding } from '../../doctor/chain-finding.js'
import { feed } from '../../doctor/feed-finding.js'
import { type Finding, failedBy, ok, skipped, warning } from '../../doctor/finding.js'
import { namedMarkets } from '../../doctor/named-markets.js'
import { ask, clock, reachability, tls } from '../../doctor/reach.js'
import { signature } from '../../doctor/signed-order.js'
import * as atVenue from '../../doctor/venue-findings.js'
import * as ofWallet from '../../doctor/wallet-findings.js'
import { QuoinError } from '../../domain/error.js'
import type { Market } from '../../domain/market/market.js'
import { walletHolder } from '../../execution/journal/lock/wallet-lock.js'
import type { HttpRequest } from '../../venue/session/transport.js'
import { proxyFor } from '../../venue/transport/proxy.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { createRealTransport } from '../../venue/transport/real-transport.js'
import type { Secret } from '../../venue/transport/secret.js'
import { publishedTypedData } from '../../venue/wire/profile-check.js'
import type { CommandContext } from '../command-context.js'
import { stateFolder } from '../control/state-folder.js'
import { watchedStrategy } from '../strategy/watched-strategy.js'
import { nodeChain } from '../venue/chain-worker.js'
import { chosenMarkets } from '../venue/chosen-markets.js'
import { apiKeyOf, type Connection, connect } from '../venue/connect.js'
import { walletFinding } from './key-finding.js'
import { assumptions, disk, files, others, placeholders, ports } from './local-findings.js'

export async function examine(path: string, context: CommandContext): Promise<readonly Finding[]> {
  let config: Config
  try {
    config = loadConfig(path)
  } catch (thrown) {
    return [failedBy('configuration', thrown, 'mend the lines that it names; nothing else was looked at')]
  }
  const { env } = context
  const { mode, venue } = config
  const wallet = await walletFinding(config, env)
  return [
    ok('configuration', `${path} is valid: mode ${mode}, ${venue.profile.name} at ${venue.url}`),
    ...[placeholders(path), files(config), assumptions(config), await strategy(config, context), disk(config, env)],
    await ports(config, path, env),
    wallet,
    ...(await examineVenue(config, context, wallet.verdict !== 'failed' && wallet.verdict !== 'skipped')),
  ]
}

async function strategy(config: Config, context: CommandContext): Promise<Finding> {
  try {
    const checked = await watchedStrategy(config, context)
    const { name } = checked.strategy
    if (checked.hints.length === 0) return ok('strategy', `${name} passes the conformance kit; types: ${checked.types}`)
    return warning('strategy', { evidence: checked.hints.join('\n'), fix: 'name a source under signals' })
  } catch (thrown) {
    return failedBy('strategy', thrown, 'mend the strategy, or its parameters under strategy.params')
  }
}

const REST_OF_VENUE = ['clock', 'profile', 'API key', 'markets', 'budget', 'fee', 'feed'] as const
const REST_OF_WALLET = ['sign-in', 'nonce', 'balance', 'signed order', 'chain', 'lock', 'other wallets'] as const

const skipAll = (names: readonly string[], why: string) => names.map((name) => skipped(name, why))

async function examineVenue(config: Config, context: CommandContext, hasWallet: boolean): Promise<readonly Finding[]> {
  const { profile, url } = config.venue
  const transport = await createRealTransport({ baseUrl: url, profile, lastCheck: noOrders })
  try {
    const root = await ask(transport, profile.paths.root)
    const proxy = proxyFor(url)
    const reached = [await reachability(config, root, proxy), await tls(config, 'status' in root, proxy)]
    if (!('status' in root))
      return [...reached, ...skipAll([...REST_OF_VENUE, ...REST_OF_WALLET], 'the venue is not reached')]
    const published = atVenue.rootOf(root)
    const general = [...reached, clock(config, root), atVenue.profile(config, published, root.status)]
    const key = keyOf(config, context)
    if (!('reveal' in key))
      return [...general, key, ...skipAll([...REST_OF_VENUE.slice(3), ...REST_OF_WALLET], 'no API key')]
    const read = await ask(transport, `${profile.paths.markets}?limit=1`, { 'x-api-key': key.reveal() })
    if (!('status' in read))
      return [...general, failedBy('API key', new QuoinError('unreachable', read.reason), 'ask again')]
    const taken = atVenue.apiKey(config, read)
    if (taken.verdict === 'failed')
      return [
        ...general,
        taken,
        ...skipAll([...REST_OF_VENUE.slice(3), ...REST_OF_WALLET], 'the venue does not take the API key'),
      ]
    return [...general, taken, ...(await examineConnected({ config, context, hasWallet, root: published }))]
  } finally {
    await transport.close()
  }
}

function keyOf(config: Config, { env, out }: CommandContext): Secret | Finding {
  try {
    return apiKeyOf(config, { env, warn: out.note })
  } catch (thrown) {
    return failedBy('API key', thrown, 'put the key into a file of mode 0400, and name it in venue.apiKeyFile')
  }
}

/** Nothing that places or cancels an order leaves, whatever is asked above. */
function noOrders({ method, path, routeClass }: HttpRequest): string | undefined {
  const isHarmless = routeClass !== 'write' && routeClass !== 'cancel'
  return isHarmless ? undefined : `only looking: ${method} ${path} is not sent`
}

interface Connected {
  readonly config: Config
  readonly context: CommandContext
  readonly hasWallet: boolean
  /** What the venue publishes of itself. */
  readonly root: unknown
}

async function examineConnected({ config, context, hasWallet, root }: Connected): Promise<readonly Finding[]> {
  let connection: Connection
  try {
    connection = await connect(config, {
      ...{ env: context.env, clock: createRealClock(), warn: () => undefined },
      ...{ wallet: hasWallet ? 'needed' : 'unused', lastCheck: noOrders },
    })
  } catch (thrown) {
    return [failedBy('wallet key', thrown, 'the key file holds 64 hex digits and nothing else')]
  }
  try {
    // one after the other, so that nothing waits for a permit of the other
    const { marketData, trading } = connection
    const signedIn = trading === undefined ? undefined : await ofWallet.signIn(trading)
    const [marketFinding, markets] = await atVenue.markets(() => chosenMarkets(config, marketData))
    const [market] = markets
    const ofCalendar = [...namedMarkets(config, markets), ...calendarTimes(config, markets)]
    const looked = [marketFinding, ...ofCalendar, atVenue.budget(config, markets.length)]
    const ofMarkets =
      market === undefined
        ? skipAll(['fee', 'feed'], 'no market is chosen')
        : [await atVenue.fee(config, marketData, market), await feed(marketData, markets)]
    if (signedIn === undefined) return [...looked, ...ofMarkets, ...skipAll(REST_OF_WALLET, 'no wallet key')]
    const ofAccount = await examineAccount(connection, { config, env: context.env, markets, root, signedIn })
    return [...looked, ...ofMarkets, signedIn, ...ofAccount]
  } finally {
    await connection.close()
  }
}

interface Account {
  readonly config: Config
  readonly env: CommandContext['env']
  readonly markets: readonly Market[]
  readonly root: unknown
  readonly signedIn: Finding
}

async function examineAccount(
  connection: Connection,
  { config, env, markets, root, signedIn }: Account,
): Promise<readonly Finding[]> {
  const { trading, venueClock } = connection
  if (trading === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
  const [market] = markets
  const told =
    signedIn.verdict === 'failed'
      ? skipAll(['nonce', 'balance'], 'not signed in')
      : [await ofWallet.nonce(config, connection), await ofWallet.balance(trading, markets, config)]
  const published = publishedTypedData(root)
  const signed =
    market === undefined
      ? skipped('signed order', 'no market is chosen')
      : await signature({ config, trading, market, venueMs: venueClock.venueMs(), published })
  const onChain = await chainFinding(config, () => nodeChain(config, { env, connection }))
  return [...told, signed, onChain, await lock(config, trading.account, env), await others(config, trading.account)]
}

async function lock(config: Config, account: `0x${string}`, env: CommandContext['env']): Promise<Finding> {
  const { chainId } = config.venue.profile.typedData.domain
  const holder = await walletHolder({ folder: stateFolder(env), chainId, account })
  if (holder === undefined) return ok('lock', `nobody trades with ${account}, as far as ${stateFolder(env)} knows`)
  const evidence = `process ${holder.pid} on ${holder.host} trades with ${account}`
  return warning('lock', { evidence, fix: 'stop it before another bot starts: two of one wallet are refused' })
}
