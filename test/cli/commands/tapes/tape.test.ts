// `quoin record` at a real server, and `quoin tape` on what it wrote.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record } from '../../../../src/cli/commands/bot/record.js'
import { tape } from '../../../../src/cli/commands/tapes/tape.js'
import { freshFolder, removeFolders } from '../../../recording/tape-bench.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await openSandbox({ world: 'demo', markets: [] })
  folder = freshFolder()
  const run = captureContext(true)
  const signals = { first: new Promise<string>(() => undefined), release: () => undefined }
  const config = sandbox.config('markets: { select: { max: 2, refreshSec: 5 } }\n')
  expect(await record(config, { forMs: 3000, out: folder, signals }, run.context)).toBe('ok')
  const { recorded } = JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '')
  expect(recorded).toMatchObject({ tape: folder, dropped: 0 })
  expect(recorded.lines).toBeGreaterThan(10)
})
afterAll(async () => {
  await sandbox.close()
  removeFolders()
})

describe('a recording', () => {
  it('needs no strategy, and leaves no tape behind where the venue is not reached', async () => {
    const config = sandbox.config('markets: { select: {} }\n')
    const without = readFileSync(config, 'utf8').replace(/^strategy:.*$/m, '')
    writeFileSync(config, without)
    const nothing = freshFolder()
    const signals = { first: new Promise<string>(() => undefined), release: () => undefined }
    expect(await record(config, { forMs: 200, out: nothing, signals }, captureContext(true).context)).toBe('ok')
    expect(existsSync(join(nothing, 'manifest.json'))).toBe(true)
    const away = freshFolder()
    writeFileSync(config, without.replace(/url: "[^"]+"/, 'url: "http://127.0.0.1:1"'))
    await expect(record(config, { out: away, signals }, captureContext(true).context)).rejects.toThrow('127.0.0.1:1')
    expect(existsSync(away)).toBe(false)
  })
})

describe('a recorded tape', () => {
  it('has the selected markets, their books and their fees, and no key', async () => {
    const run = captureContext(true)
    expect(await tape('info', [folder], {}, run.context)).toBe('ok')
    const [info] = JSON.parse(run.stdout).runs
    expect(info).toMatchObject({ by: 'record', isEnded: true, lost: 0, linkDowns: 0, venue: expect.any(String) })
    expect(info.lines).toMatchObject({ fee: 2, 'frame orderbook.snapshot': expect.any(Number), end: 1 })
    expect(info.markets.length).toBeGreaterThanOrEqual(2)
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file), 'latin1')).not.toContain('command-test-key')
  })

  it('is printed line by line, of one market and of a time', async () => {
    const all = captureContext(true)
    await tape('cat', [folder], {}, all.context)
    const records = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const market = records.find(({ event }) => event.kind === 'market').event.market
    expect(market.lotRaw).toEqual({ $bigint: expect.stringMatching(/^\d+$/) })
    const one = captureContext(false)
    await tape('cat', [folder], { market: market.id }, one.context)
    const lines = one.stdout.trim().split('\n')
    expect(lines.length).toBeLessThan(records.length)
    for (const line of lines) expect(line).toMatch(new RegExp(`^\\d{4}-.*Z ${market.id} \\S+ \\{`))
    const none = captureContext(false)
    await tape('cat', [folder], { from: '2100-01-01T00:00:00Z' }, none.context)
    expect(none.stdout).toBe('')
    await expect(async () => tape('cat', [folder], { from: 'noon' }, none.context)).rejects.toThrow(
      /--from: expected a time such as/,
    )
    await expect(async () => tape('cat', [folder], { market: 'nobody' }, none.context)).rejects.toThrow(
      new RegExp(`--market: expected one of the tape \\(.*${market.id}.*\\), got nobody`),
    )
    await tape('cat', [folder], { market: market.conditionId, from: '2100-01-01T00:00:00Z' }, none.context)
  })

  it('is printed no further once nobody reads it any more', async () => {
    const run = captureContext(true)
    const sandbox = ['config/tapes/sandbox.jsonl.gz']
    expect(await tape('cat', sandbox, {}, { ...run.context, isUnread: () => run.stdout !== '' })).toBe('ok')
    const all = captureContext(true)
    await tape('cat', sandbox, {}, all.context)
    expect(run.stdout).not.toBe('')
    expect(run.stdout.length).toBeLessThan(all.stdout.length / 2)
  })

  it('becomes Parquet under a name that says so', async () => {
    const { context } = captureContext(true)
    await expect(async () => tape('convert', [folder], { out: `${folder}.csv` }, context)).rejects.toThrow(
      /--out: expected a name that ends in \.parquet, got .*\.csv/,
    )
    expect(existsSync(`${folder}.csv`)).toBe(false)
  })

  it('is good, until somebody changes it', async () => {
    const good = captureContext(true)
    expect(await tape('verify', [folder], {}, good.context)).toBe('ok')
    expect(JSON.parse(good.stdout)).toMatchObject({ ok: true, problems: [], notes: [] })
    const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('market-'))
    const bytes = readFileSync(join(folder, file))
    bytes[100] = (bytes[100] ?? 0) ^ 0xff
    writeFileSync(join(folder, file), bytes)
    const bad = captureContext(false)
    expect(await tape('verify', [folder], {}, bad.context)).toBe('failed')
    expect(bad.stdout).toMatch(/problem: .*market-/)
  })
})

it('a recording that cannot be written ends, with the folder and what the disk says', async () => {
  const file = join(freshFolder(), '..', 'taken')
  writeFileSync(file, '')
  const run = captureContext(false)
  const signals = { first: new Promise<string>(() => undefined), release: () => undefined }
  const config = sandbox.config('markets: { select: { max: 2, refreshSec: 5 } }\n')
  await expect(record(config, { forMs: 3000, out: join(file, 'tape'), signals }, run.context)).rejects.toThrow(
    /^.*taken\/tape: expected a folder that can be written, got .*(ENOTDIR|EEXIST)/,
  )
  expect(run.stderr).not.toContain('could not be read')
})

describe('a tape without a line', () => {
  const empty = () => {
    const path = freshFolder()
    mkdirSync(path)
    writeFileSync(join(path, 'market-20260131T120000123Z-0001.jsonl.gz'), '')
    return path
  }

  it('is said to be empty', async () => {
    const info = captureContext(false)
    expect(await tape('info', [empty()], {}, info.context)).toBe('ok')
    expect(info.stdout).toMatch(/^run 20260131T120000123Z\n {2}no line \(no end/)
    const verify = captureContext(false)
    expect(await tape('verify', [empty()], {}, verify.context)).toBe('failed')
    expect(verify.stdout).toMatch(/problem: .*: expected lines, got none/)
  })

  it.each(['convert', 'ghosts', 'merge'] as const)('makes no file by %s', async (action) => {
    const [from, out] = [empty(), `${freshFolder()}.parquet`]
    const { context } = captureContext(true)
    await expect(async () => tape(action, [from], action === 'ghosts' ? {} : { out }, context)).rejects.toThrow(
      /: expected records, got none/,
    )
    expect([existsSync(out), existsSync(join(from, 'ghosts.json'))]).toEqual([false, false])
  })
})

it('a line of a kind that nobody knows names those that are known', async () => {
  const path = freshFolder()
  writeFileSync(`${path}.jsonl`, '{"k":"heads","at":1}\n')
  const { context } = captureContext(true)
  await expect(async () => tape('info', [`${path}.jsonl`], {}, context)).rejects.toThrow(
    /:1: k: expected one of head, frame, clock, .*, end, got "heads"$/,
  )
})

it.each([
  ['info', { market: 'm' }, '--market: quoin tape info has no use for it'],
  ['verify', { out: 'x' }, '--out: quoin tape verify has no use for it'],
  ['cat', { mapping: 'x' }, '--mapping: quoin tape cat has no use for it'],
  ['merge', { seed: 3 }, '--seed: quoin tape merge has no use for it'],
  ['make', { out: 'x' }, '--out: quoin tape make has no use for it'],
] as const)('refuses an option that it would not heed: %s', async (action, flags, message) => {
  const { context } = captureContext(false)
  await expect(async () => tape(action, ['somewhere'], flags, context)).rejects.toThrow(message)
})
