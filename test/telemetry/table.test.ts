import { describe, expect, it } from 'vitest'
import { colourInk } from '../../src/telemetry/ink.js'
import { renderLine, renderTable } from '../../src/telemetry/table.js'
import { SAMPLE, SAMPLE_MARKET } from './sample-snapshot.js'

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
    expect(at(60)[4]).toContain('+1.25')
    expect(at(60)[4]).not.toContain('0.52×120')
    expect(at(100)[4]).toContain('0.52×120')
  })

  it('counts the markets that do not fit into the height', () => {
    const many = { ...SAMPLE, markets: Array.from({ length: 30 }, () => SAMPLE_MARKET) }
    const lines = renderTable(many, { width: 100, height: 20, title: 't' })
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(lines.join('\n')).toContain('… and 17 more markets')
  })

  it('says what is wrong', () => {
    const bad = {
      ...SAMPLE,
      halted: { reason: 'loss', actor: 'kill switch' },
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
      ownQuotes: [{ outcome: 0 as const, side: 'SELL' as const, price: 0.555, size: 20, phase: 'live' }],
    }
    const text = renderTable({ ...SAMPLE, markets: [market] }, { width: 140, title: 't' }).join('\n')
    expect(text).toContain('unknown')
    expect(text).toContain('s0.445×20')
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
