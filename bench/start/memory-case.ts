// Resident memory of a live bot that has quoted all its markets for some seconds, and of a plain client that has heard their books.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PRICE, MOVED_PRICE } from '../event/protocol.js'
import { type Client, clientOf, Stage } from '../event/stage.js'
import type { OpenCase } from '../harness/figure.js'
import { end, forkPlain, residentMegabytes, spawnBot } from './bot-process.js'

const LONGEST_MS = 120_000
const QUOTED_MS = 15_000

async function untilQuoted(client: Client, stage: Stage): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  const resting = () => [BASE_PRICE, MOVED_PRICE].reduce((sum, price) => sum + stage.resting(client, price * 100), 0)
  while (resting() < client.marketIds.length) {
    if (performance.now() > deadline)
      throw new Error(`${resting()} of ${client.marketIds.length} quoted within ${LONGEST_MS} ms`)
    await sleep(100)
  }
}

export const open: OpenCase = ({ root, args, quick }) => ({
  async measure() {
    const markets = quick ? 2 : Number(args['markets'])
    const name = String(args['client'])
    const client = { ...clientOf(name), marketIds: Array.from({ length: markets }, (_, n) => `${name}-${n}`) }
    const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-memory-'))
    const stage = await Stage.start([client])
    const child = name === 'bot' ? spawnBot(client, { root, folder, stage }) : forkPlain(client, stage)
    try {
      await (name === 'bot' ? untilQuoted(client, stage) : once(child, 'message'))
      await sleep(quick ? 100 : QUOTED_MS)
      return residentMegabytes(child)
    } finally {
      await end(child)
      await stage.server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
