import { describe, expect, it } from 'vitest'
import type { BotSnapshot } from '../../../src/domain/run/snapshot.js'
import { displayWidth } from '../../../src/telemetry/terminal/display-width.js'
import { colourInk } from '../../../src/telemetry/terminal/ink.js'
import { renderLine, renderTable } from '../../../src/telemetry/terminal/table.js'
import { SAMPLE, SAMPLE_MARKET } from '../sample-snapshot.js'

const at = (width: number) => renderTable(SAMPLE, { width, title: 'as-logit, paper' })

describe('renderTable', () => {
  it('shows market, fair value, our bids, best other bids, inventory, fills, split P&L, budget and feed age', () => {
    const [title, totals, , head, row, budget, trouble] = at(160)
    expect(title).toBe('as-logit, paper')
    expect(totals).toContain('P&L +1.25 = spread +2.10, inventory -0.80, fees -0.05')
    expect(totals).toContain('worst case -35.00')
    expect(totals).toContain('collateral 1000.00, free 820.00')
    expect(head).toContain('market')
    const cells = (row ?? '').replace(SAMPLE_MARKET.question, '').trim().split(/\s+/)
    expect(cells).toEqual([
      '0.532',
      '0.51×50',
      '0.44×60',
      '0.52×120',
      '-',
      '12/5.5',
      '3',
      '+2.10',
      '-0.80',
      '-0.05',
      '+1.25',
      'live',
      '0.3s',
    ])
    expect(budget).toContain('write 120/150')
    expect(trouble).toBe('all well')
  })

  it.each([40, 60, 72, 80, 84, 96, 100, 132, 200])('never draws wider than the terminal: %i columns', (width) => {
    for (const line of at(width)) expect(line.length).toBeLessThanOrEqual(width)
  })

  it('drops columns before it drops the P&L', () => {
    const row = (width: number) => at(width).find((line) => line.startsWith('Will')) ?? ''
    expect(row(60)).toContain('+1.25')
    expect(row(60)).not.toContain('0.52×120')
    expect(row(100)).toContain('0.52×120')
  })

  it('counts the markets that do not fit into the height', () => {
    const many = { ...SAMPLE, markets: Array.from({ length: 30 }, () => SAMPLE_MARKET) }
    const lines = renderTable(many, { width: 100, height: 20, title: 't' })
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(lines.join('\n')).toContain('… and 18 more markets')
  })

  it.each([80, 120])('names the market that has changed, and how: %i columns', (width) => {
    const changed = { ...SAMPLE_MARKET, question: 'Rain?', changed: 'tick: expected 1/100, got 1/1000' }
    const lines = renderTable({ ...SAMPLE, markets: [changed] }, { width, title: 't' })
    expect(lines.at(-1)).toBe('market changed (Rain?): tick: expected 1/100, got 1/1000')
  })

  it('says what is wrong', () => {
    const bad = {
      ...SAMPLE,
      halted: { cause: 'loss' as const, reason: 'loss', actor: 'kill switch', atMs: 0 },
      totals: { ...SAMPLE.totals, unknownOrders: 2 },
      markets: [{ ...SAMPLE_MARKET, feed: { health: 'stale' as const, ageMs: 4200, reason: 'silent' } }],
    }
    const text = renderTable(bad, { width: 140, title: 't' }).join('\n')
    expect(text).toContain('HALTED by kill switch: loss')
    expect(text).toContain('2 orders of unknown outcome')
    expect(text).toContain('stale 4.2s')
  })

  it('marks a market with an unknown order, and our sells', () => {
    const market = {
      ...SAMPLE_MARKET,
      quarantined: true,
      ownQuotes: [
        {
          outcome: 0 as const,
          side: 'SELL' as const,
          price: 0.555,
          size: 20,
          phase: 'open' as const,
          ageMs: 0,
          expirationSec: 0,
        },
      ],
    }
    const text = renderTable({ ...SAMPLE, markets: [market] }, { width: 140, title: 't' }).join('\n')
    expect(text).toContain('unknown')
    expect(text).toContain('s0.445×20')
  })

  describe.each([80, 100, 140])('with long cells in %i columns', (width) => {
    const quote = {
      outcome: 0 as const,
      side: 'SELL' as const,
      price: 0.5555,
      size: 12_345,
      phase: 'open' as const,
      ageMs: 0,
      expirationSec: 0,
    }
    const long = {
      ...SAMPLE_MARKET,
      ownQuotes: [quote, { ...quote, outcome: 1 as const }],
      pnl: { spread: 1, inventory: -54_322.89, fees: 0, total: -54_321.89 },
    }
    const head = 'Will the central bank of the western islands cut its rate'
    const questions = [
      `${head} in March?`,
      `${head} in April?`,
      `${head} in May 2027?`,
      '東京は晴れますか？今日の天気は😀👩‍👩‍👧すばらしいです',
      'Même café?',
    ]
    const snapshot = { ...SAMPLE, markets: questions.map((question) => ({ ...long, question })) }
    const lines = renderTable(snapshot, { width, title: 't', ink: colourInk })
    const rows = lines.filter((line) => line.includes('-54321.89'))

    it('keeps every row whole, coloured and straight', () => {
      expect(rows).toHaveLength(5)
      for (const row of rows) {
        expect(row).toContain('\u001b[31m-54321.89\u001b[0m')
        expect(displayWidth(row)).toBeLessThanOrEqual(width)
      }
      const moneyAt = rows.map((row) => displayWidth(row.slice(0, row.indexOf('-54321.89'))))
      expect(new Set(moneyAt).size).toBe(1)
      expect(lines.at(-1)).toBe('\u001b[32mall well\u001b[0m')
    })

    it('tells rows apart that begin alike', () => {
      for (const word of ['March', 'April', 'May']) expect(rows.filter((row) => row.includes(word))).toHaveLength(1)
    })
  })

  it('lets no text from the venue steer the terminal', () => {
    const question = 'Rain\u001b[2J\u001b]0;owned\u0007\n\u009b31m \u202egnirts'
    const halted = { cause: 'loss', reason: 'no\u001b[8m\nall well', actor: 'kill switch', atMs: 0 } as const
    const snapshot = { ...SAMPLE, halted, markets: [{ ...SAMPLE_MARKET, question }] }
    const text = renderTable(snapshot, { width: 200, title: 'a\u001b[2J' }).join('\n')
    expect(text).toContain('Rain\\u001b[2J\\u001b]0;owned\\u0007\\n\\u009b31m \\u202egnirts')
    expect(text).toContain('no\\u001b[8m\\nall well')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u)
    expect(renderLine(snapshot)).not.toMatch(/\p{Cc}/u)
  })

  it('does not say that all is well without a sign-in, markets or a feed', () => {
    const last = (snapshot: BotSnapshot) => renderTable(snapshot, { width: 120, title: 't' }).at(-1)
    expect(last({ ...SAMPLE, signedIn: false })).toBe('not signed in')
    expect(last({ ...SAMPLE, markets: [] })).toBe('no markets')
    const silent = { ...SAMPLE_MARKET, feed: { health: 'stale' as const, ageMs: 4200, reason: 'silent' } }
    expect(last({ ...SAMPLE, markets: [SAMPLE_MARKET, silent] })).toBe('1 of 2 feeds stale')
    expect(last({ ...SAMPLE, markets: [SAMPLE_MARKET, { ...silent, dropped: true }] })).not.toContain('stale')
  })

  it('uses colours only when asked', () => {
    expect(at(120).join('')).not.toContain('\u001b')
    expect(renderTable(SAMPLE, { width: 120, title: 't', ink: colourInk }).join('')).toContain('\u001b[32m+1.25')
  })
})

describe('renderLine', () => {
  it('is one plain line', () => {
    expect(renderLine(SAMPLE)).toBe(
      '1 markets, 2 quotes, 3 fills, P&L +1.25 (spread +2.10, inventory -0.80, fees -0.05)',
    )
  })
})
