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
import { exitWhenRead } from './process/exit-when-read.js'
import { startWatchdog } from './process/hang-watch.js'
import { createProgram } from './program.js'

const ENTRY: readonly string[] = [...process.execArgv, process.argv[1] ?? '']

let isUnread = false

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

// a reader that went away, such as `head` or a closed terminal, is no fault
process.stdout.on('error', () => {
  isUnread = true
})
process.stderr.on('error', () => undefined)

const code = await main()
exitWhenRead(chosen, { stdout: process.stdout, stderr: process.stderr, exit: () => process.exit(code) })
