// Every order repriced at once: the longest turn of the event loop from the moves until the last new order is sent.
// Elapsed time, not CPU time: a turn is as long as it takes; the median of many reprices keeps other processes out.

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { RESTING_SHARES } from '../core/stage.js'
import type { OpenCase } from '../harness/figure.js'
import { median } from '../harness/report.js'
import { startBot } from './bot-driver.js'

/** Lifts the fair value by three ticks. */
const MOVED_SHARES = 300
const START_MS = 20_000
/** Of a reprice. Longer than any that works. */
const REPRICE_MS = 10_000
/** Above what the bot waits between two looks at a quote; the pace of writes refills. */
const REST_MS = 60
const REPRICES = 6

export const open: OpenCase = async ({ root, args, quick }) => {
  const markets = Number(args.markets)
  const bot = await startBot(root, markets)
  await until(() => bot.placed() >= 2 * markets, START_MS, 'first quotes')
  let high = false
  const reprice = async (): Promise<number> => {
    await sleep(REST_MS)
    high = !high
    const wanted = bot.placed() + 2 * markets
    const deadline = performance.now() + REPRICE_MS
    let longest = 0
    let last = performance.now()
    bot.move(high ? MOVED_SHARES : RESTING_SHARES)
    while (true) {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (bot.placed() >= wanted) return longest
      if (now > deadline) throw new Error(`orders: expected ${wanted}, got ${bot.placed()}`)
      await turn()
    }
  }
  return {
    async measure() {
      const found: number[] = []
      for (let i = 0; i < (quick ? 1 : REPRICES); i++) found.push(await reprice())
      return median(found)
    },
    close: () => bot.stop(),
  }
}

async function until(holds: () => boolean, ms: number, what: string): Promise<void> {
  const deadline = performance.now() + ms
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${ms} ms`)
    await sleep(5)
  }
}
