// A run ends with a report: its numbers are the venue's own account of what happened, and what the stop says.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StopReport } from '../../src/bot/stop-report.js'
import type { RunReport } from '../../src/report/result.js'
import { BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue, START_RAW } from './loopback-venue.js'

const WAIT = { timeout: 30_000, interval: 50 }
const UNIT = 1e6

let venue: LoopbackVenue
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-report-'))
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const inFolder = (path = folder) => venue.config(`report: { folder: ${JSON.stringify(path)} }\n`)

function reportIn(files: readonly string[]): RunReport {
  const json = files.find((file) => file.endsWith('.json'))
  if (json === undefined) throw new Error(`no report among ${files.join(', ')}`)
  return JSON.parse(readFileSync(join(folder, json), 'utf8')).result
}

const sums = (rows: readonly { readonly key: string; readonly shares: number; readonly fee: number }[]) => {
  const found: Record<string, { shares: number; fee: number }> = {}
  for (const { key, shares, fee } of rows) {
    const sum = found[key] ?? { shares: 0, fee: 0 }
    const rounded = (value: number) => Math.round(value * UNIT) / UNIT
    found[key] = { shares: rounded(sum.shares + shares), fee: rounded(sum.fee + fee) }
  }
  return found
}

/** By market, outcome, side and price: an order's last matches may be told as one while the venue has not listed them. */
function venueFills() {
  return sums(
    venue.fills().map(({ conditionId, outcome, side, price, sizeRaw, feeRaw }) => {
      const p = price / (venue.server.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 0)
      const fee = Number(feeRaw) / UNIT
      const key = `${conditionId}/${outcome}/${side}/${p.toFixed(4)}`
      return { key, shares: Number(sizeRaw) / UNIT, fee: side === 'BUY' ? fee * p : fee }
    }),
  )
}

function toldFills({ runs: [run] }: RunReport) {
  const fills = [...(run?.fills ?? [])].map((fill) => ({
    ...fill,
    key: `${fill.conditionId}/${fill.outcome}/${fill.side}/${fill.price.toFixed(4)}`,
  }))
  return sums(fills)
}

describe('the report of a live run', () => {
  it('has the fills, fees and holdings of the venue’s account, and a profit that follows from them', async () => {
    const bot = runLive(inFolder())
    await vi.waitFor(() => expect(venue.fills().length).toBeGreaterThan(5), WAIT)
    bot.signal('SIGTERM')
    const { code } = await bot.ended()
    expect([0, 6]).toContain(code)
    const files = readdirSync(folder)
    expect(files.map((file) => file.replace(/^live-\d+T\d+Z/, '')).sort()).toEqual([
      ...['-equity.csv', '-fills.csv', '-markets.csv', '-selection.csv', '.html', '.json'],
    ])
    expect(bot.line('report')).toBe(join(folder, files.find((file) => file.endsWith('.html')) ?? ''))
    const report = reportIn(files)
    const [run] = report.runs
    if (run === undefined) throw new Error('no run')
    expect(run.model).toBe('live')
    expect(toldFills(report)).toEqual(venueFills())

    // the bot counts a match at once, the ledger when it has settled
    await vi.waitFor(() => expect(venue.ordersEver().filter(({ pendingRaw }) => pendingRaw > 0n)).toEqual([]), WAIT)
    const { ledger } = venue.server.api.exchange
    const spent = Number(ledger.collateral(venue.account).totalRaw - START_RAW) / UNIT
    expect(run.markets.reduce((sum, { cash = 0 }) => sum + cash, 0)).toBeCloseTo(spent, 6)
    const held = run.markets.map(({ conditionId, shares }) => ({ conditionId, shares }))
    for (const { conditionId, shares } of held) {
      const { tokensRaw } = ledger.tokens(venue.account, conditionId as never)
      expect(shares).toEqual(tokensRaw.map((raw) => Number(raw) / UNIT))
    }
    const stopped = bot.line('stopped') as StopReport
    const positions = run.markets.filter(({ shares }) => shares.some((share) => share !== 0))
    expect(positions.map(({ question, shares }) => ({ market: question, shares })).sort(byMarket)).toEqual(
      stopped.positions?.map(({ market, shares }) => ({ market, shares })).sort(byMarket),
    )
    // what the books say of the markets is the whole, and follows from the fills
    expect(run.markets.reduce((sum, { pnl }) => sum + pnl.total, 0)).toBeCloseTo(run.pnl.total, 6)
    const { metrics } = JSON.parse(readFileSync(join(folder, files.find((f) => f.endsWith('.json')) ?? ''), 'utf8'))
    expect(metrics[0].recount.fromMarkets).toBeCloseTo(metrics[0].recount.fromBot, 6)
    expect([...run.fills].some(({ mid }) => mid !== undefined)).toBe(true)
    expect(run.samples.length).toBeGreaterThan(0)
    const chosen = report.marketsSeen.filter(({ chosenMs }) => chosenMs !== undefined)
    expect(chosen.map(({ conditionId }) => conditionId)).toEqual(
      expect.arrayContaining(run.markets.map((m) => m.conditionId)),
    )
    expect(report.notes?.join(' ')).toContain('from its start to its stop')
  })
})

describe('the report of a run that merges', () => {
  it('counts what that brought apart from its fills, and finds the books right', async () => {
    const bot = runLive(
      venue.config(`report: { folder: ${JSON.stringify(folder)} }\nchain: { actions: merge, mergeMin: 1 }\n`),
    )
    const merged = () =>
      venue.traffic.filter(({ request: { method, path } }) => method === 'POST' && path === '/sandbox/transactions')
    await vi.waitFor(() => expect(merged().length).toBeGreaterThan(1), WAIT)
    bot.signal('SIGTERM')
    await bot.ended()
    const file = readdirSync(folder).find((name) => name.endsWith('.html')) ?? ''
    const [run] = reportIn(readdirSync(folder)).runs
    expect(run?.markets.reduce((sum, { exchanged = 0 }) => sum + exchanged, 0)).toBeGreaterThanOrEqual(1)
    const html = readFileSync(join(folder, file), 'utf8')
    expect(/the profit is [^<]* by the fills[^<]*/.exec(html)?.[0]).toBeUndefined()
  })
})

describe('a report that cannot be written', () => {
  it('is told of by its path, and the stop ends as it would have', async () => {
    const file = join(folder, 'no-folder')
    writeFileSync(file, '')
    const bot = runLive(inFolder(file))
    await vi.waitFor(() => expect(venue.resting().length).toBeGreaterThan(0), WAIT)
    bot.signal('SIGTERM')
    const { code } = await bot.ended()
    const stopped = bot.line('stopped') as StopReport
    expect(code).toBe(stopped.openOrders?.length === 0 && stopped.pendingSettlements?.length === 0 ? 0 : 6)
    expect(bot.stderr).toContain(`report: ${file}`)
    expect(venue.resting()).toEqual([])
  })
})

describe('without a report', () => {
  it('report.write: false leaves no file', async () => {
    const bot = runLive(venue.config(`report: { write: false, folder: ${JSON.stringify(folder)} }\n`))
    await vi.waitFor(() => expect(bot.line('running')).toBeDefined(), WAIT)
    bot.signal('SIGTERM')
    await bot.ended()
    expect(bot.line('stopped')).toBeDefined()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a paper run', () => {
  it('says at its start and in its report that its fills are pessimistic, and why', async () => {
    const page = join(folder, 'monday')
    const bot = new BotProcess(['run', inFolder(), '--dry-run', '--report', page])
    await vi.waitFor(() => expect(bot.stderr).toMatch(/fills on paper are pessimistic: .* whoever cancels/), WAIT)
    await vi.waitFor(() => expect(bot.stderr).toContain('metrics: '), WAIT)
    bot.signal('SIGTERM')
    await bot.ended()
    expect(bot.stdout).toContain(`report: ${page}.html`)
    const html = readFileSync(`${page}.html`, 'utf8')
    expect(html).toContain('<p class="kind">paper</p>')
    expect(html).toMatch(/It is pessimistic\..*Inside the others’ spread nobody is seen to trade/s)
    expect(reportIn(['monday.json']).runs.map(({ model }) => model)).toEqual(['paper'])
  })
})

const byMarket = (a: { readonly market: string }, b: { readonly market: string }) => a.market.localeCompare(b.market)
