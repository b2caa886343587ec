// Messages to a real HTTP server: taken, slow, refused, too many, absent, garbage; and what never stands in them or in the log.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAlerts, testAlerts } from '../../../src/cli/alerts/open-alerts.js'
import { alerts as alertsCommand } from '../../../src/cli/commands/operate/alerts.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { configWith } from '../../keys/bot-file.js'
import { captureContext, openSandbox } from '../commands/sandbox.js'

const WAIT = { timeout: 20_000, interval: 20 }

interface Got {
  readonly path: string
  readonly body: Record<string, unknown>
}

let folder: string
let server: HttpServer
let got: Got[]
/** Status and Retry-After of the next answers; 200 where none is left; `never` is not answered. */
let answers: (readonly [status: number, retryAfter?: string] | 'never')[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-alerts-'))
  got = []
  answers = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      got.push({ path: request.url ?? '', body: JSON.parse(text) })
      const next = answers.shift() ?? [200]
      if (next === 'never') return
      const [status, retryAfter] = next
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('whatever')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true, force: true })
})

const SECRET = 'T0KEN-of-the-webhook'
const urlOf = (port: number) => `http://127.0.0.1:${port}/hook/${SECRET}`
const portOf = () => (server.address() as AddressInfo).port

function urlFile(url = urlOf(portOf())): string {
  const file = join(folder, `url-${Math.random()}`)
  writeFileSync(file, `${url}\n`, { mode: 0o600 })
  return file
}

function open(webhooks: readonly object[], settings: object = {}, env: Record<string, string> = {}) {
  const config = configWith({ alerts: { webhooks, perMinute: 60, ...settings } })
  const said: string[] = []
  const results: string[] = []
  const alerts = openAlerts(config, {
    ...{ path: '/somewhere/tennis.yaml', mode: 'live', env, clock: createRealClock() },
    warn: (message) => said.push(message),
    told: (result) => results.push(result),
  })
  return { alerts, said, results }
}

describe('a message', () => {
  it('carries bot, mode, what happened and what to do, as each kind wants it', async () => {
    const url = urlFile()
    const { alerts } = open([
      { kind: 'slack', urlFile: url },
      { kind: 'discord', urlFile: url },
      { kind: 'telegram', urlFile: url, chatId: '-1001' },
      { kind: 'generic', urlFile: url },
    ])
    alerts.desk.standing({
      kind: 'halted',
      cause: 'loss',
      reason: 'loss: 251 <@all>, allowed 250',
      actor: 'the bot',
      atMs: 5,
    })
    await vi.waitFor(() => expect(got).toHaveLength(4), WAIT)
    await alerts.close(1000)
    const bodies = got.map(({ body }) => body)
    const text = '[tennis, live] halted: loss by the bot: loss: 251 <@all>, allowed 250\n'
    expect(bodies.find((body) => 'allowed_mentions' in body)).toMatchObject({
      content: expect.stringContaining(text),
      allowed_mentions: { parse: [] },
    })
    expect(bodies.find((body) => 'chat_id' in body)).toMatchObject({
      chat_id: '-1001',
      text: expect.stringContaining(text),
    })
    expect(bodies.find((body) => 'alert' in body)).toMatchObject({
      ...{ bot: 'tennis', mode: 'live', alert: 'halted', todo: expect.stringContaining('quoin resume') },
    })
    expect(bodies.some(({ text: slack }) => String(slack).includes('&lt;@all&gt;'))).toBe(true)
  })

  it('has the name of the settings, and goes only where it is wanted', async () => {
    const { alerts } = open(
      [{ kind: 'generic', urlEnv: 'HOOK', alerts: ['config'] }],
      { name: 'left' },
      { HOOK: urlOf(portOf()) },
    )
    alerts.desk.tell('fault', 'not here')
    alerts.desk.tell('config', 'here')
    await vi.waitFor(() => expect(got).toHaveLength(1), WAIT)
    await alerts.close(0)
    expect(got.map(({ body }) => [body['bot'], body['text']])).toEqual([['left', 'here']])
  })
})

describe('an address that does not take it', () => {
  it('is asked again, as late as it says', async () => {
    answers = [[429, '1'], [500], [200]]
    const { alerts, said, results } = open([{ kind: 'generic', urlFile: urlFile() }])
    const from = performance.now()
    alerts.desk.tell('config', 'once')
    await vi.waitFor(() => expect(got).toHaveLength(3), WAIT)
    expect(performance.now() - from).toBeGreaterThan(1000 + 1900)
    await vi.waitFor(() => expect(results).toEqual(['failed', 'failed', 'sent']), WAIT)
    await alerts.close(0)
    expect(said.join('\n')).toContain(
      'alerts.webhooks[0] (generic): a message is tried again: answered with status 429',
    )
    expect(said.join('\n')).not.toContain(SECRET)
  })

  it('refuses for good: the next message says that one is lost', async () => {
    answers = [[404]]
    const { alerts, said } = open([{ kind: 'generic', urlFile: urlFile() }])
    alerts.desk.tell('config', 'first')
    alerts.desk.tell('config', 'second')
    await vi.waitFor(() => expect(got).toHaveLength(2), WAIT)
    await alerts.close(0)
    expect(got[1]?.body['text']).toBe('second (1 messages before this one could not be sent)')
    expect(said).toEqual(['alerts.webhooks[0] (generic): a message is lost: answered with status 404'])
  })

  it('never holds anybody back: silent, absent, no HTTP', async () => {
    answers = ['never']
    const babble = createTcpServer((socket) =>
      socket.on('error', () => undefined).end('this is no HTTP\r\n\r\n'),
    ).listen(0, '127.0.0.1')
    await new Promise((done) => babble.once('listening', done))
    const { port } = babble.address() as AddressInfo
    const { alerts, said } = open([
      { kind: 'generic', urlFile: urlFile() },
      { kind: 'generic', urlFile: urlFile(urlOf(1)) },
      { kind: 'slack', urlFile: urlFile(urlOf(port)) },
    ])
    const from = performance.now()
    for (let n = 0; n < 1000; n++) alerts.desk.tell('config', `number ${n}`)
    expect(performance.now() - from).toBeLessThan(1000)
    await vi.waitFor(
      () => expect(said.join('\n')).toMatch(/\[1\] \(generic\): a message is tried again: ECONNREFUSED/),
      WAIT,
    )
    await vi.waitFor(() => expect(said.join('\n')).toMatch(/\(slack\): a message is tried again: \w+/), WAIT)
    expect(said.join('\n').match(/too many are waiting/g)).toHaveLength(3)
    expect(said.join('\n')).not.toMatch(new RegExp(SECRET))
    await alerts.close(50)
    babble.close()
  })
})

describe('what becomes one message', () => {
  it('nothing of a wait that is over sooner, else its beginning and its end', async () => {
    const wait = { cause: 'venue', reason: 'unreachable: no answer' } as const
    const { alerts } = open([{ kind: 'generic', urlFile: urlFile() }], { waitsLongerSec: 0.2 })
    alerts.desk.standing({ kind: 'waiting', ...wait })
    alerts.desk.standing({ kind: 'waited', ...wait, forMs: 10 })
    alerts.desk.standing({ kind: 'waiting', ...wait })
    await vi.waitFor(() => expect(got).toHaveLength(1), WAIT)
    alerts.desk.standing({ kind: 'waited', ...wait, forMs: 61_000 })
    await vi.waitFor(() => expect(got).toHaveLength(2), WAIT)
    await alerts.close(0)
    expect(got.map(({ body }) => body['text'])).toEqual([
      'for 0.2 s, venue: unreachable: no answer',
      'over after 61 s (venue)',
    ])
  })

  it('the same fault again and again, by digestSec', async () => {
    const { alerts } = open([{ kind: 'generic', urlFile: urlFile() }], { digestSec: 1 })
    for (let n = 0; n < 40; n++) alerts.desk.fault('Will it rain?', 'strategy: planted')
    await vi.waitFor(() => expect(got).toHaveLength(1), WAIT)
    await alerts.close(0)
    expect(got[0]?.body['text']).toBe('Will it rain?: strategy: planted (40 times)')
  })

  it('a loss near its limit once, until it was away from it', async () => {
    const { alerts } = open([{ kind: 'generic', urlFile: urlFile() }], { nearLimit: 0.5 })
    const limits = { maxLoss: 100, maxDailyLoss: 1000, maxDrawdown: 1000 }
    const pnl = (total: number) => ({ day: 1, total, dayStart: 0, start: 0, peak: 0, realised: 0 })
    for (const total of [-49, -51, -60, -45, -52, -10, -55]) alerts.desk.losses(pnl(total), limits)
    await vi.waitFor(() => expect(got).toHaveLength(2), WAIT)
    await alerts.close(0)
    expect(got.map(({ body }) => body['text'])).toEqual([
      'loss at the best bids 51.00 of 100 allowed; beyond it everything is pulled',
      'loss at the best bids 55.00 of 100 allowed; beyond it everything is pulled',
    ])
  })
})

it('no more than perMinute leave', async () => {
  const { alerts } = open([{ kind: 'generic', urlFile: urlFile() }], { perMinute: 30 })
  const from = performance.now()
  for (const text of ['a', 'b']) alerts.desk.tell('config', text)
  await vi.waitFor(() => expect(got).toHaveLength(2), WAIT)
  expect(performance.now() - from).toBeGreaterThan(1900)
  await alerts.close(0)
})

describe('a stop', () => {
  it('sends what waits at once, whatever was sent a moment before', async () => {
    const { alerts, said } = open([{ kind: 'generic', urlFile: urlFile() }], { perMinute: 10 })
    alerts.desk.standing({ kind: 'halted', cause: 'loss', reason: 'r', actor: 'the bot', atMs: 0 })
    alerts.desk.fault('Will it rain?', 'strategy: planted')
    await vi.waitFor(() => expect(got).toHaveLength(1), WAIT)
    alerts.desk.tell('stopped', 'SIGTERM')
    await alerts.close(2000)
    expect(got.map(({ body }) => body['alert'])).toEqual(['halted', 'stopped', 'fault'])
    expect(said).toEqual([])
  })

  it('says what nobody took', async () => {
    answers = ['never']
    const { alerts, said, results } = open([{ kind: 'generic', urlFile: urlFile() }])
    alerts.desk.tell('unverified', 'a')
    alerts.desk.tell('stopped', 'b')
    await alerts.close(100)
    expect(results).toEqual(['dropped', 'dropped'])
    expect(said).toEqual(['alerts.webhooks[0] (generic): a message is lost: not taken before the end, and 1 more'])
  })
})

it('an address that is missing, or none, is refused without being shown', () => {
  expect(() => open([{ kind: 'slack', urlEnv: 'NOWHERE' }])).toThrow(
    'alerts.webhooks[0].urlEnv: expected NOWHERE to be set',
  )
  const file = urlFile(`ftp://${SECRET}`)
  expect(() => open([{ kind: 'slack', urlFile: file }])).toThrow(
    /^alerts.webhooks\[0\]: expected an http or https address, got something else$/,
  )
})

it('quoin alerts sends one to each, and says what they answered', async () => {
  const sandbox = await openSandbox()
  try {
    answers = [[200], [403]]
    const webhooks = [
      { kind: 'slack', urlFile: urlFile() },
      { kind: 'discord', urlFile: urlFile() },
    ]
    const path = sandbox.config(`markets: { select: {} }\nalerts: ${JSON.stringify({ webhooks })}\n`)
    const run = captureContext(true)
    expect(await alertsCommand(path, run.context)).toBe('failed')
    const { webhooks: told } = JSON.parse(run.stdout)
    expect(told.map(({ answer }: { answer: { kind: string } }) => answer.kind).sort()).toEqual(['refused', 'taken'])
    expect(run.stdout).not.toContain(SECRET)
    expect(await testAlerts(configWith({}), { mode: 'paper', path, env: {}, clock: createRealClock() })).toEqual([])
  } finally {
    await sandbox.close()
  }
})
