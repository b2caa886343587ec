import { afterEach, expect, it, vi } from 'vitest'
import { proxyFor } from '../../../src/venue/transport/proxy.js'

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY']

function given(env: Readonly<Record<string, string>>): void {
  for (const name of NAMES) {
    vi.stubEnv(name, undefined)
    vi.stubEnv(name.toLowerCase(), undefined)
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}
afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  [{}, 'https://venue.test', undefined],
  [{ HTTPS_PROXY: 'http://proxy:3128' }, 'https://venue.test', 'http://proxy:3128/'],
  [{ https_proxy: 'https://a:b@proxy' }, 'https://venue.test/v1', 'https://a:b@proxy/'],
  [{ HTTP_PROXY: 'http://proxy:3128' }, 'https://venue.test', undefined],
  [{ HTTP_PROXY: 'http://proxy:3128' }, 'http://venue.test:8080', 'http://proxy:3128/'],
  [{ ALL_PROXY: 'http://proxy:3128' }, 'https://venue.test', 'http://proxy:3128/'],
  [{ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'venue.test' }, 'https://venue.test', undefined],
  [{ HTTPS_PROXY: 'http://proxy:3128', no_proxy: 'a.test, .venue.test' }, 'https://api.venue.test', undefined],
  [{ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '*' }, 'https://venue.test', undefined],
  [{ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'venue.test:444' }, 'https://venue.test', 'http://proxy:3128/'],
])('by %j goes to %s through %s', (env, address, through) => {
  given(env)
  expect(proxyFor(address)?.href).toBe(through)
})

it.each(['http://localhost:8787', 'http://127.0.0.1:8787', 'https://127.8.8.8', 'http://[::1]:8787'])(
  'reaches %s, on this machine, without one',
  (address) => {
    given({ ALL_PROXY: 'http://proxy:3128' })
    expect(proxyFor(address)).toBeUndefined()
  },
)

it('refuses what it does not speak, without telling the password', () => {
  given({ HTTPS_PROXY: 'socks5://me:secret@proxy:1080' })
  expect(() => proxyFor('https://venue.test')).toThrow(
    'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY: expected http://host:port or https://host:port, got one of socks5://',
  )
  given({ HTTPS_PROXY: 'http://me:secret@:nowhere' })
  expect(() => proxyFor('https://venue.test')).toThrow('got no address')
  given({ HTTPS_PROXY: 'http://me:100%secret@proxy' })
  expect(() => proxyFor('https://venue.test')).toThrow(
    /got a login with a % that begins no sign \(a % itself is %25\)$/,
  )
})
