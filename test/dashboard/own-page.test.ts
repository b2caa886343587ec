import { expect, it } from 'vitest'
import { isOwnPage } from '../../src/dashboard/own-page.js'

const host = '127.0.0.1:9464'

it('a request of the page itself names its origin, behind TLS too', () => {
  expect(isOwnPage({ host, origin: `http://${host}` })).toBe(true)
  expect(isOwnPage({ host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(true)
})

it.each([
  { host },
  { host, origin: 'null' },
  { host, origin: 'http://evil.example' },
  { host, origin: 'http://127.0.0.1:9465' },
  { host, origin: `http://${host}.evil.example` },
  { host, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
  { host, origin: `http://${host}`, 'sec-fetch-site': 'same-site' },
  { origin: 'http://undefined' },
])('%j is of another page, or of none', (headers) => {
  expect(isOwnPage(headers)).toBe(false)
})
