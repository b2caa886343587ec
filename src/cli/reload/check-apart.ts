// `quoin check --offline` in a process of its own: a strategy that throws, loops or needs the compiler does not concern the bot that runs.

import { spawn } from 'node:child_process'
import { z } from 'zod'
import { QuoinError } from '../../domain/error.js'
import type { CommandContext } from '../command-context.js'

const MOST_MS = 60_000
const MOST_BYTES = 200_000

const failed = z.object({ error: z.object({ message: z.string() }) })

/** Throws `bad-config` with everything that `check` finds wrong; `entry`: arguments of node up to the script. */
export async function checkApart(path: string, entry: readonly string[], env: CommandContext['env']): Promise<void> {
  const child = spawn(process.execPath, [...entry, 'check', path, '--offline', '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MOST_BYTES)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MS)
  const code = await new Promise<number | string>((done, refuse) => {
    child.once('error', (cause) => refuse(new QuoinError('internal', `the check could not start: ${cause.message}`)))
    child.once('close', (status, signal) => done(status ?? signal ?? 'unknown'))
  }).finally(() => clearTimeout(timer))
  if (code === 0) return
  throw new QuoinError('bad-config', complaintIn(said) ?? `expected a check that passes, got exit ${code}`)
}

/** The message of the last error that was printed. */
function complaintIn(text: string): string | undefined {
  for (const line of text.trim().split('\n').toReversed()) {
    try {
      return failed.parse(JSON.parse(line)).error.message
    } catch {
      // some other line
    }
  }
  return undefined
}
