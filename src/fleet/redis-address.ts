// Where Redis is: an address with its login, of which nobody is shown more than the host.

import { readFileSync } from 'node:fs'
import { codeOf, QuoinError } from '../domain/error.js'
import { registerSecret } from '../venue/transport/secret.js'

export interface RedisAddress {
  /** With its login. */
  readonly reveal: () => string
  /** Without its login. */
  readonly shown: string
}

const EXPECTED = 'expected redis://host:port or rediss://host:port'

/** `name` stands in front of a problem. Throws `bad-argument`; what is wrong is not repeated, it may hold a password. */
export function redisAddress(text: string, name: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new QuoinError('bad-argument', `${name}: ${EXPECTED}, got no address`)
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') {
    throw new QuoinError('bad-argument', `${name}: ${EXPECTED}, got ${url.protocol}//`)
  }
  if (url.hostname === '') throw new QuoinError('bad-argument', `${name}: ${EXPECTED}, got no host`)
  // one without a password is no secret, and may be shown as it is
  if (url.password !== '') for (const secret of [text, decodeURIComponent(url.password)]) registerSecret(secret)
  return { reveal: () => text, shown: `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}` }
}

/** An address, or the path of a file that holds one: a password on a command line is seen by everybody on the machine. */
export function redisAddressOrFile(text: string, name: string): RedisAddress {
  return /^[a-z]+:\/\//i.test(text) ? redisAddress(text, name) : redisAddressIn(text, name)
}

export function redisAddressIn(path: string, name: string): RedisAddress {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (thrown) {
    const reason = codeOf(thrown) ?? 'unreadable'
    throw new QuoinError('bad-argument', `${name}: ${EXPECTED}, or a file that holds it, got ${reason} on ${path}`)
  }
  return redisAddress(text.trim(), `${name}: ${path}`)
}
