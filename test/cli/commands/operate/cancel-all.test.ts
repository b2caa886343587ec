// An order of a bot that has just died reaches the venue after the first list.

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cancelAll } from '../../../../src/cli/commands/operate/cancel-all.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import { YES } from '../../../../src/domain/market/side.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

let sandbox: Sandbox
let handle: Sandbox['server']['api']['handle']
beforeAll(async () => {
  sandbox = await openSandbox()
  handle = sandbox.server.api.handle.bind(sandbox.server.api)
})
afterAll(() => sandbox.close())

type Body = Readonly<Record<string, unknown>>

/** What the venue answers from now on to whoever reads something of this kind. */
function answers(to: 'tickSize' | 'orders', answer: (body: Body) => { readonly status: number; readonly body: Body }) {
  const { api } = sandbox.server
  const before = api.handle.bind(api)
  api.handle = (request, nowMs, reply) =>
    before(request, nowMs, (response) => {
      const body: Body = Object(response.body)
      reply(to in body && request.method === 'GET' ? { ...response, ...answer(body) } : response)
    })
}
const NOT_FOUND = { status: 404, body: { statusCode: 404, message: 'no such market' } }

let sent = 0
const lastHash = (): Hex => `0x${sent.toString(16).padStart(64, 'a')}`

function arrives(): void {
  const { exchange, markets } = sandbox.server.api
  const market = markets.all().find(({ id }) => id === 'kettle')
  if (market === undefined) throw new Error('no market')
  const hash: Hex = `0x${(++sent).toString(16).padStart(64, 'a')}`
  const terms = { conditionId: market.conditionId, outcome: YES, side: 'BUY', type: 'GTC', expirationSec: 0 } as const
  const amounts = { feeRateBps: 0, price: ticks(40), size: lots(1000) }
  exchange.submit({ ...terms, ...amounts, hash, account: sandbox.account }, Date.now())
}

/** The journal was last written so many seconds ago. */
function wrote(secondsAgo: number): void {
  const folder = join(sandbox.journal, sandbox.account.toLowerCase())
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'orders-000001.jsonl')
  writeFileSync(path, '')
  const sec = Date.now() / 1000 - secondsAgo
  utimesSync(path, sec, sec)
}

const config = () =>
  sandbox.config(
    `execution: { submitInFlightSec: 2, journal: { path: ${sandbox.journal} } }\nmarkets: { select: {} }\n`,
  )

it('looks for what was sent just before its bot died until it must have arrived', async () => {
  wrote(0)
  const run = captureContext(false)
  const cancelling = cancelAll(config(), run.context)
  const late = setTimeout(arrives, 1000)
  expect(await cancelling).toBe('ok')
  clearTimeout(late)
  expect(run.stderr).toContain('what it had sent may still arrive')
  expect(run.stdout).toBe('1 orders cancelled\norders: none\n')
})

it('does not wait where the last word of a bot is older', async () => {
  wrote(3)
  arrives()
  const run = captureContext(false)
  expect(await cancelAll(config(), run.context)).toBe('ok')
  expect(run.stderr).toBe('')
  expect(run.stdout).toBe('1 orders cancelled\norders: none\n')
})

describe('cancels what rests in a market that', () => {
  afterEach(() => {
    sandbox.server.api.handle = handle
  })

  it('cannot be quoted', async () => {
    wrote(3)
    arrives()
    // no step of its sizes has whole costs on such a tick
    answers('tickSize', (market) => ({ status: 200, body: { ...market, tickSize: '0.0000001' } }))
    const run = captureContext(false)
    expect(await cancelAll(config(), run.context)).toBe('ok')
    expect([run.stdout, run.stderr]).toEqual(['1 orders cancelled\norders: none\n', ''])
  })

  it('cannot be read', async () => {
    wrote(3)
    arrives()
    answers('tickSize', () => NOT_FOUND)
    const run = captureContext(false)
    expect(await cancelAll(config(), run.context)).toBe('ok')
    expect(run.stdout).toBe('1 orders cancelled\norders: none\n')
  })

  it('cannot be read, and names what it could not cancel', async () => {
    wrote(3)
    arrives()
    answers('tickSize', () => NOT_FOUND)
    const pending = { status: 'pending_settlement', remainingSize: '0', pendingSize: '5' }
    answers('orders', ({ orders }) => ({
      status: 200,
      body: { orders: [orders].flat().map((order) => ({ ...Object(order), ...pending })) },
    }))
    const run = captureContext(false)
    expect(await cancelAll(config(), run.context)).toBe('pending')
    expect(run.stdout).toBe(
      `0 orders cancelled\nleft:\n${lastHash()} (pending_settlement), in a market that cannot be read\n`,
    )
  })
})
