// Two questions to a venue before anything runs: what it publishes about itself, and whether it takes our API key.

import type { Config } from '../../config/config.js'
import { type Failure, QuoinError } from '../../domain/error.js'
import { jsonOf } from '../../domain/json.js'
import type { Told } from '../../domain/permit.js'
import { readTold } from '../../venue/session/rest/rate-headers.js'
import { readRefusal } from '../../venue/session/rest/venue-error.js'
import type { HttpResult, Transport } from '../../venue/session/transport.js'
import type { Secret } from '../../venue/transport/secret.js'

const DEADLINE_MS = 5000

type Asked = Pick<Transport, 'http'>

function get({ http }: Asked, path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpResult> {
  const request = {
    method: 'GET',
    path,
    headers: { accept: 'application/json', ...headers },
    routeClass: 'read',
    deadlineMs: DEADLINE_MS,
  } as const
  return new Promise((done) => http(request, done))
}

/** GET / as JSON; `undefined` when it is none. Throws `unreachable`. */
export async function publishedRoot({ venue }: Config, transport: Asked): Promise<unknown> {
  const result = await get(transport, venue.profile.paths.root)
  if (result.kind === 'failed') throw new QuoinError('unreachable', `${venue.url}: ${result.reason}`)
  return jsonOf(result.body)
}

/** What came of reading one market with the key; `undefined` when the venue allowed it. `answered` hears what the answer tells of the limits. */
export async function keyRefusal(
  { venue }: Config,
  transport: Asked,
  { key, answered }: { readonly key: Secret; readonly answered: (told: Told) => void },
): Promise<Failure | undefined> {
  const result = await get(transport, `${venue.profile.paths.markets}?limit=1`, { 'x-api-key': key.reveal() })
  if (result.kind === 'failed') return { code: 'unreachable', message: `${venue.url}: ${result.reason}` }
  answered(readTold(result.status, result.headers))
  if (result.status >= 200 && result.status < 300) return undefined
  const { code, message } = readRefusal(result.status, result.body)
  return { code, message: `${venue.url}: ${message}` }
}
