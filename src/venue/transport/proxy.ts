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
  const got = whyNone(named)
  if (got === undefined) return new URL(named)
  throw new QuoinError(
    'bad-config',
    `HTTPS_PROXY, HTTP_PROXY or ALL_PROXY: expected http://host:port or https://host:port, got ${got}`,
  )
}

/** It may hold a password, which stands in no word of it. */
function whyNone(named: string): string | undefined {
  if (!URL.canParse(named)) return 'no address'
  const proxy = new URL(named)
  if (!SPOKEN.has(proxy.protocol)) return `one of ${proxy.protocol}//`
  try {
    loginOf(proxy)
    return undefined
  } catch {
    return 'a login with a % that begins no sign (a % itself is %25)'
  }
}

/** As a proxy is told it; `undefined` where there is none. A token may stand in the place of the user, without a password. */
export function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}
