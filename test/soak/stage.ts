// Where a soak plays: a server with its data file, a live bot and its watchdog, each a process, and a hand of our own at the venue.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import { compileSources } from '../../bench/harness/compiled-sources.js'
import { announced } from '../../src/cli/venue/child-server.js'
import type { FaultSpecInput } from '../../src/venue/wire/fault-schema.js'
import { BUSY_WORLD } from '../loopback/loopback-venue.js'
import { Actor } from './actor.js'

const KEY = 'a-personal-key-of-the-soak'
const running = z.object({ metrics: z.string(), status: z.string() })

export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'quoin-soak-'))
  readonly account: `0x${string}`
  readonly server: Actor
  readonly bot: Actor
  readonly watchdog: Actor
  url = ''
  /** Of the bot's life. */
  addresses = { metrics: '', status: '' }
  readonly #compiled = compileSources(process.cwd(), ['src', 'strategies'])
  readonly #program = [join(this.#compiled.root, 'src/cli/main.js')]
  readonly #env = { QUOIN_STATE_DIR: join(this.folder, 'state'), QUOIN_ACTOR: 'soak' }

  constructor() {
    const key = generatePrivateKey()
    this.account = privateKeyToAddress(key)
    writeFileSync(join(this.folder, 'key'), key, { mode: 0o600 })
    this.#write('server.yaml', {
      keys: [{ name: 'soak', tier: 'INTERNAL', key: KEY }],
      accounts: [{ address: this.account, collateral: 5000 }],
      // with the five minutes that an order of the bot may live: how large the file stays is seen in a short soak, too
      keepEndedHours: 0.02,
      // markets that outlive the soak: what is compared at its end is there at its beginning
      world: { ...BUSY_WORLD, markets: { count: 4, minSec: 80_000, maxSec: 90_000 } },
    })
    const actor = (...args: string[]) => new Actor({ args: [...this.#program, ...args], env: this.#env })
    this.server = actor('serve', this.path('server.yaml'), '--data', this.path('venue.db'), '--json')
    this.bot = actor('run', this.config, '--live', '--json')
    this.watchdog = actor('watchdog', this.config, '--json')
  }

  /** Of the bot. */
  get config(): string {
    return this.path('bot.yaml')
  }

  get journal(): string {
    return join(this.path('journal'), this.account.toLowerCase())
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** All three. */
  async open(): Promise<void> {
    await this.startServer('0')
    await this.startBot()
    await this.startWatchdog()
  }

  /** Where it was before, unless a port is given. */
  async startServer(port = new URL(this.url).port): Promise<void> {
    await this.server.start('url', ['--port', port])
    const line = this.server.stdout.trimEnd().split('\n').at(-1) ?? ''
    const { url, profile } = announced.parse(JSON.parse(line))
    this.url = url
    this.#write('bot.yaml', {
      mode: 'live',
      venue: { profile, url, apiKey: KEY },
      wallet: { privateKeyFile: this.path('key') },
      markets: { select: { max: 4, minTimeLeftSec: 2, refreshSec: 5 } },
      strategy: { name: 'as-logit' },
      execution: { journal: { path: this.path('journal') } },
      telemetry: { port: 0, logLevel: 'info', logFormat: 'json' },
      report: { write: false },
    })
  }

  async startBot(): Promise<void> {
    this.addresses = running.parse(await this.bot.start('running'))
  }

  async startWatchdog(): Promise<void> {
    await this.watchdog.start('watching')
  }

  /** `quoin <args>`. */
  async quoin(...args: string[]): Promise<void> {
    const once = new Actor({ args: [...this.#program, ...args, '--json'], env: this.#env })
    await once.start('halted')
  }

  /** A fault of `POST /sandbox/faults`. */
  async fault(spec: FaultSpecInput): Promise<void> {
    await this.#ask('POST', spec)
  }

  async clearFaults(): Promise<void> {
    await this.#ask('DELETE')
  }

  async close(): Promise<void> {
    await this.bot.end('SIGTERM')
    await this.watchdog.end('SIGTERM')
    await this.server.end('SIGTERM')
    this.#compiled.remove()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #ask(method: 'POST' | 'DELETE', body?: unknown): Promise<void> {
    const headers = { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetch(`${this.url}/sandbox/faults`, sent)
    if (!answer.ok) throw new Error(`${method} /sandbox/faults: ${answer.status} ${await answer.text()}`)
  }

  #write(name: string, settings: unknown): void {
    // JSON is YAML
    writeFileSync(this.path(name), JSON.stringify(settings))
  }
}
