// Loaded into the bot's process beside the bot: notes when each part of the way from an event to a request begins. It wraps what the bot calls
// anyway, so what is timed is the bot's own path; where a part of it is gone the process ends.
//
//   QUOIN_BENCH_MARKS   file that the marks are appended to in quiet moments, one a line: [name, milliseconds of the machine's monotonic clock]

import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { Loop } from '../../src/bot/loop.js'
import { Executor } from '../../src/execution/effects/executor.js'
import { JournalWriter } from '../../src/execution/journal/journal-writer.js'
import type { MarkName } from './where-time-goes.js'

const QUIET_MS = 40
const file = process.env['QUOIN_BENCH_MARKS'] ?? ''
/** The websocket is socket.io's, not ours. */
const within = (path: string, name: string) => createRequire(createRequire(path).resolve(name))
const { Receiver } = within(
  within(import.meta.url, 'socket.io-client').resolve('engine.io-client'),
  'engine.io-client',
)('ws')

let marks: string[] = []
let isWaiting = false

function mark(name: MarkName): void {
  marks.push(`${JSON.stringify([name, Number(process.hrtime.bigint()) / 1e6])}\n`)
  if (isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    appendFileSync(file, marks.join(''))
    marks = []
  }, QUIET_MS).unref()
}

// biome-ignore lint/suspicious/noExplicitAny: methods of any kind are wrapped as they are
type Methods = any

function wrap(proto: Methods, name: string, around: (call: () => unknown, args: Methods[]) => unknown): void {
  const method = proto[name]
  if (typeof method !== 'function') throw new Error(`marks: expected a method '${name}'`)
  proto[name] = function wrapped(...args: unknown[]) {
    return around(() => method.apply(this, args), args)
  }
}

const after = (name: MarkName) => (call: () => unknown) => {
  const result = call()
  mark(name)
  return result
}

wrap(Receiver.prototype, '_write', (call) => {
  mark('socket')
  return after('parse')(call)
})
wrap(Loop.prototype, 'push', (call) => {
  mark('decide')
  return call()
})
wrap(Executor.prototype, 'run', (call, [command]) => {
  if (command.kind === 'place') mark('sign')
  if (command.kind === 'cancel') mark('write')
  return call()
})
wrap(JournalWriter.prototype, 'append', (call, args) => {
  const [lines, done] = args
  if (lines[0].kind !== 'signed') return call()
  mark('journal')
  args[1] = (failure: unknown) => {
    mark('write')
    done(failure)
  }
  return call()
})
wrap(Socket.prototype, 'write', after('written'))
