import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exitWhenRead, GO_ON } from '../../../src/cli/process/exit-when-read.js'
import { EXIT_CODES } from '../../../src/domain/exit-codes.js'
import { PROGRAM, SUPERVISED } from '../../program.js'

const children: ChildProcess[] = []
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const read = { write: (_text: string, done: () => void) => done() }
const unread = { write: () => undefined }

it('ends at once where everything is read', () => {
  const exit = vi.fn()
  exitWhenRead('check', { stdout: read, stderr: read, exit })
  expect(exit).toHaveBeenCalledOnce()
})

it('ends what goes on by itself after a while all the same, whichever stream is not read', () => {
  for (const [stdout, stderr] of [[unread, read] as const, [read, unread] as const]) {
    for (const command of GO_ON) {
      const exit = vi.fn()
      exitWhenRead(command, { stdout, stderr, exit })
      expect(exit).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1000)
      expect(exit, command).toHaveBeenCalledOnce()
    }
  }
})

it('waits for the reader of what a person asked for', () => {
  for (const command of ['check', 'export', undefined]) {
    const exit = vi.fn()
    exitWhenRead(command, { stdout: unread, stderr: read, exit })
    vi.advanceTimersByTime(3_600_000)
    expect(exit).not.toHaveBeenCalled()
  }
})

/** A pipe that takes nothing more, and that nobody reads. */
function fullPipe(folder: string): number {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    for (;;) writeSync(pipe, 'x'.repeat(512))
  } catch {
    return pipe
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  server.close()
  await once(server, 'close')
  return port
}

it('a server whose output nobody reads is stopped, by itself and below its supervisor', {
  timeout: 60_000,
}, async () => {
  vi.useRealTimers()
  for (const program of [PROGRAM, SUPERVISED]) {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-unread-'))
    const pipe = fullPipe(folder)
    const port = await freePort()
    const child = spawn(process.execPath, [...program, 'serve', '--port', String(port), '--json'], {
      stdio: ['ignore', pipe, pipe],
    })
    children.push(child)
    const ended = once(child, 'exit')
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/healthz`), { timeout: 30_000, interval: 50 })
    child.kill('SIGTERM')
    expect(await ended).toEqual([EXIT_CODES.ok.code, null])
    closeSync(pipe)
    rmSync(folder, { recursive: true })
  }
})
