import { describe, expect, it } from 'vitest'
import type { JournalLine } from '../../../src/execution/journal/journal-line.js'
import { drawScenario } from '../seeds/draw-scenario.js'
import { JournalSize } from '../seeds/invariants/journal-size.js'
import { Violations } from '../seeds/invariants/violation.js'

const ROLL = 20_000
const hashOf = (n: number) => `0x${n}` as const

function open() {
  const scenario = drawScenario(1)
  const files = new Map<string, number>([['orders-000001.jsonl', 500]])
  const disk = {
    isFull: false,
    fails: undefined,
    slowMs: 0,
    lengths: () => files.entries() as Generator<readonly [string, number]>,
  }
  let nowMs = 0
  const violations = new Violations(() => nowMs)
  const parts = {
    scenario: { ...scenario, setting: { ...scenario.setting, rollBytes: ROLL } },
    ...{ disk, clock: { monoMs: () => nowMs }, life: { isWorking: true } },
  }
  const size = new JournalSize(parts, violations)
  const pass = (ms: number) => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += 500
      size.look()
    }
  }
  pass(1000)
  return { files, disk, size, pass, found: () => violations.found.map(({ invariant }) => invariant) }
}

const signed = (n: number) => ({ kind: 'signed', hash: hashOf(n) }) as JournalLine

describe('a segment', () => {
  it('may be as long as its bytes, and is followed by the next one within five seconds once it is longer', () => {
    const { files, pass, found } = open()
    files.set('orders-000001.jsonl', ROLL)
    pass(10_000)
    expect(found()).toEqual([])
    files.set('orders-000001.jsonl', ROLL + 1000)
    pass(4000)
    files.set('orders-000001.jsonl', ROLL + 3000)
    expect(found()).toEqual([])
    pass(2000)
    expect(found()).toContain('journal-size')
  })

  it('may be longer where nothing is written after it, where it was followed, and while the disk is in trouble', () => {
    const { files, disk, pass, found } = open()
    files.set('orders-000001.jsonl', ROLL + 1000)
    pass(10_000)
    files.set('orders-000002.jsonl', 600)
    pass(10_000)
    disk.isFull = true
    files.set('orders-000002.jsonl', 2 * ROLL)
    pass(10_000)
    disk.isFull = false
    files.set('orders-000002.jsonl', 2 * ROLL + 5000)
    pass(10_000)
    expect(found()).toEqual([])
  })

  it('may be as long as the lines of all that lives, and no more of what is over', () => {
    const { files, size, pass, found } = open()
    for (let n = 0; n < 30; n++) size.written([signed(n)])
    files.set('orders-000001.jsonl', 45_000)
    pass(2000)
    files.set('orders-000001.jsonl', 48_000)
    pass(10_000)
    expect(found()).toEqual([])
    for (let n = 0; n < 30; n++) size.written([{ kind: 'ended', hash: hashOf(n), atWallMs: 0 }])
    pass(2000)
    files.set('orders-000001.jsonl', 51_000)
    pass(6000)
    expect(found()).toContain('journal-size')
  })
})

it('what a checkpoint supersedes goes within five seconds', () => {
  const { files, pass, found } = open()
  for (const name of ['checkpoint-000002.jsonl', 'orders-000002.jsonl']) files.set(name, 50)
  pass(10_000)
  expect(found()).toEqual([])
  files.set('set-aside-000001.jsonl', 50)
  pass(10_000)
  expect(found()).toEqual([])
  files.set('checkpoint-000001.jsonl', 50)
  pass(4000)
  expect(found()).toEqual([])
  pass(3000)
  expect(found()).toContain('journal-size')
})
