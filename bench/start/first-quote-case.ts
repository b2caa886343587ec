// How long a live bot takes from its start until its first order arrives at the venue; and a plain client until it could place one.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, clientOf, Stage } from '../event/stage.js'
import type { OpenCase } from '../harness/figure.js'
import { type BotPlace, end, forkPlain, spawnBot } from './bot-process.js'

const MARKETS = 5
const LONGEST_MS = 30_000

async function firstOrder(client: Client, stage: Stage): Promise<number> {
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    const [atMs] = stage.arrivals(client.apiKey, 'order')
    if (atMs !== undefined) return atMs
    if (performance.now() > deadline) throw new Error(`no order within ${LONGEST_MS} ms`)
    await sleep(5)
  }
}

/** Milliseconds. A plain client has signed in, read its markets and subscribed to their books by then. */
async function ofPlain(client: Client, { stage }: BotPlace): Promise<number> {
  const startMs = performance.now()
  const child = forkPlain(client, stage)
  return measured(child, startMs, () => once(child, 'message').then(() => performance.now()))
}

async function ofBot(client: Client, place: BotPlace): Promise<number> {
  const startMs = performance.now()
  const child = spawnBot(client, place)
  return measured(child, startMs, () => firstOrder(client, place.stage))
}

async function measured(child: ChildProcess, startMs: number, until: () => Promise<number>): Promise<number> {
  try {
    return (await until()) - startMs
  } finally {
    await end(child)
  }
}

export const open: OpenCase = ({ root, args }) => ({
  async measure() {
    const name = String(args['client'])
    const client = { ...clientOf(name), marketIds: Array.from({ length: MARKETS }, (_, n) => `${name}-${n}`) }
    const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-start-'))
    const stage = await Stage.start([client])
    try {
      return await (name === 'bot' ? ofBot : ofPlain)(client, { root, folder, stage })
    } finally {
      await stage.server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
