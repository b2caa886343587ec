import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Journal, openJournal } from '../../../src/execution/journal/journal.js'
import type { JournalLine } from '../../../src/execution/journal/journal-line.js'
import { otherWallets, otherWalletWords } from '../../../src/execution/journal/other-wallets.js'
import { ended, NOW, signed } from './made-lines.js'

const OURS = `0x${'Ab'.repeat(20)}` as const
const OTHER = `0x${'Cd'.repeat(20)}` as const
const GRACE_MS = 15_000

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quoin-others-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function written(account: `0x${string}`, lines: readonly JournalLine[]): Promise<Journal> {
  const options = { folder: root, account, durability: 'process', nowMs: NOW, graceMs: GRACE_MS } as const
  const { journal } = await openJournal(options)
  await new Promise((done) => journal.append(lines, done))
  return journal
}

async function left(account: `0x${string}`, lines: readonly JournalLine[]): Promise<void> {
  await (await written(account, lines)).close()
}

const look = (nowMs = NOW) => otherWallets({ folder: root, account: OURS, nowMs, graceMs: GRACE_MS })

it('names a wallet that has left orders, how many and until when, and changes nothing', async () => {
  await left(OURS, [signed(1)])
  await left(OTHER, [signed(2), signed(3), signed(4, NOW / 1000 + 300), ended(3)])
  const folder = join(root, OTHER.toLowerCase())
  const before = readdirSync(folder)
  const untilMs = NOW + 300_000
  const [found, ...more] = await look()
  expect(found).toEqual({ account: OTHER.toLowerCase(), folder, orders: 2, untilMs })
  expect(more).toEqual([])
  expect(readdirSync(folder)).toEqual(before)
  const until = new Date(untilMs).toISOString()
  expect(found && otherWalletWords(found)).toBe(
    `${OTHER.toLowerCase()} may still have 2 orders at the venue, the last until ${until}, by ${folder}`,
  )
})

it('names none whose orders have all ended, or expired longer ago than the grace', async () => {
  await left(OTHER, [signed(1), ended(1), signed(2)])
  const expiredMs = NOW + 120_000
  expect(await look(expiredMs + GRACE_MS - 1)).toHaveLength(1)
  expect(await look(expiredMs + GRACE_MS)).toEqual([])
})

it('names one with an order that never expires, whenever it is', async () => {
  await left(OTHER, [signed(1), signed(2, 0)])
  const [found] = await look(NOW * 2)
  expect(found).toMatchObject({ orders: 1 })
  expect(found && otherWalletWords(found)).toContain('may still have an order at the venue, one of them without')
})

it('leaves those alone with which a process trades', async () => {
  const journal = await written(OTHER, [signed(1)])
  expect(await look()).toEqual([])
  await journal.close()
  expect(await look()).toHaveLength(1)
})

it('says which cannot be read, and goes by what looks like a wallet alone', async () => {
  mkdirSync(join(root, 'notes'))
  writeFileSync(join(root, OTHER.toLowerCase()), '')
  const [found, ...more] = await look()
  expect(more).toEqual([])
  expect(found && otherWalletWords(found)).toMatch(/may still have orders at the venue: .* cannot be read: ENOTDIR/)
})

it('finds none where there is no folder yet', async () => {
  rmSync(root, { recursive: true })
  expect(await look()).toEqual([])
})
