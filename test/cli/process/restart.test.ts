import { spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { restartAfterMs } from '../../../src/cli/process/restart.js'
import { EXIT_CODES } from '../../../src/domain/exit-codes.js'

const exits = (code: number, count: number, everyMs: number) =>
  Array.from({ length: count }, (_, i) => ({ code, atMs: i * everyMs }))

describe('restartAfterMs', () => {
  it.each([
    ['failed', 1000],
    ['unreachable', 1000],
    ['ok', undefined],
    ['usage', undefined],
    ['bad-config', undefined],
    ['refused', undefined],
    ['pending', undefined],
    ['stopped-itself', undefined],
    ['journal', undefined],
    ['hung', 1000],
    ['killed', undefined],
  ] as const)('%s: %s', (name, expected) => {
    expect(restartAfterMs([{ code: EXIT_CODES[name].code, atMs: 0 }])).toBe(expected)
  })

  it('has an opinion on every exit code', () => {
    expect(Object.keys(EXIT_CODES)).toHaveLength(11)
  })

  it('starts again after SIGKILL, which is what a lack of memory looks like', () => {
    expect(restartAfterMs(exits(137, 1, 0))).toBe(1000)
  })

  it("starts again where Node's own memory was full, as a process that died of it shows", () => {
    const { signal } = spawnSync(process.execPath, [
      '--max-old-space-size=8',
      '-e',
      'for (const all = []; ; ) all.push({})',
    ])
    expect(restartAfterMs(exits(128 + constants.signals[signal ?? 'SIGHUP'], 1, 0))).toBe(1000)
  })

  it.each(['SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGFPE'] as const)('starts again after %s', (signal) => {
    expect(restartAfterMs(exits(128 + constants.signals[signal], 1, 0))).toBe(1000)
  })

  it.each(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const)(
    'does not after %s, which somebody has sent',
    (signal) => {
      expect(restartAfterMs(exits(128 + constants.signals[signal], 1, 0))).toBeUndefined()
    },
  )

  it('waits twice as long each time, and gives up in the sixth restart of an hour', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((count) => restartAfterMs(exits(1, count, 60_000)))
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, undefined])
  })

  it('tries for as long as the venue is away, a minute apart at most', () => {
    const delays = [1, 5, 6, 7, 8, 500].map((count) => restartAfterMs(exits(4, count, 60_000)))
    expect(delays).toEqual([1000, 16_000, 32_000, 60_000, 60_000, 60_000])
    // and counts that as no accident
    expect(restartAfterMs([...exits(4, 10, 1000), { code: 1, atMs: 11_000 }])).toBe(1000)
  })

  it('forgets after an hour', () => {
    expect(restartAfterMs(exits(1, 20, 3_600_000))).toBe(1000)
  })

  it('is not asked before a run has ended', () => {
    expect(restartAfterMs([])).toBeUndefined()
  })
})
