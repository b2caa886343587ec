// The bytes of an answer: its head in one order, names in lower case, what the hooks of other origins set first.

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { ApiResponse } from '../../../src/server/api/requests/api-request.js'
import { httpShell } from '../../../src/server/http/http-shell.js'
import { serverConfig } from '../../../src/server/schema.js'

const ENDS: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ENDS.splice(0)) await end()
})

async function answerTo(request: string, response: ApiResponse): Promise<string[]> {
  const app = httpShell({
    handle: (_request, reply) => reply(response),
    onFault: (error) => {
      throw error
    },
    cors: ['http://page.test'],
    tls: undefined,
    limits: serverConfig.parse({}).connections,
  })
  ENDS.push(() => app.close())
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString()
  })
  socket.write(`${request}\r\nhost: venue\r\nconnection: close\r\norigin: http://page.test\r\n\r\n`)
  await once(socket, 'close')
  return text.split('\r\n').filter((line) => !line.startsWith('Date: '))
}

const SAFE = ['cache-control: no-store', 'x-content-type-options: nosniff']
const OF_ORIGIN = ['vary: Origin', 'access-control-allow-origin: http://page.test']
const EXPOSED = expect.stringMatching(/^access-control-expose-headers: X-RateLimit-Limit-short, /)

it('a body goes as JSON, its length counted in bytes', async () => {
  const lines = await answerTo('GET /a HTTP/1.1', { status: 200, headers: { 'X-Some': '1' }, body: { a: 'ü' } })
  const type = ['content-type: application/json; charset=utf-8', 'content-length: 10', 'Connection: close', '']
  expect(lines).toEqual(['HTTP/1.1 200 OK', ...OF_ORIGIN, EXPOSED, 'x-some: 1', ...SAFE, ...type, '{"a":"ü"}'])
})

it('a text goes as it is, and to HEAD only its head', async () => {
  const text = { contentType: 'text/plain', content: 'hello' }
  const lines = await answerTo('HEAD /a HTTP/1.1', { status: 404, headers: {}, body: undefined, text })
  const type = ['content-type: text/plain', 'content-length: 5', 'Connection: close', '', '']
  expect(lines).toEqual(['HTTP/1.1 404 Not Found', ...OF_ORIGIN, EXPOSED, ...SAFE, ...type])
})

it('no body has no length', async () => {
  const lines = await answerTo('DELETE /a HTTP/1.1', { status: 200, headers: {}, body: undefined })
  expect(lines.slice(-4)).toEqual(['content-length: 0', 'Connection: close', '', ''])
})
