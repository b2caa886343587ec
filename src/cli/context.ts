// What a command prints with: standard streams that no known secret passes.

import type { Screen } from '../telemetry/terminal/terminal.js'
import { scrub } from '../venue/transport/secret.js'
import type { CommandContext, CommandStreams } from './command-context.js'
import { createOutput } from './output.js'

/** The same stream for a reader, without secrets. */
function scrubbed(stream: Screen): Screen {
  return {
    write: (text) => stream.write(scrub(text)),
    get isTTY() {
      return stream.isTTY
    },
    get columns() {
      return stream.columns
    },
    get rows() {
      return stream.rows
    },
  }
}

export function commandContext(
  json: boolean,
  { stdout, stderr, stdin }: CommandStreams,
  env: CommandContext['env'],
): CommandContext {
  const streams = { stdout: scrubbed(stdout), stderr: scrubbed(stderr), stdin }
  const out = createOutput(json, {
    stdout: (text) => streams.stdout.write(text),
    stderr: (text) => streams.stderr.write(text),
  })
  return { out, env, streams }
}
