// A process that writes the journal, killed without warning in the middle of segments and checkpoints: what it was told is safe is there.
// QUOIN_KILLS sets how often.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src/execution/journal/journal.js'
import { signed } from '../execution/journal/made-lines.js'

const KILLS = Number(process.env['QUOIN_KILLS'] ?? 5)
const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const NOW = Date.now()
/** Orders that live at a time, and about so many bytes each: a checkpoint takes a while. */
const [LIVE, PAD] = [100, 12_000]
/** More than a segment. */
const ENOUGH = 450

// its lines: `s 12` and `e 12` once order 12 is safely signed, safely ended; `S 12` and `E 12` before it is tried
const WRITER = `
const [journal, folder, durability, from] = process.argv.slice(2)
const { openJournal } = await import(journal)
const now = Date.now()
const pad = 'x'.repeat(${PAD})
const hash = (n) => '0x' + n.toString(16).padStart(64, '0')
const line = (n) => ({ ...JSON.parse(process.env.LINE), hash: hash(n), body: JSON.stringify({ n, pad }) })
const fs = await import('node:fs')
const say = (text) => fs.writeSync(1, text + '\\n')
const opened = await openJournal({ folder, account: '${ACCOUNT}', durability, nowMs: now, wallMs: Date.now, graceMs: 15000 })
const live = opened.recovered.map((order) => Number(BigInt(order.hash)))
opened.standing.keep({ pauses: [], pnl: { day: 1, total: Number(from), dayStart: 0, start: 0, peak: 0, realised: 0 } }, true, () => say('p ' + from))
let done = 0
const safe = (what) => (failure) => {
  if (failure) { say('! ' + failure.message); process.exit(8) }
  done++
  say(what)
}
for (let n = Number(from); ; n++) {
  say('S ' + n)
  opened.journal.append([line(n)], safe('s ' + n))
  live.push(n)
  if (live.length > ${LIVE}) {
    const old = live.shift()
    say('E ' + old)
    opened.journal.append([{ kind: 'ended', hash: hash(old), atWallMs: Date.now() }], safe('e ' + old))
  }
  if (n % 4 === 0) await new Promise(setImmediate)
}
`

const JOURNAL = {
  entryPoints: ['src/execution/journal/journal.ts'],
  ...({ bundle: true, format: 'esm', platform: 'node' } as const),
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-journal-kill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { hash: _hash, body: _body, ...LINE } = signed(0, Math.floor(NOW / 1000) + 3600)

function startWriter(durability: string, from: number, limitBlocks?: number): ChildProcess {
  const script = join(folder, 'writer.mjs')
  writeFileSync(script, WRITER)
  const journal = join(folder, 'journal.mjs')
  if (!existsSync(journal)) buildSync({ ...JOURNAL, outfile: journal })
  const args = [process.execPath, script, journal, join(folder, 'journal'), durability, String(from)]
  const env = { ...process.env, LINE: JSON.stringify(LINE) }
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  return limitBlocks === undefined
    ? spawn(process.execPath, args.slice(1), { stdio, env })
    : spawn('bash', ['-c', `ulimit -f ${limitBlocks}; exec "$@"`, 'bash', ...args], { stdio, env })
}

/** What a process was told. */
class Told {
  readonly tried = new Set<number>()
  readonly signed = new Set<number>()
  readonly triedEnd = new Set<number>()
  readonly ended = new Set<number>()
  pnl = 0
  said = ''

  hear(text: string): void {
    for (const line of text.split('\n')) {
      const [kind, rest] = [line.slice(0, 1), line.slice(2)]
      const n = Number(rest)
      if (kind === 'S') this.tried.add(n)
      if (kind === 's') this.signed.add(n)
      if (kind === 'E') this.triedEnd.add(n)
      if (kind === 'e') this.ended.add(n)
      if (kind === 'p') this.pnl = n
      if (kind === '!') this.said = rest
    }
  }
}

const look = () =>
  openJournal({ folder: join(folder, 'journal'), account: ACCOUNT, durability: 'process', nowMs: NOW, graceMs: 15_000 })

describe.each(['process', 'machine'] as const)('a journal with durability %s', (durability) => {
  it(`has what was acknowledged over ${KILLS} kills`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
    const told = new Told()
    let [next, checkpoints] = [0, 0]
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startWriter(durability, next)
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      const closed = once(child, 'close')
      let signs = 0
      while (signs < ENOUGH) {
        await sleep(5)
        signs = output.match(/^s /gm)?.length ?? 0
      }
      await sleep(Math.random() * 100)
      child.kill('SIGKILL')
      await closed
      told.hear(output)
      next = Math.max(-1, ...told.tried) + 1
      checkpoints += readdirSync(join(folder, 'journal', ACCOUNT)).filter((name) => name.startsWith('orders-')).length
      const { recovered, past, damage, standing, journal } = await look()
      await journal.close()
      const found = new Set(recovered.map(({ hash }) => Number(BigInt(hash))))
      expect(damage).toEqual([])
      const lost = [...told.signed].filter((n) => !told.triedEnd.has(n) && !found.has(n))
      const undead = [...told.ended].filter((n) => found.has(n))
      const unheardOf = [...found].filter((n) => !told.tried.has(n))
      const forgotten = [...told.ended].filter((n) => !past.has(signed(n).hash))
      expect({ lost, undead, unheardOf, forgotten }).toEqual({ lost: [], undead: [], unheardOf: [], forgotten: [] })
      expect(standing.restored?.pnl.total).toBe(told.pnl)
      // what it turned out to be is what it stays
      for (const n of told.triedEnd) if (found.has(n)) told.triedEnd.delete(n)
    }
    // the kills came in journals that had rolled
    expect(next).toBeGreaterThan(ENOUGH * KILLS)
    expect(checkpoints).toBeGreaterThanOrEqual(KILLS)
  })
})

it('a full disk is said, and what was acknowledged before is there', async () => {
  const child = startWriter('process', 0, 1024)
  const told = new Told()
  child.stdout?.on('data', (chunk) => told.hear(String(chunk)))
  const [code] = await once(child, 'close')
  expect([code, told.said]).toEqual([
    8,
    expect.stringMatching(/orders-\d+\.jsonl: expected to write, got E(FBIG|NOSPC)/),
  ])
  const { recovered, damage, journal } = await look()
  await journal.close()
  expect([recovered.length, damage]).toEqual([told.signed.size - told.ended.size, []])
})
