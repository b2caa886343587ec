import { request } from 'node:http'
import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openDashboard, TOKEN } from './fake-dashboard.js'

/** A status by a name of one's choice, which `fetch` does not let choose. */
function statusBy(url: string, path: string, host: string): Promise<number> {
  return new Promise((done, refuse) => {
    const asked = request(new URL(path, url), { headers: { host } }, (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
    asked.once('error', refuse).end()
  })
}

const json = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, body: Object(await response.json()) }
}

describe('what it serves', () => {
  it('the page with its policy, and everything else of the port beside it', async () => {
    const { url } = await openDashboard()
    const page = await fetch(`${url}/`)
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(await page.text()).toBe('<!doctype html>')
    for (const path of ['/metrics', '/status', '/healthz']) expect((await fetch(url + path)).status).toBe(200)
    expect((await fetch(`${url}/page/nowhere`)).status).toBe(404)
    expect(await (await fetch(`${url}/`, { method: 'HEAD' })).text()).toBe('')
  })

  it('state, curves, log and a market, of the questions that the command line asks', async () => {
    const fake = await openDashboard()
    expect((await json(`${fake.url}/page/state`)).body).toMatchObject({ canAct: false, status: { command: 'status' } })
    expect((await json(`${fake.url}/page/curves`)).body).toMatchObject({ atMs: [1000], total: [1.25] })
    await json(`${fake.url}/page/log`)
    await json(`${fake.url}/page/market?id=0xc0`)
    const asked = fake.asked.map(({ command }) => command)
    expect(asked).toEqual(['status', 'fills', 'decisions', 'logs', 'explain'])
  })

  it('a market that is none is not there, and a name that is none is refused', async () => {
    const { url } = await openDashboard({
      answer: () => ({ ok: false, error: { code: 'not-found', message: 'no such market' } }),
    })
    expect(await json(`${url}/page/market?id=x`)).toEqual({ status: 404, body: { error: 'no such market' } })
    expect((await json(`${url}/page/market?id=${'x'.repeat(300)}`)).status).toBe(400)
    expect((await json(`${url}/page/market`)).status).toBe(400)
  })

  it('takes secrets out', async () => {
    const { url } = await openDashboard({ answer: () => ({ ok: true, data: { why: 'bad secret-key' } }) })
    expect((await json(`${url}/page/log`)).body).toEqual({ why: 'bad [secret]' })
  })
})

describe('what it costs', () => {
  it('nothing while nobody looks, and one document a second however many do', async () => {
    const fake = await openDashboard()
    expect(fake.asked).toEqual([])
    await Promise.all(Array.from({ length: 20 }, () => json(`${fake.url}/page/state`)))
    expect(fake.asked).toHaveLength(3)
    fake.nowMs = 1000
    await json(`${fake.url}/page/state`)
    expect(fake.asked).toHaveLength(6)
  })

  it('who does not read holds nobody up, and is bounded', async () => {
    const big = 'x'.repeat(20_000_000)
    const { url } = await openDashboard({ answer: () => ({ ok: true, data: { big } }) })
    const stuck = Array.from({ length: 40 }, () => {
      const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write('GET /page/log HTTP/1.1\r\nHost: localhost\r\n\r\n')
      socket.pause()
      return socket
    })
    await expect.poll(async () => (await fetch(`${url}/page/curves`)).status).toBe(503)
    expect((await fetch(`${url}/metrics`)).status).toBe(200)
    for (const socket of stuck) socket.destroy()
    await expect.poll(async () => (await fetch(`${url}/page/curves`)).status).toBe(200)
  })
})

describe('who is answered', () => {
  it('not by a name that is not ours; scrapers and probes by any', async () => {
    const { url } = await openDashboard({ names: ['bot.example.org'] })
    for (const path of ['/', '/page/state', '/status', '/nowhere']) {
      expect(await statusBy(url, path, 'evil.example')).toBe(403)
      expect(await statusBy(url, path, 'bot.example.org:80')).not.toBe(403)
    }
    for (const path of ['/metrics', '/healthz', '/readyz']) expect(await statusBy(url, path, 'bot')).toBe(200)
  })

  it.each(['//', '/\\', '/%', '/page/market?id=%', '*', 'http://[', '/page/state?%00'])(
    'goes on after an address such as %s',
    async (path) => {
      const { url } = await openDashboard()
      const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      const heard = await new Promise<string>((done) => socket.once('data', (chunk) => done(chunk.toString())))
      expect(heard).toMatch(/^HTTP\/1\.1 (200|400|404) /)
      expect((await fetch(`${url}/page/state`)).status).toBe(200)
    },
  )

  it('without a token there is nothing to act with; with one, only by POST', async () => {
    const [reading, acting] = [await openDashboard(), await openDashboard({ token: TOKEN })]
    for (const path of ['/page/act', '/page/token']) {
      expect((await fetch(reading.url + path, { method: 'POST' })).status).toBe(405)
      expect((await fetch(reading.url + path)).status).toBe(404)
      expect((await fetch(acting.url + path)).status).toBe(404)
      expect((await fetch(acting.url + path, { method: 'PUT' })).status).toBe(405)
    }
    expect((await json(`${acting.url}/page/state`)).body.canAct).toBe(true)
  })
})
