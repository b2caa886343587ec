// The thread beside the main one that ends the process when that one stands still. It counts its own looks, not time: while the machine
// sleeps, or the process is stopped, it stands still as well.

import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'

export interface WatchdogOrders {
  /** Raised by the main thread in each of its turns. */
  readonly turns: Int32Array
  readonly everyMs: number
  /** So many looks without a turn are too many. */
  readonly looks: number
  readonly limitSec: number
  readonly json: boolean
  readonly exitCode: number
}

const STDERR = 2
/** Inside native code the main thread can be neither asked nor told to exit. Elsewhere a busy machine takes seconds to answer. */
const LAST_RESORT_MS = 10_000
/** Where the main thread is, as its own error messages say it: with the lines of what a loader has translated. */
const WHERE = '(() => { Error.stackTraceLimit = 30; return new Error().stack })()'

const orders: WatchdogOrders = workerData
let seen = Atomics.load(orders.turns, 0)
let still = 0

const look = setInterval(() => {
  const turns = Atomics.load(orders.turns, 0)
  still = turns === seen ? still + 1 : 0
  seen = turns
  if (still < orders.looks) return
  clearInterval(look)
  end()
}, orders.everyMs)

function end(): void {
  const lastResort = setTimeout(() => {
    say(['a place it does not tell, as inside native code'])
    process.kill(process.pid, 'SIGKILL')
  }, LAST_RESORT_MS)
  const main = new Session()
  main.connectToMainThread()
  main.on('Debugger.paused', ({ params }) => {
    const callFrameId = params.callFrames[0]?.callFrameId ?? ''
    main.post('Debugger.evaluateOnCallFrame', { callFrameId, expression: WHERE }, (_error, answer) => {
      clearTimeout(lastResort)
      const stack: unknown = answer?.result.value
      say(placesIn(typeof stack === 'string' ? stack : ''))
      // Node's words about a debugger that it waits for are not for our readers: nothing more is said
      const expression = `process.getBuiltinModule('node:fs').closeSync(${STDERR}); process.reallyExit(${orders.exitCode})`
      main.post('Debugger.evaluateOnCallFrame', { callFrameId, expression })
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_RESORT_MS)
    })
  })
  main.post('Debugger.enable')
  main.post('Debugger.pause')
}

/** `function (file:line:column)`, the innermost first. */
function placesIn(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('at eval (eval at '))
    .map((line) =>
      line
        .replace(/^\s+at /, '')
        .replace('file://', '')
        .replace(/\?[^:]*(?=:\d+:\d+\)?$)/, ''),
    )
}

/** The main thread's streams stand still with it. */
function say(stack: readonly string[]): void {
  const message = `the main thread has not turned for ${orders.limitSec} s; it is at ${stack[0] ?? 'an unknown place'}`
  const lines = orders.json
    ? JSON.stringify({ error: { code: 'hung', message, stack } })
    : [`quoin: hung: ${message}`, ...stack.map((place) => `    at ${place}`)].join('\n')
  const bytes = Buffer.from(`${lines}\n`)
  for (let written = 0, tries = 0; written < bytes.length && tries < 100; tries++) {
    try {
      written += writeSync(STDERR, bytes, written)
    } catch {
      // a full pipe; a reader that went away is given up soon
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
