// Every finding of the doctor by a cause that is really there: at the bundled server, on the disk, at a port.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetch } from 'undici'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { doctor } from '../../../../src/cli/commands/setup/doctor.js'
import type { Finding } from '../../../../src/doctor/finding.js'
import { openJournal } from '../../../../src/execution/journal/journal.js'
import { lockWallet } from '../../../../src/execution/journal/lock/wallet-lock.js'
import type { ApiRequest } from '../../../../src/server/api/requests/api-request.js'
import type { ServerConfigInput } from '../../../../src/server/schema.js'
import { SANDBOX_CHAIN_ID } from '../../../../src/venue/wire/profile.js'
import { signed } from '../../../execution/journal/made-lines.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-doctor-'))
const env = { QUOIN_STATE_DIR: join(folder, 'state') }
let sandbox: Sandbox
const requests: ApiRequest[] = []

beforeAll(async () => {
  sandbox = await openSandbox({
    keys: [
      { name: 'bot', tier: 'INTERNAL', key: 'command-test-key' },
      { name: 'small', tier: 'DEFAULT', key: 'small-test-key-1' },
    ],
  })
  const { api } = sandbox.server
  const handle = api.handle.bind(api)
  api.handle = (request, nowMs, reply) => {
    requests.push(request)
    handle(request, nowMs, reply)
  }
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await fetch(`${sandbox.server.url}/sandbox/faults`, {
    method: 'DELETE',
    headers: { 'x-api-key': 'command-test-key' },
  })
})

const LIVE = 'mode: live\ntelemetry: { port: 0 }\nmarkets: { ids: [kettle] }\n'

/** A configuration with parts of its text replaced. */
function configFile(
  extra = LIVE,
  replaced: readonly (readonly [string | RegExp, string])[] = [],
  from = sandbox,
): string {
  const path = from.config(extra)
  writeFileSync(
    path,
    replaced.reduce((text, [what, by]) => text.replace(what, by), readFileSync(path, 'utf8')),
  )
  return path
}

async function examined(path: string): Promise<{ exit: string; of: Readonly<Record<string, Finding>>; text: string }> {
  const run = captureContext(true, env)
  const exit = await doctor(path, run.context)
  const { ok, findings } = JSON.parse(run.stdout)
  expect(ok).toBe(exit === 'ok')
  return { exit, of: Object.fromEntries(findings.map((f: Finding) => [f.name, f])), text: run.stdout + run.stderr }
}

async function fault(kind: string, settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const response = await fetch(`${sandbox.server.url}/sandbox/faults`, {
    method: 'POST',
    headers: { 'x-api-key': 'command-test-key', 'content-type': 'application/json' },
    body: JSON.stringify({ kind, ...settings }),
  })
  expect(response.status).toBe(201)
}

/** The published profile with one key changed, as text of YAML. */
function profileWith(change: (profile: Record<string, Record<string, never>>) => void): readonly [RegExp, string] {
  const profile = structuredClone(sandbox.server.profile) as never
  change(profile)
  return [/profile: [^,]+,/, `profile: ${JSON.stringify(profile)},`]
}

async function other(settings: ServerConfigInput, run: (there: Sandbox) => Promise<void>): Promise<void> {
  const there = await openSandbox(settings)
  try {
    await run(there)
  } finally {
    await there.close()
  }
}

describe('quoin doctor', () => {
  it('finds nothing where all is well, and sends no request that writes or cancels an order', async () => {
    requests.length = 0
    const { exit, of, text } = await examined(configFile())
    expect(exit).toBe('ok')
    const odd = Object.values(of).filter(({ verdict }) => verdict !== 'ok')
    expect(odd).toMatchObject([
      { name: 'TLS', verdict: 'skipped' },
      { name: 'chain', verdict: 'skipped' },
    ])
    expect(of['API key']?.evidence).toBe('tier INTERNAL: 1000 reads a second, 60000 a minute')
    expect(of['signed order']?.evidence).toContain(`is signed by ${sandbox.account}`)
    expect(of['balance']?.evidence).toContain('1000.00 of collateral')
    const effects = requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)
    expect(effects).toEqual(['/auth/verify'])
    expect(sandbox.server.api.exchange.orders({ account: sandbox.account })).toEqual([])
    expect(text).not.toContain('command-test-key')
  })

  it('says it in lines for people, each trouble with what mends it', async () => {
    const run = captureContext(false, env)
    const path = configFile(LIVE.replace('kettle', 'absent'))
    expect(await doctor(path, run.context)).toBe('refused')
    expect(run.stdout).toMatch(/^ok {7}configuration {3}.* is valid: mode live/)
    expect(run.stdout).toMatch(/\nFAILED {3}markets {9}not-found: .*\n {25}→ is the market/)
    expect(run.stdout).toContain(`${path}: 1 to mend, the first one first`)
  })

  it('skips on paper what only a wallet can tell', async () => {
    const { exit, of } = await examined(
      configFile('markets: { ids: [kettle] }\ntelemetry: { port: 0 }\n', [[/^wallet.*$/m, '']]),
    )
    expect(exit).toBe('ok')
    for (const name of ['wallet key', 'sign-in', 'nonce', 'balance', 'signed order', 'lock'])
      expect(of[name]?.verdict).toBe('skipped')
    expect(of['feed']?.verdict).toBe('ok')
  })

  it('ends at once with a file that is no configuration', async () => {
    const { exit, of } = await examined(configFile(`${LIVE}riks: {}\n`))
    expect(exit).toBe('bad-config')
    expect(Object.keys(of)).toEqual(['configuration'])
    expect(of['configuration']?.evidence).toContain('did you mean "risk"?')
  })
})

/** What is done first, the configuration, and the finding that it leads to. */
interface Case {
  readonly name: string
  readonly finding: string
  readonly verdict: 'warning' | 'failed'
  readonly exit: string
  readonly evidence: RegExp
  readonly file: () => string | Promise<string>
}

const CASES: readonly Case[] = [
  {
    name: 'a placeholder in the profile',
    ...{ finding: 'placeholders', verdict: 'failed', exit: 'bad-config' },
    evidence: /profile\.siwe\.uri: expected the address of the venue's web app/,
    file: () => configFile(LIVE, [profileWith((p) => Object.assign(p['siwe'] ?? {}, { uri: 'https://example.com' }))]),
  },
  {
    name: 'a strategy whose file is missing',
    ...{ finding: 'files', verdict: 'failed', exit: 'bad-config' },
    evidence: /strategy\.file: expected a file, got none at .*gone\.mjs/,
    file: () => configFile(LIVE, [['{ name: as-logit }', '{ file: gone.mjs }']]),
  },
  {
    name: 'a strategy that throws',
    ...{ finding: 'strategy', verdict: 'failed', exit: 'bad-config' },
    evidence: /out of ideas/,
    file: () => {
      const file = join(folder, 'throws.mjs')
      const entry = JSON.stringify(join(process.cwd(), 'src/index.ts'))
      writeFileSync(
        file,
        `import { defineStrategy, z } from ${entry}
export const mine = defineStrategy({ name: 'mine', description: 'd', params: z.strictObject({}), inputs: ['fair'],
  quote() { throw new Error('out of ideas') } })`,
      )
      return configFile(LIVE, [['{ name: as-logit }', `{ file: ${file} }`]])
    },
  },
  {
    name: 'a journal that no disk takes',
    ...{ finding: 'disk', verdict: 'failed', exit: 'journal' },
    evidence: /execution\.journal\.path: .*got ENOTDIR/,
    file: () => {
      writeFileSync(join(folder, 'plain'), '')
      return configFile(`${LIVE}execution: { journal: { path: ${join(folder, 'plain', 'journal')} } }\n`)
    },
  },
  {
    name: 'a live wallet without a key',
    ...{ finding: 'wallet key', verdict: 'failed', exit: 'bad-config' },
    evidence: /expected keystoreFile, privateKeyFile, or QUOIN_PRIVATE_KEY to be set/,
    file: () => configFile(LIVE, [[/^wallet.*$/m, '']]),
  },
  {
    name: 'a key file that others may read',
    ...{ finding: 'wallet key', verdict: 'failed', exit: 'bad-config' },
    evidence: /expected file mode 0400 or 0600, got 0644/,
    file: () => {
      writeFileSync(join(folder, 'open-key'), generatePrivateKey(), { mode: 0o644 })
      return configFile(LIVE, [[/privateKeyFile: .* }/, `privateKeyFile: ${join(folder, 'open-key')} }`]])
    },
  },
  {
    name: 'a venue that nobody runs',
    ...{ finding: 'reachability', verdict: 'failed', exit: 'unreachable' },
    evidence: /ECONNREFUSED/,
    file: () => configFile(LIVE, [[/url: "[^"]+"/, 'url: "http://127.0.0.1:1"']]),
  },
  {
    name: 'a clock that is a minute off',
    ...{ finding: 'clock', verdict: 'failed', exit: 'unreachable' },
    evidence: /is (59|60|61)\.\d s ahead of ours/,
    file: async () => {
      await fault('clock-skew', { skewMs: 60_000 })
      return configFile()
    },
  },
  {
    name: 'a clock that is some seconds off',
    ...{ finding: 'clock', verdict: 'warning', exit: 'ok' },
    evidence: /is (7|8|9)\.\d s behind ours/,
    file: async () => {
      await fault('clock-skew', { skewMs: -8000 })
      return configFile()
    },
  },
  {
    name: 'another contract in the profile',
    ...{ finding: 'profile', verdict: 'failed', exit: 'bad-config' },
    evidence: /typedData\.domain\.verifyingContract: expected 0x1{40}, got 0x5155/,
    file: () => configFile(LIVE, [withDomain({ verifyingContract: `0x${'1'.repeat(40)}` })]),
  },
  {
    name: 'a wrong API key',
    ...{ finding: 'API key', verdict: 'failed', exit: 'refused' },
    evidence: /bad-api-key: Invalid API Key provided/,
    file: () => configFile(LIVE, [['command-test-key', 'another-test-key']]),
  },
  {
    name: 'a key of a lower tier than the profile says',
    ...{ finding: 'API key', verdict: 'warning', exit: 'ok' },
    evidence: /tier DEFAULT: 10 reads a second, 300 a minute; the profile says 50 and 3000/,
    file: () =>
      configFile(LIVE, [
        profileWith((p) => Object.assign(p['limits'] ?? {}, { read: { perSecond: 50, perMinute: 3000 } })),
        ['command-test-key', 'small-test-key-1'],
      ]),
  },
  {
    name: 'a choice that no market meets',
    ...{ finding: 'markets', verdict: 'failed', exit: 'refused' },
    evidence: /^0 chosen, \d not quotable; the first: /,
    file: () => configFile(LIVE.replace('{ ids: [kettle] }', '{ select: { minTimeLeftSec: 999999 } }')),
  },
  {
    name: 'more markets than the budget renews',
    ...{ finding: 'budget', verdict: 'warning', exit: 'ok' },
    evidence: /^80 markets, 150 orders a minute/,
    file: () =>
      configFile(
        `${LIVE.replace('{ ids: [kettle] }', '{ select: { max: 80 } }')}execution: { orderLifetimeSec: auto }\nfeed: { checkBestEverySec: 60 }\n`,
      ),
  },
  {
    name: 'a socket that says nothing',
    ...{ finding: 'feed', verdict: 'failed', exit: 'unreachable' },
    evidence: /^0 of 1 books over the socket within 4\.\d s; /,
    file: async () => {
      await fault('socket-silent', { durationMs: 20_000 })
      return configFile()
    },
  },
  {
    name: 'a sign-in for another web app',
    ...{ finding: 'sign-in', verdict: 'failed', exit: 'bad-config' },
    evidence: /domain/,
    file: () => configFile(LIVE, [profileWith((p) => Object.assign(p['siwe'] ?? {}, { domain: 'other.localhost' }))]),
  },
  {
    name: 'a sign-in that the venue fails',
    ...{ finding: 'sign-in', verdict: 'failed', exit: 'unreachable' },
    evidence: /venue-failed/,
    file: async () => {
      await fault('server-error', { route: 'POST /auth/verify', status: 502 })
      return configFile()
    },
  },
  {
    name: 'another chain in the profile: the signature is diagnosed',
    ...{ finding: 'signed order', verdict: 'failed', exit: 'bad-config' },
    evidence:
      /signature is that of 0x[0-9a-fA-F]{40}, expected 0x[\s\S]*differs: typedData\.domain\.chainId: ours 1364545354, the venue’s 1364545353/,
    file: () => configFile(LIVE, [withDomain({ chainId: SANDBOX_CHAIN_ID + 1 })]),
  },
  {
    name: 'the other variant in the profile: its first differing field is named',
    ...{ finding: 'signed order', verdict: 'failed', exit: 'bad-config' },
    evidence: /differs: typedData\.variant: field 11 is none here, uint8 side there/,
    file: () =>
      configFile(LIVE, [profileWith((p) => Object.assign(p['typedData'] ?? {}, { variant: 'side-from-amounts' }))]),
  },
  {
    name: 'an order that the signer refuses',
    ...{ finding: 'signed order', verdict: 'failed', exit: 'refused' },
    evidence: /signer-refused: size: expected more than 0 and at most 0.5 shares, got 1/,
    file: () => configFile(`${LIVE}risk: { maxOrderShares: 0.5 }\n`),
  },
  {
    name: 'a market that the calendar names, and nobody chose',
    ...{ finding: 'names', verdict: 'warning', exit: 'ok' },
    evidence: /^no market chosen now is meant by risk\.calendar\.0\.markets: kettel$/,
    file: () =>
      configFile(
        `${LIVE}risk: { calendar: [{ at: close, beforeSec: 60, action: stop, markets: [kettle, kettel] }] }\n`,
      ),
  },
]

function withDomain(change: Readonly<Record<string, unknown>>) {
  return profileWith((profile) => Object.assign(profile['typedData']?.['domain'] ?? {}, change))
}

describe('quoin doctor finds', () => {
  it.each(CASES)('$name', async ({ finding, verdict, exit, evidence, file }) => {
    const found = await examined(await file())
    expect(found.of[finding]).toMatchObject({ verdict, evidence: expect.stringMatching(evidence) })
    expect(found.of[finding]?.fix?.length).toBeGreaterThan(20)
    expect(found.exit).toBe(exit)
  })

  it('a certificate that this machine does not trust', async () => {
    await other({ https: {} }, async (there) => {
      const found = await examined(configFile(LIVE, [], there))
      expect(found.of['TLS']).toMatchObject({
        verdict: 'failed',
        evidence: expect.stringMatching(/^TLSv1\.[23]: .*SELF_SIGNED/),
      })
      expect(found.of['TLS']?.fix).toContain('NODE_EXTRA_CA_CERTS')
      expect([found.of['reachability']?.verdict, found.exit]).toEqual(['failed', 'unreachable'])
    })
  })

  it('a fee above our own limit', async () => {
    await other({ globalFeeRateBps: 70 }, async (there) => {
      const found = await examined(configFile(`${LIVE}risk: { maxFeeRateBps: 50 }\n`, [], there))
      expect(found.of['fee']).toMatchObject({ verdict: 'warning', evidence: '70 basis points in kettle, above 50' })
    })
  })

  it('what the profile only assumes, where orders are worth something', async () => {
    const foreign = profileWith((profile) => {
      Object.assign(profile['typedData']?.['domain'] ?? {}, { chainId: 8453 })
      profile['known'] = ['makerPaysFee'] as never
    })
    const live = await examined(configFile(LIVE, [foreign]))
    expect(live.of['assumptions']).toMatchObject({
      verdict: 'failed',
      evidence: expect.stringMatching(/^only assumed:\norders\.types: /),
      fix: expect.stringContaining('venue.acceptAssumed'),
    })
    expect(live.of['assumptions']?.evidence).not.toContain('makerPaysFee')
    const onPaper = await examined(configFile(LIVE, [foreign, ['mode: live', 'mode: paper']]))
    expect(onPaper.of['assumptions']?.verdict).toBe('warning')
  })

  it('a wallet without money', async () => {
    await other({ accounts: [] }, async (there) => {
      const found = await examined(configFile(LIVE, [], there))
      expect(found.of['balance']).toMatchObject({
        verdict: 'failed',
        evidence: expect.stringContaining('0.00 free'),
        fix: expect.stringContaining(`curl -X POST ${there.server.url}/sandbox/faucet `),
      })
      expect(found.exit).toBe('refused')
      const onPaper = await examined(configFile(LIVE, [['mode: live', 'mode: paper']], there))
      expect(onPaper.of['balance']).toMatchObject({
        verdict: 'warning',
        fix: expect.stringMatching(/^paper needs none/),
      })
    })
  })

  it('a nonce that somebody raised', async () => {
    await other({}, async (there) => {
      there.server.api.exchange.raiseNonce(there.account, Date.now())
      const found = await examined(configFile(LIVE, [], there))
      expect(found.of['nonce']).toMatchObject({ verdict: 'warning', evidence: 'the venue wants 1, the profile says 0' })
      expect(found.of['nonce']?.fix).toContain('orders.nonce: "1"')
    })
  })

  it('a port that another process listens at', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const bound = server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    const found = await examined(configFile(LIVE.replace('port: 0', `port: ${port}`)))
    server.close()
    expect(found.of['ports']).toMatchObject({
      verdict: 'failed',
      evidence: expect.stringContaining(`EADDRINUSE at 127.0.0.1:${port}`),
    })
    expect(found.exit).toBe('bad-config')
  })

  it('a process that trades with the wallet', async () => {
    const lock = await lockWallet({ folder: env.QUOIN_STATE_DIR, chainId: SANDBOX_CHAIN_ID, account: sandbox.account })
    const found = await examined(configFile())
    await lock.release()
    expect(found.of['lock']).toMatchObject({
      verdict: 'warning',
      evidence: expect.stringContaining(`process ${process.pid}`),
    })
    expect(existsSync(env.QUOIN_STATE_DIR)).toBe(true)
  })

  it('another wallet whose bot died with orders resting, and whose key was replaced', async () => {
    const account = `0x${'cd'.repeat(20)}` as const
    const path = join(folder, 'journal-of-two')
    const nowMs = Date.now()
    const { journal } = await openJournal({ folder: path, account, durability: 'process', nowMs, graceMs: 0 })
    await new Promise((done) => journal.append([signed(1, Math.ceil(nowMs / 1000) + 120)], done))
    await journal.close()
    const found = await examined(configFile(`${LIVE}execution: { journal: { path: ${path} } }\n`))
    expect(found.of['other wallets']).toMatchObject({
      verdict: 'warning',
      evidence: expect.stringContaining(`${account} may still have an order at the venue`),
      fix: expect.stringContaining('quoin cancel-all'),
    })
    rmSync(path, { recursive: true })
    const mended = await examined(configFile(`${LIVE}execution: { journal: { path: ${path} } }\n`))
    expect(mended.of['other wallets']).toMatchObject({ verdict: 'ok' })
  })
})
