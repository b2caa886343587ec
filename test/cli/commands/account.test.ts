// Commands about an account that has traded: what they list, and what they sell.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlattenFlags, flatten } from '../../../src/cli/commands/operate/flatten.js'
import { exportTable } from '../../../src/cli/commands/venue/export.js'
import { withWallet } from '../../../src/cli/venue/with-connection.js'
import { loadConfig } from '../../../src/config/config.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Market } from '../../../src/domain/market/market.js'
import { lockWallet, walletFile } from '../../../src/execution/journal/lock/wallet-lock.js'
import { awaitAnswer } from '../../../src/venue/await-answer.js'
import type { SignedOrder } from '../../../src/venue/trading.js'
import { SANDBOX_CHAIN_ID } from '../../../src/venue/wire/profile.js'
import { hasRedis, startRedis } from '../../fleet/redis-server.js'
import { captureContext, openSandbox, type Sandbox } from './sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-account-'))
const env = { QUOIN_STATE_DIR: join(folder, 'state') }
let sandbox: Sandbox
let own: string
let maker: string

type Wanted = readonly [outcome: 0 | 1, side: 'BUY' | 'SELL', tick: number, shares: number]

async function place(path: string, orders: readonly Wanted[]): Promise<void> {
  const silent = { env: {}, out: { note: () => undefined } }
  await withWallet(loadConfig(path), silent, async ({ trading, marketData }) => {
    const market = await awaitAnswer<Market>((done) => marketData.readMarket('kettle', done))
    for (const [outcome, side, tick, shares] of orders) {
      const draft = {
        conditionId: market.conditionId,
        outcome,
        side,
        price: ticks(tick),
        size: lots(shares * 100),
        type: 'GTC',
        expirationSec: Math.floor(Date.now() / 1000) + 60,
        feeRateBps: 200,
      } as const
      const signed = await awaitAnswer<SignedOrder>((done) => trading.sign(draft, market, done))
      await awaitAnswer((done) => trading.submit(signed, done))
    }
  })
}

beforeAll(async () => {
  sandbox = await openSandbox({ settlement: { delayMs: 0 }, globalFeeRateBps: 200 })
  const key = generatePrivateKey()
  sandbox.server.api.exchange.deposit(privateKeyToAddress(key), 1_000_000_000n)
  writeFileSync(join(folder, 'maker'), key, { mode: 0o600 })
  own = sandbox.config()
  maker = sandbox.config()
  writeFileSync(
    maker,
    readFileSync(maker, 'utf8').replace(/privateKeyFile: .* }/, `privateKeyFile: ${join(folder, 'maker')} }`),
  )
  // 20 YES for us at 0.5, then bids that are worth less and less
  await place(maker, [[1, 'BUY', 50, 20]])
  await place(own, [[0, 'BUY', 50, 20]])
  await place(maker, [
    [0, 'BUY', 40, 8],
    [1, 'SELL', 61, 5],
    [0, 'BUY', 38, 2],
    [0, 'BUY', 30, 100],
  ])
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  readonly json?: boolean
  readonly answer?: string
  /** Done while the question is open. */
  readonly meanwhile?: () => Promise<void>
}

async function run(flags: Partial<FlattenFlags>, { json = true, answer, meanwhile }: Asked = {}) {
  const capture = captureContext(json, env)
  const stdin = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  const stderr = {
    write: (text: string) => {
      capture.stderr += text
      if (answer !== undefined) void Promise.resolve(meanwhile?.()).then(() => stdin.write(`${answer}\n`))
    },
  }
  const context = { ...capture.context, streams: { ...capture.context.streams, stdin: stdin as never, stderr } }
  const exit = await flatten(own, { maxSlippage: 0.02, yes: false, ...flags }, context)
  return { exit, capture, shown: json ? JSON.parse(capture.stdout) : undefined }
}

const held = () => sandbox.server.api.exchange.ledger.tokens(sandbox.account, conditionId()).tokensRaw
const conditionId = () => {
  const market = sandbox.server.api.markets.all().find(({ id }) => id === 'kettle')
  if (market === undefined) throw new Error('no kettle')
  return market.conditionId
}

describe('quoin export', () => {
  const exported = async (kind: 'fills' | 'fees' | 'sets' | 'redemptions', json = true) => {
    const capture = captureContext(json, env)
    expect(await exportTable(own, { kind }, capture.context)).toBe('ok')
    return json ? JSON.parse(capture.stdout)[kind] : capture.stdout
  }

  it('writes fills with exact decimals, and fees with what they were worth', async () => {
    const [fill] = await exported('fills')
    // min(p, 1 - p) * 2 % of 20 tokens
    expect(fill).toMatchObject({
      ...{ market: 'kettle', outcome: 'YES', side: 'BUY', price: '0.5', shares: '20', collateral: '-10' },
      ...{ fee_in: 'tokens', liquidity: 'taker', status: 'settled' },
    })
    const [fee] = await exported('fees')
    expect([fee.fee, Number(fee.fee_collateral)]).toEqual([fill.fee, Number(fill.fee) / 2])
    expect(Number(fee.fee)).toBeGreaterThan(0)
    expect(await exported('fills', false)).toMatch(
      /^time,market,condition_id,question,outcome,side,price,[\s\S]*\n20\d\d-.*,kettle,0x/,
    )
  })

  it('leaves what was paid a number: a minus makes no formula of it', async () => {
    expect(await exported('fills', false)).toContain(',0.5,20,-10,')
  })

  it('writes into a new file, and over none', async () => {
    const out = join(folder, 'fills.csv')
    const capture = captureContext(true, env)
    await exportTable(own, { kind: 'fills', out }, capture.context)
    expect(JSON.parse(capture.stdout)).toEqual({ file: out, rows: 1 })
    expect(readFileSync(out, 'utf8').split('\r\n')).toHaveLength(3)
    await expect(exportTable(own, { kind: 'fills', out }, capture.context)).rejects.toThrow('got one that is there')
  })

  it('leaves out what lies outside the times', async () => {
    const capture = captureContext(true, env)
    await exportTable(own, { kind: 'fills', toMs: Date.now() - 3_600_000 }, capture.context)
    expect(JSON.parse(capture.stdout)).toEqual({ fills: [] })
  })

  it('refuses times of which the last is before the first, instead of an empty table', async () => {
    const period = { fromMs: Date.UTC(2026, 1, 2), toMs: Date.UTC(2026, 1, 1) }
    await expect(exportTable(own, { kind: 'fills', ...period }, captureContext(true, env).context)).rejects.toThrow(
      '--to: expected a time not before --from (2026-02-02T00:00:00.000Z), got 2026-02-01T00:00:00.000Z',
    )
  })
})

async function feeFails(fault: Readonly<Record<string, unknown>>): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'command-test-key' }
  const body = JSON.stringify({ ...fault, route: 'GET /markets/{id}/fee', count: 1 })
  const made = await fetch(`${sandbox.server.url}/sandbox/faults`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
}

describe('quoin flatten', () => {
  it('shows what it would do, and does nothing where nobody says yes', async () => {
    const before = held()
    const silent = await run({})
    expect(silent.exit).toBe('pending')
    const [plan] = silent.shown.plans
    expect(plan).toMatchObject({ market: 'kettle', outcome: 'YES', sells: 15, best: 0.4, limit: 0.38 })
    // 8 at 0.40, 5 from who sells NO at 0.61, 2 at 0.38; below a half the fee is a share of the price
    expect(plan.proceeds).toBeCloseTo((8 * 0.4 + 5 * 0.39 + 2 * 0.38) * (1 - 0.02), 9)
    const asked = await run({}, { json: false, answer: 'no' })
    expect([asked.exit, held()]).toEqual(['pending', before])
    expect(asked.capture.stderr).toContain('and sell this? (yes/no): ')
    expect(asked.capture.stderr).toMatch(/kettle +19\.6 YES +15 +0\.4 +0\.38 +0\.39\d+ +5\.79/)
  })

  it('does nothing while another process trades with the wallet', async () => {
    const lock = await lockWallet({ folder: env.QUOIN_STATE_DIR, chainId: SANDBOX_CHAIN_ID, account: sandbox.account })
    await expect(run({ yes: true })).rejects.toMatchObject({ code: 'journal-failed' })
    await lock.release()
  })

  it.skipIf(!hasRedis)('does nothing while a bot on another machine trades with the wallet', async () => {
    const redis = await startRedis()
    const key = `quoin:lease:${SANDBOX_CHAIN_ID}:${sandbox.account.toLowerCase()}`
    let renewals = 0
    const renew = () =>
      redis.client.set(key, JSON.stringify({ token: 'theirs', name: 'two:2', renewals: renewals++ }), 'PX', 12_000)
    await renew()
    const renewing = setInterval(() => void renew(), 100)
    const before = readFileSync(own, 'utf8')
    writeFileSync(own, `${before}fleet: { redis: { url: "${redis.url}" } }\n`)
    try {
      await expect(run({ yes: true })).rejects.toMatchObject({
        code: 'journal-failed',
        message: expect.stringContaining('two:2 holds'),
      })
    } finally {
      clearInterval(renewing)
      writeFileSync(own, before)
      await redis.end()
    }
  })

  it('does nothing after all where another process has taken the wallet over while a person was asked', async () => {
    await place(own, [[0, 'SELL', 90, 5]])
    const before = held()
    const wallet = { folder: env.QUOIN_STATE_DIR, chainId: SANDBOX_CHAIN_ID, account: sandbox.account }
    const meanwhile = async () => {
      writeFileSync(walletFile(wallet, 'lock'), '{"another": "holder"}')
      // whoever has just looked does not look again at once
      await wait(200)
    }
    await expect(run({}, { json: false, answer: 'yes', meanwhile })).rejects.toMatchObject({
      ...{ code: 'journal-failed', message: expect.stringMatching(/^nothing is done: /) },
    })
    const { exchange } = sandbox.server.api
    expect(held()).toEqual(before)
    const resting = exchange.orders({ account: sandbox.account, statuses: ['open'] })
    expect(resting).toHaveLength(1)
    for (const { hash } of resting) exchange.cancel(hash, sandbox.account, Date.now())
    rmSync(walletFile(wallet, 'lock'))
  })

  it('cancels what rests, sells down to the limit and never below, in orders as large as we allow, and says what is left', async () => {
    await place(own, [[0, 'SELL', 90, 5]])
    writeFileSync(own, `${readFileSync(own, 'utf8')}risk: { maxOrderShares: 6 }\n`)
    // a bot beside it may have used the key up for a moment, in the middle of it, too
    await feeFails({ kind: 'proxy-429', retryAfterSec: 1 })
    const { exit, shown } = await run({ yes: true, market: 'kettle boil' })
    expect([exit, shown.cancelled, shown.sold[0].sold]).toEqual(['pending', 1, 15])
    expect(shown.sold[0].left).toBeCloseTo(4.6, 9)
    expect(shown.sold[0].why).toMatch(/^the others bid no more for it at 0\.38 or above: try again/)
    const { exchange } = sandbox.server.api
    const sales = exchange.orders({ account: sandbox.account }).filter(({ type }) => type === 'FOK')
    expect(sales.filter(({ status }) => status === 'filled')).toHaveLength(3)
    for (const { price, originalRaw } of sales) expect([Number(price), originalRaw <= 6_000_000n]).toEqual([38, true])
    expect(exchange.orders({ account: sandbox.account, statuses: ['open', 'partially_filled'] })).toEqual([])
  })

  it('says what was sold before something went wrong, and sends nothing more', async () => {
    await feeFails({ kind: 'server-error', status: 503 })
    const { exit, shown } = await run({ yes: true, maxSlippage: 0.1 })
    expect([exit, shown.sold[0].sold]).toEqual(['pending', 0])
    expect(shown.sold[0].left).toBeCloseTo(4.6, 9)
    expect(shown.failure).toEqual({ code: 'venue-failed', message: expect.stringMatching(/^fee: /) })
    // who merely looked, or said no, has left no line
    const written = readFileSync(join(sandbox.journal, sandbox.account.toLowerCase(), 'operations.jsonl'), 'utf8')
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { command: 'flatten', market: 'kettle boil', outcome: 'begun' },
      { command: 'flatten', outcome: 'pending', cancelled: 1, sold: [{ sold: 15 }] },
      { command: 'flatten', market: 'all', maxSlippage: 0.1, outcome: 'begun' },
      { command: 'flatten', outcome: 'pending', failure: { code: 'venue-failed' } },
    ])
  })

  it('sells the rest where more slippage is allowed, finds what a bot sent that has just died, and then nothing to do', async () => {
    const inFlight = 'execution: { submitInFlightSec: 2, journal'
    writeFileSync(own, readFileSync(own, 'utf8').replace('execution: { journal', inFlight))
    writeFileSync(join(sandbox.journal, sandbox.account.toLowerCase(), 'orders-000001.jsonl'), '')
    const arriving = wait(1000).then(() => place(own, [[0, 'BUY', 10, 5]]))
    const all = await run({ yes: true, maxSlippage: 0.1 })
    await arriving
    expect([all.exit, all.shown.cancelled]).toEqual(['ok', 1])
    expect(all.capture.stderr).toContain('what it had sent may still arrive')
    const { exchange } = sandbox.server.api
    expect(exchange.orders({ account: sandbox.account, statuses: ['open', 'partially_filled'] })).toEqual([])
    const [yes, no] = held()
    expect(yes - no).toBeLessThan(10_000n)
    expect(all.shown.sold[0].why).toBeUndefined()
    const after = await run({ yes: true })
    // less than a lot is left, which nobody can sell
    expect([after.exit, after.shown.sold]).toEqual(['ok', []])
    expect(existsSync(env.QUOIN_STATE_DIR)).toBe(true)
  })

  it('cancels what rests where nothing is to be sold, too: matched, it would be held', async () => {
    const { exchange } = sandbox.server.api
    const resting = () => exchange.orders({ account: sandbox.account, statuses: ['open', 'partially_filled'] })
    await place(own, [[0, 'BUY', 10, 5]])
    const silent = await run({})
    expect([silent.exit, silent.shown.own.length, resting().length]).toEqual(['pending', 1, 1])
    const asked = await run({}, { json: false, answer: 'no' })
    expect([asked.exit, resting().length]).toEqual(['pending', 1])
    expect(asked.capture.stderr).toContain('1 own orders rest: they are cancelled first, in all markets\n')
    expect(asked.capture.stderr).toContain('cancel everything of this wallet? (yes/no): ')
    const { exit, shown } = await run({ yes: true })
    expect([exit, shown.cancelled, resting()]).toEqual(['ok', 1, []])
    // no list shows yet what a bot has sent that has only just died
    writeFileSync(join(sandbox.journal, sandbox.account.toLowerCase(), 'orders-000001.jsonl'), '')
    const arriving = wait(1000).then(() => place(own, [[0, 'BUY', 10, 5]]))
    const late = await run({ yes: true })
    await arriving
    expect([late.exit, late.shown.cancelled, resting()]).toEqual(['ok', 1, []])
  })

  it('knows no market that is not held', async () => {
    await expect(run({ market: 'toast' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('quoin flatten, where settlements take time', () => {
  const SHARES = 20
  it('counts a sale whose settlement fails as left, and says of one that is open that it is', async () => {
    const before = [sandbox, own, maker] as const
    sandbox = await openSandbox({ settlement: { delayMs: 300 }, globalFeeRateBps: 200 })
    try {
      const key = generatePrivateKey()
      sandbox.server.api.exchange.deposit(privateKeyToAddress(key), 1_000_000_000n)
      writeFileSync(join(folder, 'taker'), key, { mode: 0o600 })
      own = sandbox.config()
      maker = sandbox.config()
      const text = readFileSync(maker, 'utf8')
      writeFileSync(maker, text.replace(/privateKeyFile: .* }/, `privateKeyFile: ${join(folder, 'taker')} }`))
      sandbox.server.api.exchange.split(sandbox.account, conditionId(), BigInt(SHARES) * 1_000_000n)
      await place(maker, [[1, 'BUY', 50, SHARES]])
      await place(own, [[1, 'SELL', 50, SHARES]])
      await expect.poll(() => held()[1]).toBe(0n)
      await place(maker, [[0, 'BUY', 40, 3 * SHARES]])
      const fault = async (spec: object) => {
        const headers = { 'content-type': 'application/json', 'x-api-key': 'command-test-key' }
        const url = `${sandbox.server.url}/sandbox/faults`
        const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify(spec) })
        expect(made.status).toBe(201)
      }
      await fault({ kind: 'settlement-failed', count: 1 })
      const failed = await run({ yes: true })
      expect(failed.shown.sold).toMatchObject([{ sold: 0, left: SHARES }])
      expect(failed.shown.sold[0].why).toMatch(/^sold, and come back because the settlement failed/)
      expect([failed.exit, held()[0]]).toEqual(['pending', BigInt(SHARES) * 1_000_000n])
      await fault({ kind: 'settlement-late', delayMs: 60_000, count: 1 })
      const open = await run({ yes: true })
      expect(open.shown.sold).toMatchObject([{ sold: SHARES, unsettled: SHARES, left: 0 }])
      expect(open.exit).toBe('pending')
    } finally {
      await sandbox.close()
      ;[sandbox, own, maker] = before
    }
  }, 60_000)
})

describe('what is held where nothing can be sold', () => {
  /** Markets are told with a tick on which no size has whole costs. */
  async function unreadable<T>(task: () => Promise<T>): Promise<T> {
    const { api } = sandbox.server
    const handle = api.handle.bind(api)
    api.handle = (request, nowMs, reply) =>
      handle(request, nowMs, ({ body, ...rest }) => {
        const isMarket = typeof body === 'object' && body !== null && 'tickSize' in body
        reply({ ...rest, body: isMarket ? { ...body, tickSize: '0.0000001' } : body })
      })
    try {
      return await task()
    } finally {
      api.handle = handle
    }
  }

  it('is named: in a market that cannot be read, and in one that is closed', async () => {
    await place(maker, [[1, 'BUY', 50, 5]])
    await place(own, [[0, 'BUY', 50, 5]])
    const odd = await unreadable(() => run({ yes: true }))
    expect([odd.exit, odd.shown.leftOut, odd.shown.plans]).toEqual(['pending', [conditionId()], []])
    const said = await unreadable(() => run({ yes: true }, { json: false }))
    const words = 'tokens of the wallet are of a market that cannot be quoted: nothing of them is sold'
    expect(said.capture.stderr).toBe(`${conditionId()}: ${words}\n`)
    for (const [kind, told] of [
      ['fills', 'matches of the wallet are of a market that cannot be quoted: no list has them'],
      ['redemptions', 'tokens of the wallet are of a market that cannot be quoted: the table has none of them'],
    ] as const) {
      const table = captureContext(false, env)
      expect(await unreadable(() => exportTable(own, { kind }, table.context))).toBe('ok')
      expect(table.stderr).toBe(`${conditionId()}: ${told}\n`)
    }
    sandbox.server.api.exchange.close(conditionId(), Date.now())
    for (const market of [{}, { market: 'kettle' }]) {
      const closed = await run({ yes: true, ...market })
      expect([closed.exit, closed.shown.plans[0]]).toMatchObject(['pending', { market: 'kettle', sells: 0 }])
    }
    const { capture } = await run({ yes: true }, { json: false })
    expect(capture.stdout).toMatch(/\nkettle: the market is CLOSED: nothing is traded there\n$/)
  })
})

describe('quoin export, when the market is over', () => {
  it('tells what redeeming pays', async () => {
    const { exchange } = sandbox.server.api
    exchange.resolve(conditionId(), 0, Date.now())
    const capture = captureContext(true, env)
    await exportTable(own, { kind: 'redemptions' }, capture.context)
    const [row] = JSON.parse(capture.stdout).redemptions
    expect(row).toMatchObject({ market: 'kettle', status: 'RESOLVED', winner: 'YES', no: '0', collateral: row.yes })
    expect(Number(row.yes)).toBeGreaterThan(4)
    const sets = captureContext(true, env)
    await exportTable(own, { kind: 'sets' }, sets.context)
    expect(JSON.parse(sets.stdout)).toEqual({ sets: [] })
  })
})
