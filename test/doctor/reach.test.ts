import { expect, it } from 'vitest'
import { ask } from '../../src/doctor/reach.js'
import type { HttpRequest, HttpResult } from '../../src/venue/session/transport.js'

/** Answers with these, one after the other. */
function answering(...results: readonly HttpResult[]) {
  const asked: HttpRequest[] = []
  const http = (request: HttpRequest, done: (result: HttpResult) => void) => {
    const result = results[asked.push(request) - 1]
    if (result !== undefined) done(result)
  }
  return { asked, transport: { http } }
}
const answer = (status: number): HttpResult => ({ kind: 'response', status, headers: {}, body: `${status}` })

it('asks again where it is told to ask less, and takes every other answer as it is', async () => {
  const { asked, transport } = answering(answer(429), answer(200))
  expect(await ask(transport, '/', { 'x-api-key': 'k' })).toMatchObject({ status: 200, body: '200' })
  expect(asked.map(({ path, headers }) => [path, headers])).toEqual([
    ['/', { 'x-api-key': 'k' }],
    ['/', { 'x-api-key': 'k' }],
  ])
  for (const result of [answer(503), { kind: 'failed', reason: 'cut', mayHaveArrived: true } as const]) {
    const once = answering(result)
    expect(await ask(once.transport, '/')).toMatchObject(result)
    expect(once.asked).toHaveLength(1)
  }
})
