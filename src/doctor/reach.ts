// Whether the venue can be reached: its name, its port, its certificate, its answer, and how far its clock is from ours.

import { lookup } from 'node:dns/promises'
import { request as openTls } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { HttpsProxyAgent } from 'https-proxy-agent'
import type { Config } from '../config/config.js'
import type { HttpResult, Transport } from '../venue/session/transport.js'
import { type Finding, failed, ok, skipped, warning } from './finding.js'

const DEADLINE_MS = 5000
const DAY_MS = 86_400_000
/** A certificate that ends sooner is told of. */
const SOON_DAYS = 14

export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The venue's clock less ours, in milliseconds, give or take `errorMs`; absent without a date. */
  readonly clock?: { readonly offsetMs: number; readonly errorMs: number }
  readonly tookMs: number
}

/** What lets in too many has room again within seconds; a refusal after the last pause is an answer like others. */
const PAUSES_MS: readonly number[] = [1000, 2000, 4000]

type Asked = Told | Extract<HttpResult, { kind: 'failed' }>

/** A GET, with the time that it took; again, later each time, where it is told to ask less. */
export async function ask(
  transport: Pick<Transport, 'http'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  let told = await askOnce(transport, path, headers)
  for (const pauseMs of PAUSES_MS) {
    if (!('status' in told) || told.status !== 429) return told
    await sleep(pauseMs)
    told = await askOnce(transport, path, headers)
  }
  return told
}

async function askOnce(
  { http }: Pick<Transport, 'http'>,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Asked> {
  const request = { method: 'GET', path, headers, routeClass: 'read', deadlineMs: DEADLINE_MS } as const
  const sentMs = Date.now()
  const result = await new Promise<HttpResult>((done) => http(request, done))
  if (result.kind === 'failed') return result
  const tookMs = Date.now() - sentMs
  const stamp = Date.parse(result.headers['date'] ?? '')
  // the stamp has whole seconds, and was made at some moment between the question and the answer
  const clock = { offsetMs: stamp + 500 - (sentMs + tookMs / 2), errorMs: 500 + tookMs / 2 }
  return { ...result, tookMs, ...(Number.isNaN(stamp) ? {} : { clock }) }
}

/** `told`: the answer to GET /; `proxy`: what stands between, which knows the name of the venue where this machine may not. */
export async function reachability(
  { venue }: Config,
  told: Told | Extract<HttpResult, { kind: 'failed' }>,
  proxy?: URL,
): Promise<Finding> {
  const { hostname, host, protocol } = new URL(venue.url)
  if ('status' in told) {
    const through = proxy === undefined ? '' : `, through the proxy ${proxy.host}`
    return ok('reachability', `GET / of ${host} answers ${told.status} in ${told.tookMs} ms${through}`)
  }
  const evidence = `${protocol}//${host}: ${told.reason}`
  if (proxy !== undefined) {
    const fix = `is venue.url right, does ${proxy.host} run (HTTPS_PROXY), and does it let this machine through to ${host}? NO_PROXY=${hostname} goes straight there`
    return failed('reachability', { evidence, fix, exit: 'unreachable' })
  }
  const isKnown = await lookup(hostname.replace(/^\[|\]$/g, '')).then(
    () => true,
    () => false,
  )
  const fix = isKnown
    ? 'is venue.url right, does the venue run, and does a firewall let this machine through?'
    : `no name server knows ${hostname}: is venue.url right, and does this machine have a network?`
  return failed('reachability', { evidence, fix, exit: 'unreachable' })
}

interface Certificate {
  readonly protocol: string
  readonly untilMs: number
  /** Why nobody should believe it. */
  readonly trouble?: string
}

/** `isReached`: a handshake that fails beside an answer has another cause than a venue that is away. */
export async function tls({ venue }: Config, isReached: boolean, proxy?: URL): Promise<Finding> {
  const { protocol, hostname, port } = new URL(venue.url)
  if (protocol !== 'https:') return skipped('TLS', 'plain HTTP: nothing is encrypted')
  const found = await certificateOf(hostname.replace(/^\[|\]$/g, ''), Number(port || 443), proxy)
  if (typeof found === 'string') {
    if (!isReached) return skipped('TLS', `no connection: ${found}`)
    return failed('TLS', { evidence: found, fix: 'does the venue speak HTTPS at this port?', exit: 'unreachable' })
  }
  const days = Math.floor((found.untilMs - Date.now()) / DAY_MS)
  const evidence = `${found.protocol}, certificate good for ${days} days`
  if (found.trouble !== undefined) {
    const fix =
      'the certificate is not one that this machine trusts: for your own server name its file in NODE_EXTRA_CA_CERTS'
    return failed('TLS', { evidence: `${found.protocol}: ${found.trouble}`, fix, exit: 'unreachable' })
  }
  return days < SOON_DAYS
    ? warning('TLS', { evidence, fix: 'the venue has to renew it, or the bot loses it then' })
    : ok('TLS', evidence)
}

/** What is presented there, believed or not; or why nothing is. */
function certificateOf(host: string, port: number, proxy: URL | undefined): Promise<Certificate | string> {
  return new Promise((done) => {
    const agent = proxy === undefined ? false : new HttpsProxyAgent(proxy)
    const servername = /[a-z]/i.test(host) ? host : ''
    const request = openTls({ host, port, servername, agent, method: 'HEAD', rejectUnauthorized: false })
    const end = (found: Certificate | string) => {
      clearTimeout(timer)
      request.destroy()
      done(found)
    }
    // the request's own would begin with its socket, which a proxy that says nothing never gives it
    const timer = setTimeout(() => end(`no handshake within ${DEADLINE_MS} ms`), DEADLINE_MS)
    request.on('error', (error) => end('code' in error ? String(error.code) : error.message))
    // a proxy that refuses answers in the place of the venue, without a handshake
    request.once('response', ({ statusCode }) => end(`the proxy answers ${statusCode}`))
    request.once('socket', (socket) => {
      if (!(socket instanceof TLSSocket)) return
      socket.once('secureConnect', () => end(presented(socket)))
    })
    request.end()
  })
}

function presented(socket: TLSSocket): Certificate {
  const trouble = socket.authorized ? {} : { trouble: String(socket.authorizationError) }
  const untilMs = Date.parse(socket.getPeerCertificate().valid_to)
  return { protocol: socket.getProtocol() ?? 'TLS', untilMs, ...trouble }
}

/** From here on it is worth a word: orders expire by the venue's clock. */
const NOTABLE_MS = 2000

export function clock({ feed }: Config, { clock: seen }: Told): Finding {
  if (seen === undefined) {
    const fix = "nothing is quoted without the venue's time; does a proxy take the Date out of its answers?"
    return failed('clock', { evidence: 'the answer has no date', fix, exit: 'unreachable' })
  }
  const { offsetMs, errorMs } = seen
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const evidence = `the venue's clock is ${seconds(Math.abs(offsetMs))} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ours, give or take ${seconds(errorMs)} s`
  const fix =
    "set this machine's clock (timedatectl set-ntp true), or raise feed.maxClockOffsetSec if the venue's is wrong"
  const least = Math.max(0, Math.abs(offsetMs) - errorMs)
  if (least > feed.maxClockOffsetSec * 1000) return failed('clock', { evidence, fix, exit: 'unreachable' })
  return least > NOTABLE_MS ? warning('clock', { evidence, fix }) : ok('clock', evidence)
}
