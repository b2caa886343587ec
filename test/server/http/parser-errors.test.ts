// What Node's parser refuses carries the specification's error body too.

import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { errorBody } from '../../../src/venue/wire/primitives.js'

let server: RunningServer
beforeAll(async () => {
  const config = serverConfig.parse({ port: 0, connections: { headTimeoutMs: 200, requestTimeoutMs: 300 } })
  server = await startServer({ config })
})
afterAll(() => server.close())

function rawAnswer(request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

const head = 'GET /tags HTTP/1.1\r\nhost: x\r\n'
it.each([
  ['no HTTP', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
  ['a header without a name', `${head}: x\r\n\r\n`, 400, 'bad_request'],
  ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, 'bad_request'],
  ['no host', 'GET /tags HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
  ['a head that is too large', `${head}x-large: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an expectation', `${head}expect: miracles\r\n\r\n`, 417, 'expectation_failed'],
  ['a head that never ends', head, 408, 'request_timeout'],
  ['a tunnel', 'CONNECT other:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'],
])('%s', async (_what, request, statusCode, code) => {
  const [first = '', body = ''] = (await rawAnswer(request)).split('\r\n\r\n')
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${statusCode} `))
  expect(first).toMatch(/content-type: application\/json/i)
  expect(errorBody.parse(JSON.parse(body))).toMatchObject({ statusCode, code, error: expect.any(String) })
})
