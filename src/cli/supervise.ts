// `node supervise.js <arguments of quoin>`: runs quoin and starts it again where that can mend something, for containers, whose
// restart policies cannot tell one exit code from another. Signals are passed on; its exit code is that of the last run.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { GO_ON } from './process/exit-when-read.js'
import { type Exit, restartAfterMs } from './process/restart.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const MAIN = fileURLToPath(new URL('main.js', import.meta.url))

let stopped = false
let passOn: (signal: NodeJS.Signals) => void = () => undefined
for (const signal of SIGNALS) {
  process.on(signal, () => {
    // without a terminal to close it asks the bot to read its configuration again
    if (signal !== 'SIGHUP' || process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY) stopped = true
    passOn(signal)
  })
}

async function runOnce(): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, MAIN, ...process.argv.slice(2)], { stdio: 'inherit' })
  passOn = (signal) => void child.kill(signal)
  const [code, signal]: unknown[] = await once(child, 'exit')
  if (typeof code === 'number') return code
  return 128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0)
}

/** Ends early at a signal. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    passOn = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** With --json every line that a container writes is a JSON object. */
function restartWords(code: number, inSeconds: number): string {
  if (process.argv.includes('--json')) return JSON.stringify({ startsAgain: { endedWith: code, inSeconds } })
  return `quoin ended with ${code}; it is started again in ${inSeconds} s`
}

const exits: Exit[] = []
for (;;) {
  const code = await runOnce()
  exits.push({ code, atMs: Date.now() })
  // whoever asked for something else tries again himself
  const delayMs = stopped || !GO_ON.includes(process.argv[2]) ? undefined : restartAfterMs(exits)
  if (delayMs !== undefined) {
    process.stderr.write(`${restartWords(code, delayMs / 1000)}\n`)
    await wait(delayMs)
  }
  if (delayMs === undefined || stopped) process.exit(code)
}
