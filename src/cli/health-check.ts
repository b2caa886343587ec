// The container's health check: asks what the process of the container serves, and exits with 0 or 1.
//
//   run, demo   the bot's telemetry    serve   the server's API

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const BOT = 'http://127.0.0.1:9464/healthz'
const SERVER = 'http://127.0.0.1:8787/health'
const DEADLINE_MS = 2500

/** `commandLine`: of the container's first process, words separated by NUL. QUOIN_HEALTH_URL names another address, for another port or HTTPS. */
export function healthUrl(commandLine: string, env: Readonly<Record<string, string | undefined>>): string {
  return env['QUOIN_HEALTH_URL'] ?? (commandLine.split('\0').includes('serve') ? SERVER : BOT)
}

export async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) })).ok
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exit((await isHealthy(healthUrl(readFileSync('/proc/1/cmdline', 'utf8'), process.env))) ? 0 : 1)
}
