// An order of a bot that has just died reaches the venue after the first list.

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelAll } from '../../../../src/cli/commands/operate/cancel-all.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import { YES } from '../../../../src/domain/market/side.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

let sent = 0

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

it('says what it leaves: an order in a market that cannot be quoted is in no list', async () => {
  wrote(3)
  arrives()
  const { api } = sandbox.server
  const handle = api.handle.bind(api)
  // no step of its sizes has whole costs on such a tick
  api.handle = (request, nowMs, reply) =>
    handle(request, nowMs, ({ body, ...rest }) => {
      const isMarket = typeof body === 'object' && body !== null && 'tickSize' in body
      reply({ ...rest, body: isMarket ? { ...body, tickSize: '0.0000001' } : body })
    })
  const run = captureContext(false)
  expect(await cancelAll(config(), run.context)).toBe('ok')
  expect(run.stdout).toBe('0 orders cancelled\norders: none\n')
  const hash = `0x${sent.toString(16).padStart(64, 'a')}`
  const words = 'an order of the wallet is in a market that cannot be quoted: it is neither listed nor cancelled'
  expect(run.stderr).toBe(`${hash}: ${words}\n`)
})
