import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import type { ConditionId, Hex } from '../../../src/domain/market.js'
import { ticks } from '../../../src/domain/price.js'
import { lots } from '../../../src/domain/size.js'
import { type Journal, openJournal, startJournal } from '../../../src/execution/journal/journal.js'
import type { JournalLine, SignedLine } from '../../../src/execution/journal/journal-line.js'

const account = `0x${'Ab'.repeat(20)}` as const
const NOW = 1_000_000_000_000

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

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as Hex

function signed(n: number, expirationSec = NOW / 1000 + 120): SignedLine {
  return {
    kind: 'signed',
    hash: hash(n),
    marketId: 'm1',
    draft: {
      conditionId: '0xc0' as ConditionId,
      outcome: 0,
      side: 'BUY',
      price: ticks(51),
      size: lots(100),
      type: 'POST_ONLY',
      expirationSec,
      feeRateBps: 0,
    },
    body: `{"order":{"salt":"${n}"}}`,
    atWallMs: NOW,
  }
}
const ended = (n: number): JournalLine => ({ kind: 'ended', hash: hash(n), atWallMs: NOW })

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

const segments = () => readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

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
    expect(text).toBe(`${JSON.stringify(signed(1))}\n`)
  })

  it('answers every one of many concurrent appends, in order', async () => {
    const { journal } = await open('machine')
    const order: number[] = []
    await Promise.all(Array.from({ length: 50 }, (_, n) => append(journal, [signed(n)]).then(() => void order.push(n))))
    expect(order).toEqual(Array.from({ length: 50 }, (_, n) => n))
    await close()
    expect((await open()).recovered).toHaveLength(50)
  })

  it('forgets an order only when its expiration plus the grace has passed; one without an expiration never', async () => {
    const { journal } = await open()
    const expirationSec = NOW / 1000 + 120
    await append(journal, [signed(1, expirationSec), signed(2, 0)])
    await close()
    const edge = expirationSec * 1000 + 15_000
    expect((await open('process', edge - 1)).recovered.map((line) => line.hash)).toEqual([hash(1), hash(2)])
    await close()
    expect((await open('process', edge)).recovered.map((line) => line.hash)).toEqual([hash(2)])
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

  it('refuses to start on a damaged line, naming file and line', async () => {
    const { journal } = await open()
    await append(journal, [signed(1)])
    await close()
    const path = join(folder, segments()[0] ?? '')
    writeFileSync(path, `${JSON.stringify(signed(1))}\nrubbish\n${JSON.stringify(ended(1))}\n`)
    await expect(open()).rejects.toMatchObject({
      code: 'journal-failed',
      message: expect.stringContaining(`${path}:2`),
    })
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('keeps one segment: each start folds the old ones into a new one', async () => {
    for (let n = 1; n <= 3; n++) {
      const { journal } = await open()
      await append(journal, [signed(n)])
      await close()
    }
    expect(segments()).toEqual(['orders-000003.jsonl'])
    expect((await open()).recovered).toHaveLength(3)
  })

  it('reads several segments left by a crash while folding, in their order', async () => {
    await open()
    await close()
    writeFileSync(join(folder, 'orders-000009.jsonl'), `${JSON.stringify(signed(1))}\n`)
    writeFileSync(join(folder, 'orders-000010.jsonl'), `${JSON.stringify(ended(1))}\n${JSON.stringify(signed(2))}\n`)
    expect((await open()).recovered).toEqual([signed(2)])
  })

  it('fails this and every later append when the disk does', async () => {
    // /dev/full refuses every write with ENOSPC
    const journal = startJournal({ path: '/dev/full', durability: 'process', release: async () => undefined })
    const failure = await append(journal, [signed(1)])
    expect(failure).toMatchObject({ code: 'journal-failed', message: expect.stringContaining('ENOSPC') })
    expect(await append(journal, [signed(2)])).toBe(failure)
    await journal.close()
    const synced = startJournal({ path: '/dev/full', durability: 'machine', release: async () => undefined })
    expect(await append(synced, [signed(1)])).toMatchObject({ code: 'journal-failed' })
    await synced.close()
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
