import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { io } from 'socket.io-client'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { selfSigned } from '../../../src/server/http/self-signed.js'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { type ServerConfigInput, serverConfig } from '../../../src/server/schema.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-tls-'))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const given = selfSigned([], Date.now())
const certFile = file('cert.pem', given.certPem)
const keyFile = file('key.pem', given.keyPem)

const servers: RunningServer[] = []
async function start(config: ServerConfigInput): Promise<RunningServer> {
  const server = await startServer({ config: serverConfig.parse({ port: 0, ...config }) })
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Answer {
  readonly status: number | undefined
  readonly location: string | undefined
}
const ask = (get: typeof httpGet, url: string, options = {}) =>
  new Promise<Answer>((resolve, reject) => {
    get(url, options, (response) => {
      response.resume()
      resolve({ status: response.statusCode, location: response.headers.location })
    }).on('error', reject)
  })

describe('HTTPS', () => {
  it('speaks TLS 1.2 and later alone', async () => {
    const server = await start({ https: {} })
    const hello = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string | null>((resolve, reject) => {
        const port = Number(new URL(server.url).port)
        const options = { host: '127.0.0.1', port, minVersion: version, maxVersion: version, rejectUnauthorized: false }
        const socket = connectTls({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () => {
          resolve(socket.getProtocol())
          socket.destroy()
        })
        socket.on('error', reject)
      })
    expect(await hello('TLSv1.2')).toBe('TLSv1.2')
    expect(await hello('TLSv1.3')).toBe('TLSv1.3')
    await expect(hello('TLSv1.1')).rejects.toThrow()
  })

  it('answers a request that would like HTTP/2', async () => {
    const server = await start({ https: {} })
    const headers = { connection: 'Upgrade', upgrade: 'h2c' }
    expect(await ask(httpsGet, `${server.url}/health`, { ca: server.certPem, headers })).toMatchObject({ status: 200 })
  })

  it('with a certificate of its own is trusted by who is given it, and by nobody else', async () => {
    const server = await start({ https: {} })
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(await ask(httpsGet, `${server.url}/health`, { ca: server.certPem })).toMatchObject({ status: 200 })
    await expect(ask(httpsGet, `${server.url}/health`)).rejects.toThrow(/self-signed/)
  })

  it('takes a given certificate, for the socket too', async () => {
    const server = await start({ https: { certFile, keyFile }, sharedKey: 'shared-key-of-tests' })
    expect(server.certPem).toBe(given.certPem)
    const ca = given.certPem
    const socket = io(server.url, { transports: ['websocket'], auth: { apiKey: 'shared-key-of-tests' }, ca } as object)
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve)
      socket.on('connect_error', reject)
    })
    socket.disconnect()
  })

  it('writes its certificate where clients find it', async () => {
    const saveCertFile = join(folder, 'saved.pem')
    const { certPem, url } = await start({ https: { saveCertFile } })
    expect(readFileSync(saveCertFile, 'utf8')).toBe(certPem)
    expect(await ask(httpsGet, `${url}/health`, { ca: readFileSync(saveCertFile) })).toMatchObject({ status: 200 })
    await expect(start({ https: { saveCertFile: join(folder, 'none', 'x') } })).rejects.toThrow(
      /https\.saveCertFile: expected a file that can be written/,
    )
  })

  it.each([
    ['a missing file', { certFile: join(folder, 'none'), keyFile }, /https\.certFile: expected a readable file/],
    ['a file that is no PEM', { certFile: file('bad', 'x'), keyFile }, /https\.certFile: expected PEM/],
    ['a key that is none', { certFile, keyFile: file('bad-key', 'x') }, /https\.keyFile: expected PEM/],
    ['a key of another certificate', { certFile, keyFile: file('k', selfSigned([], 0).keyPem) }, /another one/],
  ])('refuses %s', async (_name, https, message) => {
    await expect(start({ https })).rejects.toThrow(message)
  })

  it('refuses a certificate without its key in the configuration', () => {
    expect(() => serverConfig.parse({ https: { certFile } })).toThrow(/both of certFile, keyFile/)
  })
})

describe('the redirect', () => {
  it('sends plain HTTP on to HTTPS, path, query and method kept', async () => {
    const server = await start({ https: { redirectPort: 0 } })
    const location = `${server.url}/markets?limit=1`
    expect(await ask(httpGet, `${server.redirectUrl}/markets?limit=1`)).toEqual({ status: 308, location })
  })

  it('names the host that was asked, and no other when that is none', async () => {
    const server = await start({ https: { redirectPort: 0 } })
    const { port } = new URL(server.url)
    const asked = (host: string) => ask(httpGet, `${server.redirectUrl}/x`, { headers: { host } })
    expect((await asked('venue.test:80')).location).toBe(`https://venue.test:${port}/x`)
    expect((await asked('evil.test/@a b')).location).toBe(`https://localhost:${port}/x`)
  })

  it('a port that is taken fails the start, and nothing stays behind', async () => {
    const { port } = new URL((await start({})).url)
    await expect(start({ https: { redirectPort: Number(port) } })).rejects.toThrow(/EADDRINUSE/)
  })
})
