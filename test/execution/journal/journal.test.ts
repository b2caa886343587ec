import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import { type Journal, openJournal } from '../../../src/execution/journal/journal.js'
import type { JournalLine } from '../../../src/execution/journal/journal-line.js'
import { placeOf } from '../../../src/execution/journal/set-aside.js'
import { ended, hash, NOW, signed } from './made-lines.js'

const account = `0x${'Ab'.repeat(20)}` as const

let root: string
let folder: string
const opened: Journal[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quoin-journal-'))
  folder = join(root, account.toLowerCase())
})
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close()
  rmSync(root, { recursive: true, force: true })
})

async function open(durability: 'process' | 'machine' = 'process', nowMs = NOW) {
  const result = await openJournal({ folder: root, account, durability, nowMs, graceMs: 15_000 })
  opened.push(result.journal)
  return result
}
async function close(): Promise<void> {
  for (const journal of opened.splice(0)) await journal.close()
}
const append = (journal: Journal, lines: readonly JournalLine[]) =>
  new Promise<Failure | undefined>((resolve) => journal.append(lines, resolve))

const files = () => readdirSync(folder).filter((name) => name !== 'lock')
const segments = () => files().filter((name) => name.startsWith('orders-'))
const aside = () => files().find((name) => name.startsWith('set-aside-')) ?? ''

describe('journal', () => {
  it.each(['process', 'machine'] as const)(
    'gives back, byte for byte, the orders that are not over: %s',
    async (durability) => {
      const { journal, recovered } = await open(durability)
      expect(recovered).toEqual([])
      expect(await append(journal, [signed(1), signed(2)])).toBeUndefined()
      expect(await append(journal, [ended(1)])).toBeUndefined()
      await close()
      expect((await open()).recovered).toEqual([signed(2)])
    },
  )

  it('has written a line when `done` is called', async () => {
    const { journal } = await open('process')
    let text = ''
    journal.append([signed(1)], () => {
      text = readFileSync(join(folder, segments()[0] ?? ''), 'utf8')
    })
    const sum = /,"sum":"[0-9a-f]{8}"/g
    expect(text.match(sum)).toHaveLength(2)
    expect(text.replaceAll(sum, '')).toBe(`{"kind":"begins","version":2}\n${JSON.stringify(signed(1))}\n`)
  })

  it('answers every one of many concurrent appends, in order', async () => {
    const { journal } = await open('machine')
    const order: number[] = []
    await Promise.all(Array.from({ length: 50 }, (_, n) => append(journal, [signed(n)]).then(() => void order.push(n))))
    expect(order).toEqual(Array.from({ length: 50 }, (_, n) => n))
    await close()
    expect((await open()).recovered).toHaveLength(50)
  })

  it('forgets no order that nobody has called ended, however late it is by the clock of this machine', async () => {
    const { journal } = await open()
    const expirationSec = NOW / 1000 + 120
    await append(journal, [signed(1, expirationSec), signed(2, 0)])
    await close()
    // whether it is late or the clock is wrong nobody knows at a start
    const wrongMs = expirationSec * 1000 + 30 * 86_400_000
    const found = await open('process', wrongMs)
    expect(found.recovered.map((line) => line.hash)).toEqual([hash(1), hash(2)])
    await append(found.journal, [ended(1)])
    await close()
    expect((await open('process', wrongMs)).recovered.map((line) => line.hash)).toEqual([hash(2)])
  })

  it('explains what an order matched until what is held has been kept ten seconds after its end, however late that is', async () => {
    const { journal } = await open()
    await append(journal, [signed(1), signed(2), ended(1)])
    await close()
    const hashes = (lines: readonly { readonly hash: string }[]) => lines.map((line) => line.hash)
    // killed again and again before it has read the account
    for (const laterMs of [60_000, 600_000]) {
      const found = await open('process', NOW + laterMs)
      expect(hashes(found.recent)).toEqual([hash(1)])
      if (laterMs === 600_000) await append(found.journal, [ended(2, NOW + laterMs)])
      await close()
    }
    const { standing } = await open('process', NOW + 700_000)
    const pnl = { day: 1, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
    standing.keep({ pauses: [], pnl, held: [], heldMs: NOW + 600_000 + 9999 }, true, () => undefined)
    await close()
    const after = await open('process', NOW + 700_000)
    expect(hashes(after.recent)).toEqual([hash(2)])
    after.standing.keep({ pauses: [], pnl, held: [], heldMs: NOW + 600_000 + 10_000 }, true, () => undefined)
    await close()
    expect((await open('process', NOW + 700_000)).recent).toEqual([])
  })

  it('tolerates a torn last line, and never appends after it', async () => {
    const { journal } = await open()
    await append(journal, [signed(1)])
    await close()
    appendFileSync(join(folder, segments()[0] ?? ''), JSON.stringify(signed(2)).slice(0, 40))
    const { journal: next, recovered } = await open()
    expect(recovered).toEqual([signed(1)])
    await append(next, [signed(3)])
    await close()
    expect((await open()).recovered).toEqual([signed(1), signed(3)])
  })

  it('sets a damaged line aside with its place, and uses the rest', async () => {
    const { journal } = await open()
    await append(journal, [signed(1)])
    await close()
    const name = segments().at(-1) ?? ''
    const half = JSON.stringify(signed(2)).slice(0, 30)
    appendFileSync(join(folder, name), `${half}\n\x00\xff\n${JSON.stringify(signed(3))}\n`, 'latin1')
    const { recovered, damage } = await open()
    expect(recovered).toEqual([signed(1), signed(3)])
    const kept = readFileSync(join(folder, aside()), 'utf8')
    expect(damage.map(placeOf)).toEqual([
      expect.stringMatching(new RegExp(`^${name}:3 \\(byte \\d+\\)$`)),
      expect.stringMatching(new RegExp(`^${name}:4 \\(byte \\d+\\)$`)),
    ])
    expect(
      kept
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { file: name, line: 3, offset: damage[0]?.offset, text: half },
      { file: name, line: 4, offset: (damage[0]?.offset ?? 0) + half.length + 1, base64: 'AP8=' },
    ])
    await close()
    // said once
    expect((await open()).damage).toEqual([])
  })

  it('says that a segment or a checkpoint is missing', async () => {
    for (let n = 1; n <= 2; n++) {
      const { journal } = await open()
      await append(journal, [signed(n)])
      await close()
    }
    rmSync(join(folder, 'checkpoint-000002.jsonl'))
    const { recovered, damage } = await open()
    expect(recovered).toEqual([signed(2)])
    expect(damage).toEqual([{ file: 'checkpoint-000002.jsonl' }])
  })

  it('keeps one segment and one checkpoint: each start folds the old ones', async () => {
    for (let n = 1; n <= 3; n++) {
      const { journal } = await open()
      await append(journal, [signed(n)])
      await close()
    }
    expect(files()).toEqual(['checkpoint-000003.jsonl', 'orders-000003.jsonl'])
    expect((await open()).recovered).toHaveLength(3)
  })

  it('keeps the hash alone of an order that ended, until it cannot rest again', async () => {
    const { journal } = await open()
    const expirationSec = NOW / 1000 + 120
    await append(journal, [signed(1, expirationSec), signed(2, 0)])
    await append(journal, [ended(1), ended(2)])
    await close()
    const recent = await open('process', NOW + 9999)
    expect([recent.recovered, recent.recent]).toEqual([[], [signed(1, expirationSec), signed(2, 0)]])
    const pnl = { day: 1, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
    recent.standing.keep({ pauses: [], pnl, held: [], heldMs: NOW + 10_000 }, true, () => undefined)
    await close()
    const past = await open('process', NOW + 10_000)
    expect([past.recent, [...past.past]]).toEqual([[], [hash(1), hash(2)]])
    const text = readFileSync(join(folder, files()[0] ?? ''), 'utf8')
    expect(text.length / 2).toBeLessThan(200)
    await close()
    const later = async (...lines: JournalLine[]) => {
      const { journal: next, past: left } = await open('process', NOW + 2 * 86_400_000)
      await append(next, lines)
      await close()
      return [...left]
    }
    // this machine's clock alone, which may be wrong, makes nobody forget: only what a run has written since
    const edgeMs = expirationSec * 1000 + 15_000
    expect(await later(signed(3, 0), ended(3, edgeMs - 1))).toEqual([hash(1), hash(2)])
    expect(await later(ended(3, edgeMs - 1))).toEqual([hash(1), hash(2), hash(3)])
    expect(await later(signed(4, 0), ended(4, edgeMs))).toEqual([hash(1), hash(2), hash(3)])
    expect(await later(signed(5, 0), ended(5, NOW + 86_400_000))).toEqual([hash(2), hash(3), hash(4)])
    expect(await later()).toEqual([hash(3), hash(4), hash(5)])
  })

  it('reads several segments left by a crash while folding, in their order', async () => {
    await open()
    await close()
    writeFileSync(join(folder, 'orders-000009.jsonl'), `${JSON.stringify(signed(1))}\n`)
    writeFileSync(join(folder, 'orders-000010.jsonl'), `${JSON.stringify(ended(1))}\n${JSON.stringify(signed(2))}\n`)
    expect((await open()).recovered).toEqual([signed(2)])
  })
})

describe('one process, one wallet', () => {
  it('refuses a second opening, and allows it after closing', async () => {
    await open()
    await expect(open()).rejects.toMatchObject({
      code: 'journal-failed',
      message: expect.stringContaining(`process ${process.pid}`),
    })
    await close()
    await open()
  })

  const lockText = (pid: number, start: string, host = hostname()) => JSON.stringify({ pid, start, host })
  const startOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''

  it('respects a living process and takes over from a dead one', async () => {
    await open()
    await close()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const pid = child.pid ?? 0
    writeFileSync(join(folder, 'lock'), lockText(pid, startOf(pid)))
    await expect(open()).rejects.toMatchObject({ code: 'journal-failed' })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    await open()
  })

  it('takes over when another process got the same id, as the first process of a restarted container does', async () => {
    await open()
    await close()
    writeFileSync(join(folder, 'lock'), lockText(process.pid, '1'))
    await open()
  })

  it('judges a lock of another machine by when it was last touched', async () => {
    await open()
    await close()
    const path = join(folder, 'lock')
    writeFileSync(path, lockText(1, '1', 'elsewhere'))
    await expect(open()).rejects.toMatchObject({ code: 'journal-failed' })
    const old = new Date(Date.now() - 31_000)
    utimesSync(path, old, old)
    await open()
  })

  it('writes nothing any more once another process has taken over', async () => {
    const { journal } = await open()
    // as one on another machine does that has not seen this process for long
    rmSync(join(folder, 'lock'))
    writeFileSync(join(folder, 'other'), lockText(1, '1', 'elsewhere'))
    renameSync(join(folder, 'other'), join(folder, 'lock'))
    await vi.waitFor(async () => expect(await append(journal, [signed(1)])).toBeDefined())
    const failure = await append(journal, [signed(2)])
    expect(failure).toMatchObject({ code: 'journal-failed', message: expect.stringContaining('took the journal over') })
    await close()
    expect(existsSync(join(folder, 'lock'))).toBe(true)
  })

  it('takes over a lock that cannot be read', async () => {
    await open()
    await close()
    writeFileSync(join(folder, 'lock'), '')
    await open()
  })

  it('keeps wallets apart', async () => {
    await open()
    const other = await openJournal({
      folder: root,
      account: `0x${'cd'.repeat(20)}`,
      durability: 'process',
      nowMs: NOW,
      graceMs: 0,
    })
    opened.push(other.journal)
  })
})
