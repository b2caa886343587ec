// Keys of the server that its process reads: where it listens, who may connect, and its threads.

import { io } from 'socket.io-client'
import { type RunningServer, startServer } from '../../src/server/http/start-server.js'
import { SHARED_KEY } from '../server/api/venue-driver.js'
import { openHollowVenue } from './hollow-venue.js'
import type { Changes, KeyRows, Probe } from './key-rows.js'
import { serverWith } from './server-file.js'

/** What `observe` sees of a server that listens, without `changes` and with them. */
function listening(observe: (server: RunningServer) => Promise<unknown>, changes: Changes): Probe {
  const seen = async (more: Changes) => {
    const server = await startServer({ config: serverWith({ port: 0, signatureWorkers: 0, ...more }) })
    try {
      return await observe(server)
    } finally {
      await server.close()
    }
  }
  return async () => [await seen({}), await seen(changes)]
}

/** Whether it is there that a server listens which is told of this port. */
async function onPort(): Promise<readonly [unknown, unknown]> {
  const free = await openHollowVenue()
  await free.close()
  const isThere = async ({ url }: RunningServer) => new URL(url).port === String(free.port)
  return listening(isThere, { port: free.port })()
}

/** Nobody's address, reserved for documentation: there is no listening there. */
async function onHost(): Promise<readonly [unknown, unknown]> {
  const seen = (host: string) =>
    startServer({ config: serverWith({ port: 0, host }) }).then(
      (server) => server.close().then(() => 'listens'),
      ({ code }: NodeJS.ErrnoException) => code,
    )
  return [await seen('127.0.0.1'), await seen('203.0.113.1')]
}

async function allowedOrigin({ url }: RunningServer): Promise<unknown> {
  const { headers } = await fetch(`${url}/health`, { headers: { origin: 'https://page.test' } })
  return headers.get('access-control-allow-origin')
}

/** How many threads the first check of a signature starts. */
async function threads({ url }: RunningServer): Promise<unknown> {
  let started = 0
  const count = () => {
    started += 1
  }
  process.on('worker', count)
  const { nonce } = JSON.parse(await (await fetch(`${url}/auth/nonce`)).text())
  const message = `quoin.localhost wants you to sign in with your Ethereum account:
0x0000000000000000000000000000000000000B0b

Sign in

URI: http://quoin.localhost
Version: 1
Chain ID: ${serverWith().chain.chainId}
Nonce: ${nonce}
Issued At: ${new Date().toISOString()}`
  const body = JSON.stringify({ message, signature: `0x${'11'.repeat(65)}` })
  const headers = { 'content-type': 'application/json' }
  const answer = await (await fetch(`${url}/auth/verify`, { method: 'POST', headers, body })).text()
  process.off('worker', count)
  return { started, answer }
}

/** Whether each of two socket clients gets in. */
async function admitted({ url }: RunningServer): Promise<unknown> {
  const options = { transports: ['websocket'], auth: { apiKey: SHARED_KEY }, reconnection: false, forceNew: true }
  const sockets = []
  const told = []
  for (let n = 0; n < 2; n++) {
    const socket = io(url, options)
    sockets.push(socket)
    told.push(
      await new Promise((done) => {
        socket.on('connect', () => done('in'))
        socket.on('connect_error', () => done('out'))
      }),
    )
  }
  for (const socket of sockets) socket.disconnect()
  return told
}

export const processKeys: KeyRows = {
  host: onHost,
  port: onPort,
  cors: listening(allowedOrigin, { cors: ['https://page.test'] }),
  signatureWorkers: listening(threads, { signatureWorkers: 2 }),
  maxSockets: listening(admitted, { maxSockets: 1 }),
  'https.certFile': { coveredBy: 'test/server/security/https.test.ts' },
  'https.keyFile': { coveredBy: 'test/server/security/https.test.ts' },
  'https.saveCertFile': { coveredBy: 'test/server/security/https.test.ts' },
  'https.redirectPort': { coveredBy: 'test/server/security/https.test.ts' },
  'connections.headTimeoutMs': { coveredBy: 'test/server/http/connection-limits.test.ts' },
  'connections.requestTimeoutMs': { coveredBy: 'test/server/http/connection-limits.test.ts' },
  'connections.backlogChars': { coveredBy: 'test/server/http/slow-clients.test.ts' },
  'connections.perAddress': { coveredBy: 'test/server/http/connection-limits.test.ts' },
}
