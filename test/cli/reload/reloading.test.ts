import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BotChange } from '../../../src/bot/bot-parts.js'
import { inForce, recordedSections, settingsOf } from '../../../src/cli/reload/in-force.js'
import { Reloading, type ReloadParts } from '../../../src/cli/reload/reloading.js'
import { ReplayedSettings } from '../../../src/cli/tape/replayed-settings.js'
import { type Config, loadConfig, shownConfig } from '../../../src/config/config.js'
import { type Failure, QuoinError } from '../../../src/domain/error.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-reload-'))
  path = join(folder, 'bot.yaml')
  say()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ASK = { actor: 'ann', reason: 'smaller', dry: false, back: false }

function say(more: Record<string, unknown> = {}): void {
  const profile = resolve('config/venues/sandbox.yaml')
  const venue = { profile, url: 'http://127.0.0.1:1', apiKey: 'a-key' }
  writeFileSync(path, JSON.stringify({ venue, markets: { ids: ['a'] }, strategy: { name: 'fixed-spread' }, ...more }))
}

function ownStrategy(size: number): string {
  const file = join(folder, 'own.ts')
  writeFileSync(
    file,
    `import { defineStrategy, z } from ${JSON.stringify(resolve('src/index.js'))}
export const own = defineStrategy({ name: 'own', description: 'x', params: z.strictObject({ size: z.number().default(${size}) }), inputs: [], quote: () => ({ quotes: [] }) })
`,
  )
  return file
}

async function open(change: Partial<ReloadParts> = {}) {
  const { env = {} } = change
  const reloading = new Reloading(await inForce(loadConfig(path), env))
  const applied: BotChange[] = []
  const written: { command: string; actor: string; reason: string }[] = []
  const refused: string[] = []
  const unchanged: string[] = []
  reloading.open({
    ...{ path, mode: 'paper', env, check: async () => undefined, unsigned: () => [] },
    apply: async (next) => {
      // the core asks while the event is on its way
      reloading.settingsOf(next.event)
      applied.push(next)
    },
    quotes: () => new Map([['Will it rain?', `after ${applied.length}`]]),
    write: (entry) => {
      written.push(entry)
      return undefined
    },
    changed: () => undefined,
    refused: ({ message }: Failure) => refused.push(message),
    unchanged: (actor) => unchanged.push(actor),
    ...change,
  })
  return { reloading, applied, written, refused, unchanged }
}

describe('another configuration', () => {
  it('is taken up whole, written down with its keys, and shown with what it changes', async () => {
    const { reloading, applied, written } = await open()
    say({ risk: { maxOrderShares: 20, maxTotalLoss: 100 } })
    const report = await reloading.reload(ASK)
    expect(report).toMatchObject({
      ...{ applied: true, hash: reloading.now.hash },
      changes: [{ key: 'risk.maxOrderShares', from: '500', to: '20' }, { key: 'risk.maxTotalLoss' }],
      quotes: [{ market: 'Will it rain?', from: 'after 0', to: 'after 1' }],
    })
    expect(applied).toHaveLength(1)
    expect(reloading.settingsOf(report).risk.maxOrderShares).toBe(20)
    expect(written).toEqual([
      { command: 'reload', actor: 'ann', reason: expect.stringContaining('risk.maxOrderShares: 500 -> 20') },
    ])
  })

  it('is only shown when it is asked for dry', async () => {
    const { reloading, applied, written } = await open()
    say({ risk: { maxOrderShares: 20 } })
    const before = reloading.now
    expect(await reloading.reload({ ...ASK, dry: true })).toMatchObject({ applied: false, changes: [{ to: '20' }] })
    expect([applied, written, reloading.now]).toEqual([[], [], before])
  })

  it('that says the same changes nothing', async () => {
    const { reloading, applied, unchanged } = await open()
    expect(unchanged).toEqual([])
    expect(await reloading.reload(ASK)).toMatchObject({ applied: false, changes: [] })
    expect(unchanged).toEqual(['ann'])
    expect(applied).toEqual([])
  })

  it('chooses other markets only where they are others', async () => {
    const { reloading, applied } = await open()
    say({ risk: { maxOrderShares: 20 } })
    await reloading.reload(ASK)
    say({ risk: { maxOrderShares: 20 }, markets: { ids: ['a', 'b'] } })
    await reloading.reload(ASK)
    expect(applied.map(({ choice }) => choice?.ids)).toEqual([undefined, ['a', 'b']])
  })

  it('with the same strategy goes on with it, with other parameters it has another', async () => {
    const { reloading } = await open()
    const first = reloading.now.strategy
    say({ risk: { maxOrderShares: 20 } })
    await reloading.reload(ASK)
    expect(reloading.now.strategy).toBe(first)
    say({ strategy: { name: 'fixed-spread', params: { size: 7 } } })
    await reloading.reload(ASK)
    expect(reloading.now.strategy).not.toBe(first)
  })

  it('with other parameters has no other program: what its file imports comes in with another content of the file', async () => {
    const part = join(folder, 'part.mjs')
    const file = ownStrategy(1)
    const text = readFileSync(file, 'utf8').replace("description: 'x'", 'description: part')
    const ofPart = (more = '') => writeFileSync(file, `import { part } from './part.mjs'\n${more}${text}`)
    writeFileSync(part, "export const part = 'first'\n")
    ofPart()
    say({ strategy: { file: 'own.ts' } })
    const { reloading } = await open()
    writeFileSync(part, "export const part = 'second'\n")
    say({ strategy: { file: 'own.ts', params: { size: 7 } } })
    await reloading.reload(ASK)
    const { definition, params } = reloading.now.strategy
    expect([definition.description, params]).toEqual(['first', { size: 7 }])
    ofPart('// another content\n')
    await reloading.reload(ASK)
    expect(reloading.now.strategy.definition.description).toBe('second')
  })
})

describe('nothing is changed', () => {
  const refuse = async (more: Record<string, unknown>, change: Partial<ReloadParts> = {}) => {
    const opened = await open(change)
    const before = opened.reloading.now
    say(more)
    const message = await opened.reloading.reload(ASK).then(
      () => 'taken',
      (error: Error) => error.message,
    )
    expect([opened.applied, opened.reloading.now]).toEqual([[], before])
    expect(opened.refused).toEqual([message])
    return message
  }

  it('where a file of a key has another content, which is named, and not taken for an unchanged configuration', async () => {
    const file = join(folder, 'private-key')
    writeFileSync(file, 'one-secret')
    say({ wallet: { privateKeyFile: 'private-key' } })
    const { reloading, unchanged, written } = await open()
    writeFileSync(file, 'two-secret')
    const message = await reloading.reload(ASK).catch(({ message }: Error) => message)
    expect(message).toMatch(/^nothing is changed:\n {2}wallet.privateKeyFile \(content\) needs a restart/)
    writeFileSync(file, 'one-secret')
    expect((await reloading.reload(ASK)).changes).toEqual([])
    // shown for the start alone
    rmSync(file)
    expect((await reloading.reload(ASK)).changes).toEqual([])
    expect(unchanged).toEqual(['ann', 'ann'])
    expect(written).toEqual([])
  })

  it('where a file that a variable names has another content: it is named by the variable', async () => {
    const file = join(folder, 'api-key')
    writeFileSync(file, 'one-secret')
    say({ venue: { profile: resolve('config/venues/sandbox.yaml'), url: 'http://127.0.0.1:1', apiKeyEnv: 'A_KEY' } })
    const { reloading, refused } = await open({ env: { A_KEY_FILE: file } })
    expect((await reloading.reload(ASK)).changes).toEqual([])
    writeFileSync(file, 'two-secret')
    await expect(reloading.reload(ASK)).rejects.toThrow(
      /^nothing is changed:\n {2}A_KEY_FILE \(content\) needs a restart/,
    )
    rmSync(file)
    expect((await reloading.reload(ASK)).changes).toEqual([])
    expect(refused.join()).not.toContain('two-secret')
  })

  it('where one key needs a restart, which is named', async () => {
    const message = await refuse({ risk: { maxOrderShares: 20 }, telemetry: { port: 7 } })
    expect(message).toMatch(/^nothing is changed:\n {2}telemetry.port needs a restart \(telemetry.port: 9464 -> 7\)$/)
  })

  it('where the check says no', async () => {
    const check = async () => Promise.reject(new QuoinError('bad-config', 'the strategy throws'))
    expect(await refuse({ risk: { maxOrderShares: 20 } }, { check })).toBe('the strategy throws')
  })

  it('where the signer would refuse what it allows: field, limit and value are named, dry or not', async () => {
    const words = 'risk.maxOrderShares: 80 shares, the signer signs at most 50 (orders.maxShares of its file)'
    const unsigned = vi.fn((next: Config, now: Config) =>
      next.risk.maxOrderShares > now.risk.maxOrderShares ? [words] : [],
    )
    expect(await refuse({ risk: { maxOrderShares: 800 } }, { unsigned })).toBe(`nothing is changed:\n  ${words}`)
    const { reloading } = await open({ unsigned })
    say({ risk: { maxOrderShares: 900 } })
    await expect(reloading.reload({ ...ASK, dry: true })).rejects.toThrow(words)
  })

  it('where the file is changed while it is checked', async () => {
    const check = async () => say({ risk: { maxOrderShares: 30 } })
    expect(await refuse({ risk: { maxOrderShares: 20 } }, { check })).toContain('changed meanwhile')
  })

  it('where it cannot be written down', async () => {
    const write = () => ({ code: 'journal-failed', message: 'the disk is full' }) as const
    expect(await refuse({ risk: { maxOrderShares: 20 } }, { write })).toBe('the disk is full')
  })

  it('where the file is no YAML, or gone', async () => {
    const { reloading, refused } = await open()
    writeFileSync(path, 'risk: [[[')
    await expect(reloading.reload(ASK)).rejects.toMatchObject({ code: 'bad-config' })
    rmSync(path)
    await expect(reloading.reload(ASK)).rejects.toMatchObject({ code: 'bad-config' })
    expect(refused).toHaveLength(2)
  })

  it('where there is none before it', async () => {
    const { reloading } = await open()
    await expect(reloading.reload({ ...ASK, back: true })).rejects.toThrow('before this one')
  })
})

describe('a file of a key that has another content', () => {
  const wallet = { privateKeyFile: 'private-key' }
  const key = (text: string) => writeFileSync(join(folder, 'private-key'), text)
  const opened = async (change: Partial<ReloadParts> = {}) => {
    key('one-secret')
    say({ wallet })
    const made = await open(change)
    key('two-secret')
    return made
  }
  const LEFT = 'wallet.privateKeyFile (content)'

  it('keeps no limit from being lowered: that is taken up, and the file named, each time', async () => {
    const { reloading, applied, written } = await opened()
    say({ wallet, risk: { maxOrderShares: 20, priceBand: { min: 0.1 } } })
    const report = await reloading.reload(ASK)
    expect(report).toMatchObject({ applied: true, left: [{ key: LEFT }] })
    expect(report.changes.map(({ key }) => key)).toEqual(['risk.maxOrderShares', 'risk.priceBand.min'])
    expect(reloading.settingsOf(report).risk.maxOrderShares).toBe(20)
    expect(applied).toHaveLength(1)
    expect(written[0]?.reason).not.toContain('secret')
    await expect(reloading.reload(ASK)).rejects.toThrow(`nothing is changed:\n  ${LEFT} needs a restart`)
    say({ wallet, risk: { maxOrderShares: 10, priceBand: { min: 0.1 } } })
    expect(await reloading.reload({ ...ASK, dry: true })).toMatchObject({ applied: false, left: [{ key: LEFT }] })
    expect(await reloading.reload(ASK)).toMatchObject({ applied: true, left: [{ key: LEFT }] })
    expect(await reloading.reload({ ...ASK, back: true })).toMatchObject({ applied: true, left: [] })
    expect(reloading.now.config.risk.maxOrderShares).toBe(20)
  })

  it('refuses whatever lets more through, or is something else, whole', async () => {
    const { reloading, applied } = await opened()
    for (const more of [
      { risk: { maxOrderShares: 20, maxTotalLoss: 5000 } },
      { risk: { maxOrderShares: 20 }, strategy: { name: 'fixed-spread', params: { size: 7 } } },
      { risk: { maxOrderShares: 20 }, telemetry: { port: 7 } },
    ]) {
      say({ wallet, ...more })
      await expect(reloading.reload(ASK)).rejects.toThrow(`${LEFT} needs a restart`)
    }
    expect(applied).toEqual([])
    expect(reloading.now.config.risk.maxOrderShares).toBe(500)
  })

  it("and so a strategy's, live: the one that runs goes on", async () => {
    const strategy = { file: ownStrategy(1) }
    say({ strategy })
    const { reloading } = await open({ mode: 'live' })
    const first = reloading.now
    ownStrategy(2)
    say({ strategy, risk: { maxOrderShares: 20 } })
    // another default is another value of a parameter
    await expect(reloading.reload(ASK)).rejects.toThrow('strategy.file (content) needs a restart')
    writeFileSync(strategy.file, `${readFileSync(strategy.file, 'utf8').replace('default(2)', 'default(1)')}// more\n`)
    const report = await reloading.reload(ASK)
    expect(report).toMatchObject({ applied: true, left: [{ key: 'strategy.file (content)' }] })
    expect([reloading.now.strategy, reloading.now.sha256]).toEqual([first.strategy, first.sha256])
  })
})

describe('back', () => {
  it('returns step by step, whatever the file says', async () => {
    const { reloading } = await open()
    const hashes = [reloading.now.hash]
    for (const maxOrderShares of [20, 10]) {
      say({ risk: { maxOrderShares } })
      await reloading.reload(ASK)
      hashes.push(reloading.now.hash)
    }
    writeFileSync(path, '[[[')
    const back = async () => (await reloading.reload({ ...ASK, back: true })).hash
    expect([await back(), await back()]).toEqual([hashes[1], hashes[0]])
    await expect(back()).rejects.toThrow('got none')
  })
})

describe('several at once', () => {
  it('come one after the other, and the second finds nothing to do', async () => {
    const { reloading, applied } = await open()
    say({ risk: { maxOrderShares: 20 } })
    const reports = await Promise.all([reloading.reload(ASK), reloading.reload(ASK)])
    expect(reports.map(({ applied: taken }) => taken)).toEqual([true, false])
    expect(applied).toHaveLength(1)
  })

  it('a refused one does not keep the next', async () => {
    const { reloading } = await open()
    say({ telemetry: { port: 7 } })
    await expect(reloading.reload(ASK)).rejects.toThrow('restart')
    say({ risk: { maxOrderShares: 20 } })
    expect((await reloading.reload(ASK)).applied).toBe(true)
  })

  it('thirty leave twenty to return to', async () => {
    const { reloading } = await open()
    for (let n = 0; n < 30; n++) {
      say({ risk: { maxOrderShares: 100 + n } })
      expect((await reloading.reload(ASK)).applied).toBe(true)
    }
    for (let n = 0; n < 20; n++) await reloading.reload({ ...ASK, back: true })
    expect(reloading.now.config.risk.maxOrderShares).toBe(109)
    await expect(reloading.reload({ ...ASK, back: true })).rejects.toThrow('got none')
  })
})

describe("a strategy's file", () => {
  it('is taken up on paper with another content, and never live', async () => {
    const strategy = { file: ownStrategy(1) }
    say({ strategy })
    const paper = await open()
    const live = await open({ mode: 'live' })
    ownStrategy(2)
    await expect(live.reloading.reload(ASK)).rejects.toThrow('strategy.file (content) needs a restart')
    expect((await paper.reloading.reload(ASK)).changes.map(({ key }) => key)).toEqual([
      'strategy.file (content)',
      'strategy.params.size',
    ])
    expect(paper.reloading.now.strategy.params).toEqual({ size: 2 })
  })

  it('that is gone is told of as what is wrong with the configuration', async () => {
    const file = ownStrategy(1)
    say({ strategy: { file } })
    const { reloading, refused } = await open()
    rmSync(file)
    await expect(reloading.reload(ASK)).rejects.toMatchObject({ code: 'bad-config' })
    expect(refused).toEqual([expect.stringContaining(`${file}: expected a readable file`)])
  })
})

describe('what the tape is told', () => {
  it('makes the same settings of it again, with the same strategy where nothing of it changes', async () => {
    const first = await inForce(loadConfig(path), {})
    const { config, strategy, sha256 } = first
    const replayed = new ReplayedSettings({ name: folder, recorded: shownConfig(config), config, strategy, sha256 })
    const taken = (more: Record<string, unknown>) => {
      say(more)
      return inForce(loadConfig(path), {}, first)
    }
    const limits = await taken({ risk: { maxOrderShares: 20 } })
    const told = replayed.of({ config: JSON.parse(JSON.stringify(recordedSections(limits))) })
    const { quoter, ...plain } = settingsOf(limits)
    expect(told).toMatchObject(plain)
    expect(told.quoter).toBe(quoter)
    const other = await taken({ strategy: { name: 'fixed-spread', params: { size: 7 } } })
    expect(replayed.of({ config: recordedSections(other) }).quoter).not.toBe(quoter)
  })

  it('knows no other content of the file than the one that is here', async () => {
    say({ strategy: { file: ownStrategy(1) } })
    const { config, strategy, sha256 } = await inForce(loadConfig(path), {})
    const replayed = new ReplayedSettings({ name: folder, recorded: {}, config, strategy, sha256 })
    ownStrategy(2)
    const next = await inForce(loadConfig(path), {})
    expect(replayed.isKnown({ config: recordedSections(next) })).toBe(false)
    expect(replayed.isKnown({ config: { sha256 } })).toBe(true)
  })
})
