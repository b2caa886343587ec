// `quoin serve` as a child process: started, asked for its address, ended.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { QuoinError } from '../../domain/error.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import { publishedProfile } from './adopt-profile.js'

const START_MS = 20_000
const END_MS = 2000
const MAX_COMPLAINT = 20_000

/** The line of `quoin serve --json`. What a server publishes beyond a profile is left out. */
export const announced = z.object({
  url: z.url(),
  apiKey: z.string(),
  keys: z.array(z.object({ name: z.string(), tier: z.string(), key: z.string() })),
  profile: publishedProfile,
})

export interface ChildServer {
  readonly url: string
  /** The anonymous key. */
  readonly apiKey: string
  readonly keys: readonly { readonly name: string; readonly tier: string; readonly key: string }[]
  readonly profile: VenueProfile
  close(): Promise<void>
}

/** Throws `unreachable` when it does not announce itself. `entry`: arguments of node up to the script. */
export async function startChildServer(entry: readonly string[], config: string): Promise<ChildServer> {
  const child = spawn(process.execPath, [...entry, 'serve', config, '--port', '0', '--json', '--until-stdin-ends'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // a group of its own: Ctrl-C is for the bot, which still needs the server to cancel its orders
    detached: true,
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(0, MAX_COMPLAINT)
  })
  try {
    const line = await firstLine(child)
    return { ...announced.parse(JSON.parse(line)), close: () => end(child) }
  } catch (cause) {
    await end(child)
    throw new QuoinError('unreachable', `the server: ${complaintIn(complaints) ?? String(cause)}`, { cause })
  }
}

const failed = z.object({ error: z.object({ message: z.string() }) })

/** The message of the error that the child printed as its last JSON line, or else what it printed. */
function complaintIn(text: string): string | undefined {
  const last = text.trim().split('\n').at(-1) ?? ''
  try {
    return failed.parse(JSON.parse(last)).error.message
  } catch {
    return last === '' ? undefined : text.trim()
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (stdout === null) return Promise.reject(new Error('expected a pipe'))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing within ${START_MS} ms`)), START_MS)
    const settle = (run: () => void) => {
      clearTimeout(timer)
      run()
    }
    createInterface(stdout).once('line', (line) => settle(() => resolve(line)))
    child.once('error', (error) => settle(() => reject(error)))
    child.once('close', (code) => settle(() => reject(new Error(`exit code ${code}`))))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  child.stdin?.end()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
  await exit
  clearTimeout(timer)
}
