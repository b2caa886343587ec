// `npm run soak -- --minutes N [--json]`: a server, a live bot and its watchdog as processes, with faults and kills all the time. Ends with
// what must hold, and with what grew; exit code 1 where something does not hold.

import { setTimeout as sleep } from 'node:timers/promises'
import { aboveZero, handTool } from '../hand-tool.js'
import { type Check, check } from './checks.js'
import { type Figure, Figures } from './figures.js'
import { Stage } from './stage.js'
import { TROUBLES } from './troubles.js'

const EVERY_MS = 5000
/** From one trouble to the next; the last minute has none. */
const TROUBLE_EVERY_MS = 20_000
const CALM_MS = 60_000

const { minutes, json } = handTool(
  'soak',
  'A server, a live bot and its watchdog as processes, with faults and kills all the time.',
)
  .option('--minutes <n>', 'how long', aboveZero, 10)
  .option('--json', 'one line for a machine', false)
  .parse()
  .opts<{ minutes: number; json: boolean }>()

const note = (text: string) => process.stderr.write(`${new Date().toISOString()} ${text}\n`)

/** A bot that a trouble has killed, or that has ended by itself, is started again. */
async function revive(stage: Stage): Promise<void> {
  if (stage.bot.isOver) await stage.startBot()
  if (stage.watchdog.isOver) await stage.startWatchdog()
}

async function play(stage: Stage, figures: Figures): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  const begunMs = performance.now()
  const forMs = minutes * 60_000
  const calmMs = Math.max(forMs - CALM_MS, forMs / 2)
  let [next, dueMs] = [0, TROUBLE_EVERY_MS]
  for (let atMs = 0; atMs < forMs; atMs = performance.now() - begunMs) {
    if (atMs >= dueMs && atMs < calmMs) {
      const trouble = TROUBLES[next++ % TROUBLES.length]
      dueMs += TROUBLE_EVERY_MS
      note(trouble?.name ?? '')
      await trouble?.run(stage)
      if (trouble !== undefined) done[trouble.name] = (done[trouble.name] ?? 0) + 1
    }
    await revive(stage)
    await figures.look()
    await sleep(EVERY_MS)
  }
  await stage.clearFaults()
  return done
}

const rounded = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(3))

function table(checks: readonly Check[], figures: readonly Figure[]): string {
  const rows = [
    ['FIGURE', 'UNIT', 'LOOKS', 'FIRST', 'LAST', 'MOST', 'PER MINUTE'],
    ...figures.map(({ name, unit, looks, first, last, most, perMinute }) => [
      ...[name, unit, String(looks), rounded(first), rounded(last), rounded(most), rounded(perMinute)],
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const held = checks.map(
    ({ name, holds, found }) => `${holds ? 'holds' : 'FAILS'}  ${name}${found ? `: ${found}` : ''}`,
  )
  return [...held, '', ...lines].join('\n')
}

const stage = new Stage()
let isGood = false
try {
  await stage.open()
  const figures = new Figures(stage)
  const troubles = await play(stage, figures)
  const checks = await check(stage)
  const { server, bot, watchdog } = stage
  const lives = { server: server.lives, bot: bot.lives, watchdog: watchdog.lives }
  isGood = checks.every(({ holds }) => holds)
  if (json) console.log(JSON.stringify({ minutes, lives, troubles, checks, figures: figures.figures() }))
  else
    console.log(
      `${table(checks, figures.figures())}\n\nlives: ${JSON.stringify(lives)}\ntroubles: ${JSON.stringify(troubles)}`,
    )
} finally {
  await stage.close()
}
process.exitCode = isGood ? 0 : 1
