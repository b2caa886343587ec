// A running server, a funded wallet and a configuration for them, for tests of commands.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { CommandContext } from '../../../src/cli/command-context.js'
import { createOutput } from '../../../src/cli/output.js'
import type { Address } from '../../../src/domain/market/market.js'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { type ServerConfigInput, serverConfig } from '../../../src/server/schema.js'

export interface Sandbox {
  readonly server: RunningServer
  readonly account: Address
  /** Folder of the journals. */
  readonly journal: string
  /** Path of a configuration for this server; `extra` is appended. */
  config(extra?: string): string
  close(): Promise<void>
}

/** `settings` replace those of the server. */
export async function openSandbox(settings: ServerConfigInput = {}): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-cli-'))
  const privateKey = generatePrivateKey()
  const account = privateKeyToAddress(privateKey)
  const server = await startServer({
    config: serverConfig.parse({
      port: 0,
      keys: [{ name: 'bot', tier: 'INTERNAL', key: 'command-test-key' }],
      accounts: [{ address: account, collateral: 1000 }],
      markets: [
        { question: 'Will the kettle boil?', id: 'kettle', endsInSec: 7200, tags: ['kitchen'] },
        { question: 'Will the toast burn?', id: 'toast', endsInSec: 20 },
        { question: 'Without tokens?', id: 'bare', endsInSec: 7200, incomplete: true },
      ],
      ...settings,
    }),
  })
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, privateKey, { mode: 0o600 })
  let files = 0
  return {
    server,
    account,
    journal: join(folder, 'journal'),
    config(extra = 'markets: { select: {} }\n') {
      files += 1
      const execution = `execution: { journal: { path: ${join(folder, 'journal')} } }\n`
      const path = join(folder, `bot-${files}.yaml`)
      writeFileSync(
        path,
        `venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "${server.url}", apiKey: command-test-key }
wallet: { privateKeyFile: ${keyFile} }
strategy: { name: as-logit }
${/^execution:/m.test(extra) ? '' : execution}${extra.includes('report:') ? '' : 'report: { write: false }\n'}${extra}`,
      )
      return path
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Capture {
  readonly context: CommandContext
  stdout: string
  stderr: string
}

/** A context whose output is kept as text. */
export function captureContext(json: boolean, env: Record<string, string> = {}): Capture {
  const { stdout, stderr, stdin } = process
  const capture: Capture = {
    stdout: '',
    stderr: '',
    context: {
      env: { QUOIN_STATE_DIR: process.env['QUOIN_STATE_DIR'] ?? tmpdir(), ...env },
      streams: { stdout, stderr, stdin },
      out: createOutput(json, {
        stdout: (text) => {
          capture.stdout += text
        },
        stderr: (text) => {
          capture.stderr += text
        },
      }),
    },
  }
  return capture
}
