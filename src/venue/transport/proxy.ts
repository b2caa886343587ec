// The proxy between this machine and a venue, by the environment variables that other programs go by: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and
// NO_PROXY, in small or capital letters.

import { getProxyForUrl } from 'proxy-from-env'
import { QuoinError } from '../../domain/error.js'

/** What is on this machine is reached without, whatever is set. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const SPOKEN = new Set(['http:', 'https:'])

/** Where requests for this address are to go instead; `undefined`: straight there. Throws `bad-config` for a proxy that is none. */
export function proxyFor(address: string): URL | undefined {
  if (LOOPBACK.test(new URL(address).hostname)) return undefined
  const named = getProxyForUrl(address)
  if (named === '') return undefined
  if (URL.canParse(named) && SPOKEN.has(new URL(named).protocol)) return new URL(named)
  // it may hold a password
  const got = URL.canParse(named) ? `one of ${new URL(named).protocol}//` : 'no address'
  throw new QuoinError(
    'bad-config',
    `HTTPS_PROXY, HTTP_PROXY or ALL_PROXY: expected http://host:port or https://host:port, got ${got}`,
  )
}
