import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type FakeDashboard, openDashboard, TOKEN } from './fake-dashboard.js'

const HALT = { command: 'halt', reason: 'lunch', actor: 'ann' }

interface Told {
  readonly status: number
  readonly body: string
}

/** As a browser sends it; `change` says what is otherwise. A header that is `undefined` is left out. */
function act(
  { url }: FakeDashboard,
  body: unknown,
  { path = '/page/act', ...change }: Readonly<Record<string, string | undefined>> = {},
): Promise<Told> {
  const wanted = { 'content-type': 'application/json', origin: url, authorization: `Bearer ${TOKEN}`, ...change }
  const headers = Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return new Promise((done, refuse) => {
    const asked = request(new URL(path, url), { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, body: text }))
    })
    asked.once('error', refuse).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

describe('with the token', () => {
  it('a command is the control port’s own, with who gave it', async () => {
    const fake = await openDashboard({ token: TOKEN })
    expect(await act(fake, HALT)).toEqual({ status: 200, body: '{"ok":true,"data":{"command":"halt"}}\n' })
    expect((await act(fake, { ...HALT, command: 'pause', market: '0xc0', reason: '' })).status).toBe(200)
    expect(fake.asked).toEqual([
      { command: 'halt', reason: 'lunch', actor: 'ann (page)' },
      { command: 'pause', market: '0xc0', reason: 'no reason given', actor: 'ann (page)' },
    ])
    expect((await act(fake, '', { path: '/page/token' })).status).toBe(200)
  })

  it.each([
    ['status', { ...HALT, command: 'status' }],
    ['a market without a name', { ...HALT, command: 'pause' }],
    ['a market too many', { ...HALT, market: '0xc0' }],
    ['nobody', { ...HALT, actor: ' ' }],
    ['another token inside', { ...HALT, token: 'x' }],
    ['no JSON', 'halt'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('%s is no command', async (_what, body) => {
    const fake = await openDashboard({ token: TOKEN })
    expect((await act(fake, body)).status).toBe(400)
    expect(fake.asked).toEqual([])
  })

  it('what is too long is not read', async () => {
    const fake = await openDashboard({ token: TOKEN })
    const told = await act(fake, { ...HALT, reason: 'x'.repeat(100_000) }).catch(() => undefined)
    expect([413, undefined]).toContain(told?.status)
    expect(fake.asked).toEqual([])
  })

  it('a refusal of the bot is passed on', async () => {
    const error = { code: 'unreachable', message: 'the bot does not turn' } as const
    const fake = await openDashboard({ token: TOKEN, answer: () => ({ ok: false, error }) })
    expect(await act(fake, HALT)).toEqual({ status: 504, body: `${JSON.stringify({ ok: false, error })}\n` })
  })

  it('four commands at one time', async () => {
    const waiting: (() => void)[] = []
    const fake = await openDashboard({
      token: TOKEN,
      answer: () => new Promise((done) => waiting.push(() => done({ ok: true, data: {} }))),
    })
    const under = Array.from({ length: 4 }, () => act(fake, HALT))
    await expect.poll(() => waiting.length).toBe(4)
    expect((await act(fake, HALT)).status).toBe(503)
    for (const end of waiting) end()
    for (const told of await Promise.all(under)) expect(told.status).toBe(200)
  })
})

describe('refused', () => {
  it.each([
    ['no token', { authorization: undefined }, 401],
    ['a wrong token', { authorization: 'Bearer another-token' }, 401],
    ['a token in another scheme', { authorization: TOKEN }, 401],
    ['no origin', { origin: undefined }, 403],
    ['another origin', { origin: 'http://evil.example' }, 403],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text, which needs no leave', { 'content-type': 'text/plain' }, 415],
    ['another name', { host: 'evil.example', origin: 'http://evil.example' }, 403],
  ])('%s', async (_what, change, status) => {
    const fake = await openDashboard({ token: TOKEN })
    expect((await act(fake, HALT, change)).status).toBe(status)
    expect((await act(fake, '', { path: '/page/token', ...change })).status).toBe(status)
    expect(fake.asked).toEqual([])
  })

  it('guessing: after five wrong tokens even the right one waits', async () => {
    const fake = await openDashboard({ token: TOKEN })
    for (let i = 0; i < 5; i++) expect((await act(fake, HALT, { authorization: `Bearer guess-${i}` })).status).toBe(401)
    expect((await act(fake, HALT)).status).toBe(429)
    fake.nowMs = 60_000
    expect((await act(fake, HALT)).status).toBe(200)
  })

  it('a browser elsewhere is told nothing that lets it ask: no answer allows another origin', async () => {
    const { url } = await openDashboard({ token: TOKEN })
    const response = await fetch(`${url}/page/act`, { method: 'OPTIONS', headers: { origin: 'http://evil.example' } })
    expect(response.status).toBe(405)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
