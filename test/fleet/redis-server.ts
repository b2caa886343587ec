// A Redis of a test's own: a process that can be killed, started anew (empty), and made to stand still. Tests with it are skipped, visibly, where none is installed.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) console.warn('redis-server is not installed: what several machines share is not tested')

export interface TestRedis {
  readonly url: string
  /** A connection of the test's own. */
  readonly client: Redis
  /** It forgets everything. */
  flush(): Promise<void>
  kill(): Promise<void>
  /** On the same port, and empty. */
  start(): Promise<void>
  /** Takes connections and answers nothing, until it is let go. */
  hold(): void
  letGo(): void
  end(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function started(port: number, more: readonly string[]): Promise<ChildProcess> {
  const fixed = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const child = spawn('redis-server', ['--port', String(port), ...fixed, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, fail) => {
    let said = ''
    child.stdout?.on('data', (text) => {
      said += text
      if (said.includes('Ready to accept connections')) done()
    })
    child.once('exit', () => fail(new Error(`redis-server ended: ${said}`)))
  })
  return child
}

export async function startRedis(password?: string): Promise<TestRedis> {
  const port = await freePort()
  const more = password === undefined ? [] : ['--requirepass', password]
  let child = await started(port, more)
  const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
  return {
    ...{ url, client, kill },
    flush: async () => void (await client.flushall()),
    start: async () => {
      child = await started(port, more)
    },
    hold: () => void child.kill('SIGSTOP'),
    letGo: () => void child.kill('SIGCONT'),
    end: async () => {
      client.disconnect()
      await kill()
    },
  }
}
