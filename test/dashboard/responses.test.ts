import { createServer, type ServerResponse } from 'node:http'
import { createConnection } from 'node:net'
import { expect, it } from 'vitest'
import { jsonReply, send } from '../../src/dashboard/responses.js'

async function answered(respond: (response: ServerResponse) => void, init: RequestInit = {}): Promise<Response> {
  const server = createServer((_request, response) => respond(response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    return await fetch(`http://127.0.0.1:${port}/`, init)
  } finally {
    server.close()
  }
}

it('keeps to itself: no cache, no frame, no guess of its type, no reader of another origin', async () => {
  const response = await answered((to) => send(to, jsonReply(503, { a: 1 }, { 'retry-after': '1' })))
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ a: 1 })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
    ...{ 'cross-origin-resource-policy': 'same-origin', 'referrer-policy': 'no-referrer', 'retry-after': '1' },
  })
})

it('a question of the head has no body', async () => {
  const response = await answered((to) => send(to, jsonReply(200, { a: 1 }), true), { method: 'HEAD' })
  expect(await response.text()).toBe('')
})

it('says nothing to one who has gone', async () => {
  let gone: ServerResponse | undefined
  const server = createServer((_request, response) => {
    gone = response
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const socket = createConnection(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => gone !== undefined).toBe(true)
  socket.destroy()
  await expect.poll(() => gone?.destroyed).toBe(true)
  if (gone) send(gone, jsonReply(200, {}))
  expect(gone?.headersSent).toBe(false)
  server.close()
})
