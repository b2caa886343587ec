import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Unrenewed } from '../../src/execution/lease.js'
import { type Beat, Heartbeat, readBeat } from '../../src/watchdog/heartbeat.js'

let folder: string
let path: string
let heart: Heartbeat
const clock = { mono: 1000, wall: 5000, lastStep: 1000 }
const warned: string[] = []
const lease = {
  reason: undefined as string | undefined,
  trouble: undefined as Unrenewed | undefined,
  lost: () => lease.reason,
  unrenewed: () => lease.trouble,
}
const left: string[] = []
const told: (Unrenewed | undefined)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = mkdtempSync(join(tmpdir(), 'quoin-heart-'))
  path = join(folder, '1-0xab.beat')
  Object.assign(clock, { mono: 1000, wall: 5000, lastStep: 1000 })
  warned.length = 0
  left.length = 0
  told.length = 0
  lease.reason = undefined
  lease.trouble = undefined
  heart = new Heartbeat({
    clock: { monoMs: () => clock.mono, wallMs: () => clock.wall },
    lastStepMonoMs: () => clock.lastStep,
    warn: (message) => warned.push(message),
    lost: (reason) => left.push(reason),
    unrenewed: (trouble) => told.push(trouble),
  })
})
afterEach(() => {
  heart.end(false)
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

function seen(): Beat | undefined {
  const read = readBeat(path)
  if (read !== undefined && 'unreadable' in read) throw new Error(read.unreadable)
  return read
}

function pass(ms: number, { works = true, wall = ms } = {}): void {
  for (let passed = 0; passed < ms; passed += 1000) {
    clock.mono += 1000
    if (works) clock.lastStep = clock.mono
    vi.advanceTimersByTime(1000)
  }
  clock.wall += wall
}

it('lets nothing leave before the first beat; then beats every second, whole and for the owner alone', () => {
  expect(heart.refusal()).toBeDefined()
  heart.begin(path, lease)
  expect(heart.refusal()).toBeUndefined()
  expect(seen()).toMatchObject({ beat: 1, pid: process.pid, state: 'alive', leaseMs: 3000 })
  pass(3000)
  expect(seen()).toMatchObject({ beat: 4 })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toHaveLength(1)
})

it('is not renewed while the core does not work, and after its lease nothing leaves', () => {
  heart.begin(path, lease)
  pass(3000, { works: false, wall: 0 })
  const { beat } = seen() ?? {}
  pass(2000, { works: false, wall: 0 })
  expect(seen()?.beat).toBe(beat)
  pass(2000, { works: false, wall: 0 })
  expect(heart.refusal()).toMatch(/no sign of life for 3 s/)
  pass(1000)
  expect(heart.refusal()).toBeUndefined()
})

it('lets nothing leave after a process was stopped, or its machine slept, until it beats again', () => {
  heart.begin(path, lease)
  clock.mono += 3001
  expect(heart.refusal()).toBeDefined()
  clock.mono -= 3001
  clock.wall += 3001
  expect(heart.refusal()).toBeDefined()
})

it('says a clean end, and nothing of another one', () => {
  heart.begin(path, lease)
  heart.end(false)
  expect(seen()?.state).toBe('alive')
  heart.end(true)
  expect(seen()?.state).toBe('stopped')
})

it('is told apart from none when it is there and tells nothing', () => {
  expect(readBeat(path)).toBeUndefined()
  writeFileSync(path, '{"run":')
  expect(readBeat(path)).toEqual({ unreadable: expect.stringContaining('not what a bot writes') })
  writeFileSync(path, '{"run":"one"}')
  expect(readBeat(path)).toEqual({ unreadable: expect.stringContaining('not what a bot writes') })
  rmSync(path)
  mkdirSync(path)
  expect(readBeat(path)).toEqual({ unreadable: expect.stringContaining('EISDIR') })
})

it('that cannot be written is said once, and ends the lease', () => {
  heart.begin(path, lease)
  rmSync(folder, { recursive: true })
  pass(5000)
  expect(warned).toHaveLength(1)
  expect([heart.refusal() === undefined, existsSync(path)]).toEqual([false, false])
  expect(() =>
    new Heartbeat({
      clock: { monoMs: () => 0, wallMs: () => 0 },
      lastStepMonoMs: () => 0,
      warn: () => undefined,
      lost: () => undefined,
    }).begin(path, lease),
  ).toThrow()
})

it('that cannot be written is waited for from the second time on, while the lease still runs, and no longer than that', () => {
  heart.begin(path, lease)
  rmSync(folder, { recursive: true })
  pass(1000)
  expect(told).toEqual([])
  pass(1000)
  expect(told).toEqual([
    { reason: expect.stringMatching(/^the sign of life cannot be renewed.*ENOENT/), isOver: false },
  ])
  expect(heart.refusal()).toBeUndefined()
  pass(2000)
  expect(heart.refusal()).toBeDefined()
  mkdirSync(folder)
  pass(2000)
  expect(heart.refusal()).toBeUndefined()
  expect(told.slice(3)).toEqual([undefined])
})

it("of a wallet that is another process's now says nothing more, lets nothing leave, and tells it again and again", () => {
  heart.begin(path, lease)
  pass(1000)
  const { beat } = seen() ?? {}
  lease.reason = 'taken over'
  expect(heart.refusal()).toBe('taken over')
  pass(5000)
  heart.end(true)
  expect(seen()).toMatchObject({ beat, state: 'alive' })
  expect(left).toEqual(Array.from({ length: 5 }, () => 'taken over'))
})

it('lets nothing leave while the lease is not renewed, tells it every second, and once that it is again', () => {
  heart.begin(path, lease)
  pass(1000)
  expect(told).toEqual([])
  lease.trouble = { reason: 'redis is away', isOver: false }
  expect(heart.refusal()).toBe('redis is away')
  pass(2000)
  lease.trouble = undefined
  pass(2000)
  expect(heart.refusal()).toBeUndefined()
  expect(told).toEqual([
    { reason: 'redis is away', isOver: false },
    { reason: 'redis is away', isOver: false },
    undefined,
  ])
  expect(left).toEqual([])
})
