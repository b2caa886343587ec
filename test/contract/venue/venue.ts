// The bundled server as a process of its own, with a configuration written for the test, and wallets to trade there.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { stringify } from 'yaml'
import { list, object, text } from './client/checks.js'
import { askFor } from './client/http.js'
import { type Market, market, pageOf } from './client/shapes.js'
import { type Profile, profile } from './client/signing.js'
import { type Place, Trader } from './client/trader.js'
import { balances } from './client/trading-shapes.js'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The server without npm in between, so that SIGTERM goes to it alone. */
const plainly = ['node', join(inject('program'), 'src/cli/main.js')]

/** A key of tier INTERNAL, so that limits do not disturb tests of something else. */
const wideKey = 'contract-wide-key'

/** Markets as they are by default, or with a step of 100 raw tokens, so that fees do not come out even. */
type Kind = 'plain' | 'fine'

interface Started {
  url: string
  apiKey: string
  keys: { name: string; key: string }[]
  profile: Profile
}

const started = object<Started>({
  url: text,
  apiKey: text,
  keys: list(object<Started['keys'][number]>({ name: text, key: text })),
  profile,
})

export class Venue implements Place {
  readonly url: string
  readonly profile: Profile
  readonly sharedKey: string
  readonly keys: ReadonlyMap<string, string>
  readonly apiKey = wideKey
  private readonly child: ChildProcess
  private readonly unused: Record<Kind, string[]>

  private constructor(line: Started, at: { child: ChildProcess; unused: Record<Kind, string[]> }) {
    this.url = line.url
    this.profile = line.profile
    this.sharedKey = line.apiKey
    this.keys = new Map(line.keys.map(({ name, key }) => [name, key]))
    this.child = at.child
    this.unused = at.unused
  }

  /** `fresh` markets are added for `freshMarket`. `command` is what runs before `serve`. */
  static async start(
    config: Record<string, unknown>,
    fresh: Partial<Record<Kind, number>> = {},
    command = plainly,
  ): Promise<Venue> {
    const unused = { plain: named('plain', fresh.plain), fine: named('fine', fresh.fine) }
    const added = [
      ...unused.plain.map((id) => ({ id, question: `Question of ${id}?` })),
      ...unused.fine.map((id) => ({ id, question: `Question of ${id}?`, sizeStep: '100' })),
    ]
    const markets = [...listOf(config['markets']), ...added]
    const keys = [...listOf(config['keys']), { name: 'wide', tier: 'INTERNAL', key: wideKey }]
    const folder = mkdtempSync(join(tmpdir(), 'quoin-contract-'))
    const file = join(folder, 'server.yaml')
    writeFileSync(file, stringify({ ...config, port: 0, keys, markets }))
    const [program = 'node', ...before] = command
    const child = spawn(program, [...before, 'serve', file, '--json', '--until-stdin-ends'], { cwd: root })
    const line = await firstLine(child)
    rmSync(folder, { recursive: true })
    return new Venue(started(JSON.parse(line), 'serve --json'), { child, unused })
  }

  /** Ends the server by SIGTERM; its exit code, or the signal that ended it. */
  async stop(): Promise<number | string | null> {
    const over = new Promise<number | string | null>((resolve) => {
      if (this.child.exitCode !== null) resolve(this.child.exitCode)
      this.child.once('exit', (code, signal) => resolve(code ?? signal))
    })
    this.child.kill('SIGTERM')
    return over
  }

  /** Lets go of a server that SIGTERM did not reach: it ends with its standard input. */
  release(): void {
    this.child.stdin?.end()
  }

  /** Keeps nobody from ending while the server runs. */
  unref(): void {
    this.child.unref()
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) {
      if (stream instanceof Socket) stream.unref()
    }
  }

  market(id: string): Promise<Market> {
    return askFor(this.url, { method: 'GET', path: `/markets/${id}`, apiKey: wideKey }, market)
  }

  markets(query: Record<string, string | number> = {}): Promise<Market[]> {
    const request = { method: 'GET', path: '/markets', apiKey: wideKey, query }
    return askFor(this.url, request, pageOf(market)).then((page) => page.data)
  }

  /** A market that no other test of the file touches. */
  freshMarket(kind: Kind = 'plain'): Promise<Market> {
    const id = this.unused[kind].shift()
    if (id === undefined) throw new Error(`no ${kind} market is left: start the venue with more`)
    return this.market(id)
  }

  /** A new wallet, signed in, with this much raw collateral. */
  async trader(collateral = 1_000_000_000n): Promise<Trader> {
    const trader = await new Trader(this).signIn()
    if (collateral > 0n) await this.fund(trader.address, collateral)
    return trader
  }

  async fund(account: string, amount: bigint): Promise<void> {
    const body = { account, amount: String(amount) }
    await askFor(this.url, { method: 'POST', path: '/sandbox/faucet', apiKey: wideKey, body }, balances)
  }

  /** Acts for the chain or the operator. */
  async sandbox(path: string, body?: unknown): Promise<unknown> {
    const request = {
      method: 'POST',
      path: `/sandbox/${path}`,
      apiKey: wideKey,
      ...(body === undefined ? {} : { body }),
    }
    return askFor(this.url, request, (value) => value)
  }
}

function named(kind: Kind, count = 0): string[] {
  return Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stderr?.on('data', (chunk) => {
      err += String(chunk)
    })
    child.stdout?.on('data', (chunk) => {
      out += String(chunk)
      const end = out.indexOf('\n')
      if (end >= 0) resolve(out.slice(0, end))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${err}`)))
    child.once('error', reject)
  })
}
