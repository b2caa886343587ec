#!/usr/bin/env node
// `quoin`: runs the chosen command and exits with its code.

import { CommanderError } from 'commander'
import { toFailure } from '../domain/error.js'
import { scrub } from '../venue/transport/secret.js'
import type { CommandContext, CommandResult } from './command.js'
import { EXIT_CODES, exitOf } from './exit-codes.js'
import { createOutput } from './output.js'
import { createProgram } from './program.js'

function contextFor(json: boolean): CommandContext {
  const { stdout, stderr, stdin, env } = process
  const out = createOutput(json, {
    stdout: (text) => stdout.write(text),
    stderr: (text) => stderr.write(scrub(text)),
  })
  return { out, env, streams: { stdout, stderr, stdin } }
}

async function main(): Promise<number> {
  const script = process.argv[1] ?? ''
  let result: CommandResult = Promise.resolve('ok')
  const program = createProgram({
    entry: [...process.execArgv, script],
    context: contextFor,
    chosen: (promise) => {
      result = promise
    },
  })
  program.exitOverride()
  for (const command of program.commands) command.exitOverride()
  try {
    program.parse()
    return EXIT_CODES[await result].code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.ok.code : EXIT_CODES.usage.code
    contextFor(process.argv.includes('--json')).out.error(toFailure(error))
    return EXIT_CODES[exitOf(error)].code
  }
}

// a reader that went away, such as `head` or a closed terminal, is no fault
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const code = await main()
// waits until pipes have taken everything
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
