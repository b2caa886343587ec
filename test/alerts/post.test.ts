import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../../src/alerts/post.js'

let server: Server
let got: { method: string | undefined; type: string | undefined; text: string } | undefined
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      got = { method: request.method, type: request.headers['content-type'], text }
      const [, status = '200', after] = (request.url ?? '').split('/')
      if (status === 'cut') return response.destroy()
      response
        .writeHead(Number(status), after === undefined ? {} : { 'retry-after': decodeURIComponent(after) })
        .end('x')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
})
afterAll(() => server.close())

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`

it('sends JSON', async () => {
  expect(await post(url('204'), '{"a":1}')).toEqual({ kind: 'taken' })
  expect(got).toEqual({ method: 'POST', type: 'application/json', text: '{"a":1}' })
})

it.each([
  ['404', { kind: 'refused', reason: 'answered with status 404' }],
  // an address that moves is none of ours
  ['302', { kind: 'refused', reason: 'answered with status 302' }],
  ['500', { kind: 'later', reason: 'answered with status 500' }],
  ['408', { kind: 'later', reason: 'answered with status 408' }],
  ['429/1.5', { kind: 'later', reason: 'answered with status 429', afterMs: 1500 }],
  ['429/999999', { kind: 'later', reason: 'answered with status 429', afterMs: 3_600_000 }],
  ['429/soon', { kind: 'later', reason: 'answered with status 429' }],
  [
    '429/Thu%2C%2001%20Jan%201970%2000%3A00%3A00%20GMT',
    { kind: 'later', reason: 'answered with status 429', afterMs: 0 },
  ],
])('%s', async (path, expected) => {
  expect(await post(url(path), '{}')).toEqual(expected)
})

it('names no address when there is no answer', async () => {
  for (const address of [url('cut/SECRET'), 'http://127.0.0.1:1/SECRET', 'http://no-such-host.invalid/SECRET']) {
    const posted = await post(address, '{}')
    expect(posted).toMatchObject({ kind: 'later', reason: expect.stringMatching(/^[A-Z_]+$/) })
  }
})
