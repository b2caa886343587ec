import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { SUPERVISED } from '../program.js'

function supervise(...args: string[]) {
  const child = spawn(process.execPath, [...SUPERVISED, ...args])
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return { child, said: () => said }
}

it('does not start again what waiting cannot mend, and hands its exit code on', async () => {
  const { child, said } = supervise('check', '/nowhere/bot.yaml')
  expect(await once(child, 'exit')).toEqual([3, null])
  expect(said()).toContain('bad-config')
  expect(said()).not.toContain('started again')
})

it('starts a bot again that found its venue away, and leaves a command that a person gave alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-supervise-'))
  const path = join(folder, 'bot.yaml')
  const profile = resolve('config/venues/sandbox.yaml')
  // JSON is YAML; nobody listens there
  const venue = { profile, url: 'http://127.0.0.1:1', apiKey: 'k' }
  writeFileSync(
    path,
    JSON.stringify({ venue, markets: { select: {} }, strategy: { name: 'as-logit' }, telemetry: { port: 0 } }),
  )
  const bot = supervise('run', path)
  await vi.waitFor(() => expect(bot.said()).toContain('ended with 4; it is started again in 2 s'), { timeout: 60_000 })
  bot.child.kill('SIGTERM')
  expect(await once(bot.child, 'exit')).toEqual([4, null])
  const collected = supervise('run', path, '--json')
  await vi.waitFor(() => expect(collected.said()).toContain('startsAgain'), { timeout: 60_000 })
  collected.child.kill('SIGTERM')
  await once(collected.child, 'exit')
  const lines: unknown[] = collected
    .said()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual({ startsAgain: { endedWith: 4, inSeconds: 1 } })
  const asked = supervise('markets', path)
  expect(await once(asked.child, 'exit')).toEqual([4, null])
  expect(asked.said()).not.toContain('started again')
  rmSync(folder, { recursive: true })
}, 90_000)

it('passes a stop on', async () => {
  const { child } = supervise('serve', '--port', '0', '--json')
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
