// A bot is killed while an order of which nothing was heard is on its way: whoever stops its successor at once is not told that nothing is left.

import { afterEach, expect, it, vi } from 'vitest'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import type { ApiRequest } from '../../src/server/api/requests/api-request.js'
import { killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 30_000, interval: 20 }

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

const isSubmit = ({ method, path }: ApiRequest) => method === 'POST' && /^\/markets\/.*\/orders$/.test(path)
const isLookUp = ({ method, path }: ApiRequest) => method === 'GET' && path.startsWith('/orders/0x')

it('a stop right after the restart names it', async () => {
  venue = await openVenue()
  const config = venue.config('', '{ select: { max: 1, minTimeLeftSec: 2, refreshSec: 2 } }')
  const held: ApiRequest[] = []
  venue.onRequest = (request) => {
    if (!isSubmit(request)) return undefined
    held.push(request)
    return 'lost'
  }
  const killed = runLive(config)
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), WAIT)
  killed.signal('SIGKILL')
  await killed.ended()
  const [late] = held
  const sent = venue.submits().length
  const bot = runLive(config)
  let isStopped = false
  venue.onRequest = (request) => {
    if (isLookUp(request) && !isStopped) bot.signal('SIGTERM')
    isStopped ||= isLookUp(request)
    return undefined
  }
  const { code } = await bot.ended()
  expect(venue.submits().length).toBe(sent)
  expect(venue.resting()).toEqual([])
  // only now the network brings it
  venue.onRequest = () => undefined
  venue.server.api.handle(late!, Date.now(), () => undefined)
  await vi.waitFor(() => expect(venue.resting().length).toBe(1), WAIT)
  expect(bot.stdout).not.toContain('"openOrders":[]')
  expect(code).toBe(EXIT_CODES.pending.code)
  expect(bot.stdout).toContain(venue.resting()[0]!.hash)
})
