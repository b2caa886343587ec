// A bot of the sources that are measured and a plain client, each in a process of its own, and their resident memory.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE_SHARES, type ClientTask } from '../event/protocol.js'
import type { Client, Stage } from '../event/stage.js'
import { shippedFile } from '../harness/shipped-program.js'

const FAR = 1e6

export interface BotPlace {
  /** Of the sources. */
  readonly root: string
  readonly folder: string
  readonly stage: Stage
}

/** The one of the events, as a user's own: it imports the program that runs it. */
function strategyOf(root: string, folder: string): string {
  const file = join(folder, 'strategy.mjs')
  const text = readFileSync(join(root, 'bench/event/strategy.js'), 'utf8')
  writeFileSync(file, text.replace('../../src/index.js', shippedFile(root, 'src/index.js')))
  return file
}

/** Quotes every market of the client as soon as it knows its book. */
export function spawnBot(client: Client, { root, folder, stage }: BotPlace): ChildProcess {
  const config = {
    mode: 'live',
    venue: { profile: stage.server.profile, url: stage.server.url, apiKey: client.apiKey },
    wallet: { privateKeyFile: join(folder, 'key') },
    markets: { ids: client.marketIds },
    strategy: { file: strategyOf(root, folder), params: { mode: 'moved', baseShares: BASE_SHARES } },
    risk: { maxTotalShares: FAR, maxTotalCollateral: FAR, maxTotalLoss: FAR },
    execution: { journal: { path: join(folder, 'journal') } },
    telemetry: { port: 0, logLevel: 'error' },
    report: { write: false },
  }
  writeFileSync(join(folder, 'key'), client.privateKey, { mode: 0o600 })
  // JSON is YAML
  writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(config))
  return spawn(
    process.execPath,
    [shippedFile(root, 'src/cli/main.js'), 'run', join(folder, 'bot.yaml'), '--live', '--json'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, QUOIN_STATE_DIR: join(folder, 'state') },
    },
  )
}

/** It says so when it has signed in, read its markets and subscribed to their books. */
export function forkPlain({ apiKey, privateKey, marketIds }: Client, stage: Stage): ChildProcess {
  const task: ClientTask = { url: stage.server.url, apiKey, privateKey, marketIds, mode: 'alone', feeMaxAgeMs: 0 }
  return fork(new URL('../event/plain-process.js', import.meta.url), [JSON.stringify(task)])
}

export async function end(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null
  const exit = isOver ? Promise.resolve() : once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Megabytes; only Linux says it. */
export function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
