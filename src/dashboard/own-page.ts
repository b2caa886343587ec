// Whether a request comes from the page itself, as its browser says: a page elsewhere must not make a browser act here.

import type { IncomingHttpHeaders } from 'node:http'

/** One without an origin is nobody's page. */
export function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin === undefined || host === undefined || (site !== undefined && site !== 'same-origin')) return false
  return [`http://${host}`, `https://${host}`].includes(origin)
}
