#!/usr/bin/env node
// `quoin`: runs the chosen command and exits with its code.

// before anything else is read
import './process/early-hang-up.js'
import { CommanderError, type OutputConfiguration } from 'commander'
import { toFailure } from '../domain/error.js'
import { EXIT_CODES, exitOf } from '../domain/exit-codes.js'
import { maskKeys } from '../domain/key-like.js'
import type { CommandContext, CommandResult } from './command-context.js'
import { commandContext } from './context.js'
import { hidePastedKeys } from './pasted-keys.js'
import { exitWhenRead, GO_ON } from './process/exit-when-read.js'
import { startWatchdog } from './process/hang-watch.js'
import { useProxies } from './process/proxies.js'
import { createProgram } from './program.js'

const ENTRY: readonly string[] = [...process.execArgv, process.argv[1] ?? '']

/** Such as `head`, or a closed terminal: that is no fault. */
const READER_GONE = new Set<string | undefined>(['EPIPE', 'ECONNRESET', 'EIO'])

let isUnread = false
/** What was printed found no place, as on a full disk. */
let isLost = false

const contextFor = (json: boolean): CommandContext => ({
  ...commandContext(json, process, process.env),
  watchdog: startWatchdog,
  entry: ENTRY,
  isUnread: () => isUnread,
})

/** Commander's own words. With --json they are said once, as an error among the others. */
function sayUsage(json: boolean): OutputConfiguration {
  return { writeErr: (text) => (json ? undefined : process.stderr.write(maskKeys(text))) }
}

function usageError({ message }: CommanderError) {
  return { code: 'bad-argument', message: maskKeys(message.replace(/^error: /, '')) }
}

let chosen: string | undefined

async function main(): Promise<number> {
  let result: CommandResult = Promise.resolve('ok')
  const program = createProgram({
    entry: ENTRY,
    context: contextFor,
    chosen: (promise) => {
      result = promise
    },
  })
  const json = process.argv.includes('--json')
  program.hook('preAction', (_program, command) => {
    chosen = command.name()
    hidePastedKeys(command)
  })
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput(sayUsage(json))
  try {
    await useProxies(process.env)
    program.parse()
    return EXIT_CODES[await result].code
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT_CODES.ok.code
      if (json) contextFor(json).out.error(usageError(error))
      return EXIT_CODES.usage.code
    }
    contextFor(json).out.error(toFailure(error))
    return EXIT_CODES[exitOf(error)].code
  }
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  isUnread = true
  if (isLost || READER_GONE.has(error.code)) return
  isLost = true
  const message = `standard output: ${error.message}; nothing more is printed`
  contextFor(process.argv.includes('--json')).out.error({ code: 'internal', message })
})
process.stderr.on('error', () => undefined)

const done = await main()
// what goes on by itself has another work than to print
const code = () => (isLost && !GO_ON.includes(chosen) ? done || EXIT_CODES.failed.code : done)
// a stream tells of its fault after it has called back
const exit = () => void setImmediate(() => process.exit(code()))
exitWhenRead(chosen, { stdout: process.stdout, stderr: process.stderr, exit })
