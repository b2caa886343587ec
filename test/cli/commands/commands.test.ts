import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../src/cli/commands/bot/run.js'
import { cancelAll } from '../../../src/cli/commands/operate/cancel-all.js'
import { orders } from '../../../src/cli/commands/operate/orders.js'
import { check } from '../../../src/cli/commands/setup/check.js'
import { markets } from '../../../src/cli/commands/venue/markets.js'
import { withVenue, withWallet } from '../../../src/cli/venue/with-connection.js'
import { loadConfig } from '../../../src/config/config.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { exitOf } from '../../../src/domain/exit-codes.js'
import type { Market } from '../../../src/domain/market/market.js'
import { awaitAnswer } from '../../../src/venue/await-answer.js'
import type { SignedOrder } from '../../../src/venue/trading.js'
import { captureContext, openSandbox, type Sandbox } from './sandbox.js'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const silent = { env: {}, out: { note: () => undefined } }

async function placeOrders(count: number): Promise<void> {
  const config = loadConfig(sandbox.config())
  const market = await withVenue(config, silent, ({ marketData }) =>
    awaitAnswer<Market>((done) => marketData.readMarket('kettle', done)),
  )
  await withWallet(config, silent, async ({ trading }) => {
    for (let n = 0; n < count; n++) {
      const draft = {
        conditionId: market.conditionId,
        outcome: 0,
        side: 'BUY',
        price: ticks(10 + n),
        size: lots(500),
        type: 'POST_ONLY',
        expirationSec: Math.floor(Date.now() / 1000) + 60,
        feeRateBps: 0,
      } as const
      const signed = await awaitAnswer<SignedOrder>((done) => trading.sign(draft, market, done))
      await awaitAnswer((done) => trading.submit(signed, done))
    }
  })
}

describe('quoin check', () => {
  it('shows the effective configuration and that the venue publishes the same profile, without the key', async () => {
    const run = captureContext(true)
    expect(await check(sandbox.config(), { offline: false }, run.context)).toBe('ok')
    const shown = JSON.parse(run.stdout)
    const strategy = { conformance: 'passed', types: 'not checked: it comes with Quoin', hints: [] }
    expect(shown).toMatchObject({ ok: true, venueProfile: 'as published', strategy, budget: { markets: 5 } })
    expect(shown.config).toMatchObject({ mode: 'paper', strategy: { name: 'as-logit', params: { size: 20 } } })
    expect(run.stdout).not.toContain('command-test-key')
  })

  it('refuses a profile that differs from what the venue publishes', async () => {
    const path = sandbox.config('markets: { select: {} }\n')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(
        /profile: \S+,/,
        'profile: { name: x, typedData: { domain: { name: Other, version: "1", chainId: 1364545353, verifyingContract: "0x5155304951553049515530495155304951553049" } }, siwe: { domain: quoin.localhost, uri: "http://quoin.localhost", chainId: 1364545353 } },',
      ),
    )
    await expect(check(path, { offline: false }, captureContext(false).context)).rejects.toMatchObject({
      code: 'profile-mismatch',
      message: 'typedData.domain.name: expected Other, got Quoin Exchange',
    })
    expect(await check(path, { offline: true }, captureContext(false).context)).toBe('ok')
  })
})

it('quoin check says that files are valid where only the venue does not answer', async () => {
  const path = sandbox.config('markets: { select: {} }\n')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/url: \S+,/, 'url: "http://127.0.0.1:1",'))
  const run = captureContext(false)
  const thrown = await check(path, { offline: false }, run.context).catch((error: unknown) => error)
  expect(exitOf(thrown)).toBe('unreachable')
  expect(run.stderr).toContain(`${path}: its files are valid; only the venue could not be asked`)
  expect(run.stderr).toContain('parameters: gamma')
  expect(run.stderr).toContain('budget for 5 markets')
})

describe('quoin check refuses what cannot work:', () => {
  const refused = (path: string, offline = true) => check(path, { offline }, captureContext(false).context)

  it('placeholders, with their places, before anybody is asked', async () => {
    for (const offline of [true, false]) {
      await expect(refused('config/testnet.yaml', offline)).rejects.toMatchObject({
        code: 'bad-config',
        message: expect.stringMatching(/^config\/testnet\.yaml:\d+:3 venue\.url: [\s\S]*verifyingContract: expected/),
      })
    }
  })

  it('a tape to backtest on that is not there', async () => {
    const path = sandbox.config('markets: { select: {} }\nbacktest: { tape: none.jsonl.gz }\n')
    await expect(refused(path)).rejects.toMatchObject({
      code: 'bad-config',
      message: expect.stringMatching(
        /bot-\d+\.yaml:\d+:\d+ backtest\.tape: expected a tape at .*none\.jsonl\.gz, got nothing there$/,
      ),
    })
  })

  it('a node of the chain that does not answer, which says nothing of the configuration', async () => {
    const contract = `0x${'aa'.repeat(20)}`
    const rpc = `{ url: "http://127.0.0.1:1", conditionalTokens: "${contract}", collateral: "${contract}", maxGasPriceGwei: 50, gasTokenPrice: 2000 }`
    const path = sandbox.config(`mode: live\nmarkets: { select: {} }\nchain: { actions: merge, rpc: ${rpc} }\n`)
    const thrown = await refused(path, false).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'unreachable', message: expect.stringMatching(/^chain: unreachable: /) })
    expect(exitOf(thrown)).toBe('unreachable')
  })

  it('a live run with them, too', async () => {
    const path = sandbox.config()
    const profile = { ...sandbox.server.profile, siwe: { ...sandbox.server.profile.siwe, uri: 'https://example.com' } }
    writeFileSync(path, readFileSync(path, 'utf8').replace(/profile: [^,]+,/, `profile: ${JSON.stringify(profile)},`))
    const flags = { live: true, dryRun: false }
    await expect(run(path, flags, captureContext(false).context)).rejects.toThrow('venue.profile.siwe.uri: expected')
  })

  it('mode: live without a key, or with one that is missing, open to others or none', async () => {
    const live = (text: string) => {
      const path = sandbox.config('markets: { select: {} }\nmode: live\n')
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^wallet.*$/m, text))
      return path
    }
    const [gone, open, odd] = ['gone', 'open', 'odd'].map((name) =>
      join(tmpdir(), `quoin-check-${process.pid}-${name}`),
    )
    writeFileSync(open ?? '', 'a'.repeat(64), { mode: 0o644 })
    writeFileSync(odd ?? '', 'no key at all', { mode: 0o600 })
    await expect(refused(live(''))).rejects.toThrow(
      'wallet: expected keystoreFile, privateKeyFile, or QUOIN_PRIVATE_KEY to be set',
    )
    await expect(refused(live(`wallet: { privateKeyFile: ${gone} }`))).rejects.toThrow(
      'expected a readable file, got ENOENT',
    )
    await expect(refused(live(`wallet: { privateKeyFile: ${open} }`))).rejects.toThrow(
      'expected file mode 0400 or 0600',
    )
    await expect(refused(live(`wallet: { privateKeyFile: ${odd} }`))).rejects.toThrow(
      'private key: expected 64 hex digits',
    )
    for (const path of [open, odd]) rmSync(path ?? '')
    // on paper nobody signs
    const paper = live('')
    writeFileSync(paper, readFileSync(paper, 'utf8').replace('mode: live', 'mode: paper'))
    expect(await refused(paper)).toBe('ok')
  })

  it('a venue that takes no orders as a live bot places them', async () => {
    const path = sandbox.config('markets: { select: {} }\nmode: live\n')
    const profile = { ...sandbox.server.profile, orders: { types: ['GTC'] } }
    writeFileSync(path, readFileSync(path, 'utf8').replace(/profile: [^,]+,/, `profile: ${JSON.stringify(profile)},`))
    await expect(refused(path)).rejects.toThrow('venue.profile.orders.types: expected POST_ONLY among them to go live')
  })

  it('a strategy that throws', async () => {
    const file = join(tmpdir(), `quoin-check-${process.pid}.mjs`)
    const entry = JSON.stringify(join(process.cwd(), 'src/index.ts'))
    const text = `export const mine = defineStrategy({ name: 'mine', description: 'd', params: z.strictObject({}), inputs: ['fair'], quote() { throw new Error('out of ideas') } })`
    writeFileSync(file, `import { defineStrategy, z } from ${entry}\n${text}`)
    const path = sandbox.config()
    writeFileSync(path, readFileSync(path, 'utf8').replace('{ name: as-logit }', `{ file: ${file} }`))
    await expect(refused(path)).rejects.toThrow(/strategy: expected a strategy that keeps the rules[\s\S]*out of ideas/)
    rmSync(file)
  })
})

describe('quoin markets', () => {
  it('lists what can be quoted, and the rest with its reason', async () => {
    const run = captureContext(true)
    expect(await markets(sandbox.config(), run.context)).toBe('ok')
    const shown = JSON.parse(run.stdout)
    expect(shown.markets).toMatchObject([
      {
        id: 'kettle',
        question: 'Will the kettle boil?',
        status: 'OPEN',
        tickSize: 0.01,
        minShares: 1,
        tags: ['kitchen'],
      },
    ])
    expect(shown.refused.map(({ id, reason }: { id: string; reason: string }) => [id, reason])).toContainEqual([
      'toast',
      expect.stringMatching(/^time left: expected at least 60000 ms, got \d+ ms$/),
    ])
  })

  it('takes ids, and prints columns for people', async () => {
    const run = captureContext(false)
    expect(await markets(sandbox.config('markets: { ids: [toast] }\n'), run.context)).toBe('ok')
    expect(run.stdout).toMatch(/^ID\s+ENDS\s+TICK\s+FEE\s+QUESTION\ntoast /)
    await expect(markets(sandbox.config('markets: { ids: [absent] }\n'), run.context)).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('quoin orders, quoin cancel-all', () => {
  it('lists own orders that are not over, cancels them all and verifies it', async () => {
    await placeOrders(3)
    const listed = captureContext(true)
    expect(await orders(sandbox.config(), listed.context)).toBe('ok')
    const rows = JSON.parse(listed.stdout).orders
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      outcome: 'YES',
      side: 'BUY',
      status: 'open',
      orderType: 'POST_ONLY',
      remainingRaw: '5000000',
    })

    const cancelled = captureContext(true)
    expect(await cancelAll(sandbox.config(), cancelled.context)).toBe('ok')
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ cancelled: 3, left: [] })

    const after = captureContext(false)
    expect(await orders(sandbox.config(), after.context)).toBe('ok')
    expect(after.stdout).toBe('no orders\n')
  })

  it('needs a wallet', async () => {
    const path = sandbox.config()
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^wallet.*$/m, ''))
    await expect(orders(path, captureContext(false).context)).rejects.toThrow(
      'wallet: expected keystoreFile, privateKeyFile, or QUOIN_PRIVATE_KEY to be set, got none',
    )
  })
})

describe('a connection without a wallet', () => {
  it('can change nothing, whatever is asked of it', async () => {
    await withVenue(loadConfig(sandbox.config()), silent, async ({ trading }) => expect(trading).toBeUndefined())
  })

  it('refuses plain http to anything but loopback, unless the chain id is the reserved one', async () => {
    const config = loadConfig('config/testnet.yaml')
    const plain = { ...config, venue: { ...config.venue, url: 'http://venue.example.com', apiKey: 'some-long-key' } }
    await expect(withVenue(plain, silent, async () => 'ok')).rejects.toThrow('venue.url: expected https')
  })
})
