// The container's health check: asks what the process of the container serves, and exits with 0 or 1.
//
//   run, demo, watchdog   their telemetry    serve   the server's API    others   nothing: well while they live

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const BOT = 'http://127.0.0.1:9464/healthz'
const SERVER = 'http://127.0.0.1:8787/health'
const DEADLINE_MS = 2500
const PROGRAM = /\b(main|supervise)\.js$/
const SERVE_NOTHING: readonly (string | undefined)[] = ['signer', 'worker', 'record']

/**
 * `commandLine`: of the container's first process, words separated by NUL. QUOIN_HEALTH_URL names another address, for another port or HTTPS.
 * `undefined` where nobody is to be asked: what serves nothing would seem ill for ever, and be ended by whoever looks after containers.
 */
export function healthUrl(commandLine: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const words = commandLine.split('\0')
  const command = words[words.findIndex((word) => PROGRAM.test(word)) + 1]
  const told = env['QUOIN_HEALTH_URL']
  if (told !== undefined) return told
  const isUnheard = command === 'watchdog' && !words.some((word) => word.startsWith('--port'))
  if (SERVE_NOTHING.includes(command) || isUnheard) return undefined
  return command === 'serve' ? SERVER : BOT
}

export async function isHealthy(url: string | undefined): Promise<boolean> {
  if (url === undefined) return true
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) })).ok
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exit((await isHealthy(healthUrl(readFileSync('/proc/1/cmdline', 'utf8'), process.env))) ? 0 : 1)
}
