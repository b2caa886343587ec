// A bot and its venue over days of virtual time, the journal real: what is looked at after each of them.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { openJournal } from '../../../src/execution/journal/journal.js'
import { FileStore } from '../../../src/server/store/file-store.js'
import type { AnyStrategy } from '../../../src/strategy/contract.js'
import { asLogit } from '../../../strategies/as-logit.js'
import { ACCOUNT, simulate } from '../../simulation/virtual/simulate.js'

const DAY_MS = 86_400_000
/** A world that takes its time: a trader a minute, a market half a day. */
const SPEED = 1 / 50
const WORLD = {
  speed: SPEED,
  markets: { count: 2, minSec: 40_000 * SPEED, maxSec: 50_000 * SPEED },
}
/** Promises of the journal are kept this often, milliseconds: an order waits for it. */
const STEP_MS = 100
const STEPS_A_KEEPING = 10
/** What came to nothing is asked for by no bot after that. */
const KEEP_ENDED_HOURS = 2

export interface Day {
  readonly day: number
  readonly orders: number
  readonly fills: number
  /** Markets that are over. */
  readonly over: number
  /** Of bot and venue together; the venue keeps every order and trade that ever was. */
  readonly heapMb: number
  readonly journalMb: number
  /** Processor time of a step of the core on average, what the venue does meanwhile included, microseconds. */
  readonly stepUs: number
}

export interface SeenDays {
  readonly days: readonly Day[]
  readonly faults: readonly string[]
  readonly wallSeconds: number
}

export interface DaysOptions {
  readonly days: number
  readonly folder: string
  readonly onDay?: (day: Day) => void
}

export async function simulateDays({ days, folder, onDay }: DaysOptions): Promise<SeenDays> {
  const startedMs = performance.now()
  const run = await start(folder)
  const seen: Day[] = []
  try {
    for (let day = 1; day <= days; day++) {
      await run.pass(DAY_MS)
      const now = run.look(day)
      seen.push(now)
      onDay?.(now)
    }
  } finally {
    run.close()
  }
  return { days: seen, faults: run.faults, wallSeconds: (performance.now() - startedMs) / 1000 }
}

async function start(folder: string) {
  let wallMs = () => 0
  let steps = 0
  let usedUs = cpuUs()
  const counted = { orders: 0, fills: 0 }
  const faults: string[] = []
  const opened = await openJournal({
    ...{ folder, account: ACCOUNT, durability: 'process', nowMs: 0, graceMs: 15_000 },
    wallMs: () => wallMs(),
    onTrouble: ({ message }) => faults.push(message),
  })
  const store = new FileStore()
  let waiting = 0
  const simulation = simulate({
    seed: 1,
    server: { world: WORLD, keepEndedHours: KEEP_ENDED_HOURS, accounts: [{ address: ACCOUNT, collateral: 100_000 }] },
    store,
    strategy: asLogit as AnyStrategy,
    choice: { select: { minTimeLeftSec: 60, max: 5, refreshSec: 30 } },
    keeper: opened.standing,
    journal: {
      append(lines, done) {
        waiting++
        opened.journal.append(lines, (failure) => {
          waiting--
          if (failure) faults.push(failure.message)
          done(failure)
        })
      },
    },
    tap: {
      step: ({ commands }) => {
        steps++
        for (const command of commands) if (command.kind === 'place') counted.orders += command.intents.length
      },
    },
  })
  const { bot, clock, api, logs } = simulation
  wallMs = () => clock.wallMs()
  bot.start()
  return {
    faults,
    close: () => store.close(),
    async pass(ms: number) {
      const untilMs = clock.monoMs() + ms
      for (let n = 0; clock.monoMs() < untilMs; n++) {
        clock.runUntil(Math.min(untilMs, clock.monoMs() + STEP_MS))
        // what was held is kept beside the work, and nobody waits for it
        if (n % STEPS_A_KEEPING === 0) {
          store.commit()
          await othersTurn()
        }
        while (waiting > 0) await othersTurn()
      }
      logs.length = 0
      faults.push(...simulation.faults.splice(0).map(String))
    },
    look(day: number): Day {
      const nowUs = cpuUs()
      const stepUs = (nowUs - usedUs) / Math.max(1, steps)
      globalThis.gc?.()
      steps = 0
      usedUs = cpuUs()
      const inside = join(folder, ACCOUNT.toLowerCase())
      const bytes = readdirSync(inside).reduce((sum, name) => sum + statSync(join(inside, name)).size, 0)
      const over = api.markets
        .all()
        .filter(({ conditionId }) => api.exchange.market(conditionId)?.status === 'RESOLVED')
      return {
        day,
        orders: counted.orders,
        fills: bot.snapshot().totals.fills,
        over: over.length,
        heapMb: process.memoryUsage().heapUsed / 1e6,
        journalMb: bytes / 1e6,
        stepUs,
      }
    },
  }
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
