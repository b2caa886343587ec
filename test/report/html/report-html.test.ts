// The page as text: nothing of the venue becomes markup, nothing is fetched, and what is not there is said.

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { MarketStatus } from '../../../src/domain/market/market.js'
import { escaped, html, scriptJson } from '../../../src/report/html/html.js'
import { reportHtml } from '../../../src/report/html/report-html.js'
import type { MarketSample } from '../../../src/report/result.js'
import { paperNotes } from '../../../src/report/run/paper-words.js'
import { FROM_MS, madeFill, madeMarket, madeResult, madeRun } from '../made-result.js'

const META = { version: '1.2.3', madeMs: FROM_MS }
const HOSTILE = `<img src=x onerror=alert(1)></script><!--"'&\u2028\u202e`

const hostilePage = () =>
  reportHtml(
    madeResult({
      ...{ tape: HOSTILE, strategy: { name: HOSTILE, params: { [HOSTILE]: HOSTILE } }, warnings: [HOSTILE] },
      runs: [
        madeRun({ markets: [madeMarket({ question: HOSTILE, status: HOSTILE as MarketStatus })], halted: HOSTILE }),
      ],
    }),
    META,
  )

it('escapes whatever it is given', () => {
  expect(html`<b title="${HOSTILE}">${[1, undefined, html`<i>${'&'}</i>`]}</b>`.text).toBe(
    '<b title="&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;&lt;!--&quot;&#39;&amp;\\u2028\\u202e">1<i>&amp;</i></b>',
  )
  expect(escaped('\u0000')).toBe('\\u0000')
  expect(scriptJson({ a: HOSTILE }).text).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(scriptJson({ a: HOSTILE }).text)).toEqual({ a: HOSTILE })
})

it('makes no markup of what a venue or a file says', () => {
  const text = hostilePage()
  const known = reportHtml(madeResult(), META)
  expect(text).not.toMatch(/<img|onerror=alert\(1\)>|\u2028|\u202e/)
  const tags = (page: string, name: string) => page.split(`<${name}`).length
  for (const name of ['script', '!--', 'style']) expect(tags(text, name)).toBe(tags(known, name))
})

it('lets only its own scripts run, and fetches nothing', () => {
  const text = reportHtml(madeResult(), META)
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]?.replaceAll('&#39;', "'")
  expect(policy).toContain("default-src 'none'")
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  expect(scripts).toHaveLength(2)
  for (const script of scripts) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  expect(text).not.toMatch(/<link|<iframe|<img|\ssrc=|@import|url\(/)
})

it('shows both bounds, and the range of the profit', () => {
  const runs = [madeRun(), madeRun({ model: 'optimistic', fills: [madeFill(), madeFill()], volume: 20 })]
  const text = reportHtml(
    madeResult({
      runs,
      fills: { lower: 1, upper: 2 },
      volume: { lower: 10, upper: 20 },
      pnl: { lower: -0.5, upper: 0.2 },
    }),
    META,
  )
  expect(text).toContain('1 to 2')
  expect(text).toContain('10 to 20')
  expect(text).toContain('−0.50 to +0.20')
  expect(text).toContain('as dear as those that the tape proves')
  expect(text).toContain('5.0 to 10.0\u202f%')
  expect(text).toContain('under 20 there is no Sharpe ratio and no interval')
})

it('says why there is no Sharpe ratio where enough markets have fills', () => {
  const markets = Array.from({ length: 20 }, (_, i) => madeMarket({ conditionId: `0x${i}`, fills: 1 }))
  const text = reportHtml(madeResult({ runs: [madeRun({ markets, samples: madeRun().samples.slice(0, 1) })] }), META)
  expect(text).toContain('no Sharpe ratio: in too many resamples of its markets no variance of the profit is left')
  expect(text).not.toContain('under 20 there is no Sharpe ratio')
})

it('says what is not there', () => {
  const idle = madeRun({ fills: [], volume: 0, samples: [], markets: [] })
  const text = reportHtml(madeResult({ runs: [idle] }), META)
  expect(text).toContain('No fill has a mid before and after it')
  expect(text).toContain('No market was followed')
  expect(text).toContain('No market resolved while it was followed')
  expect(text).toContain('the tape ended before it began')
  expect(text).not.toMatch(/NaN|undefined<|Infinity/)
})

it('warns where the markets do not add up to what the bot says', () => {
  expect(reportHtml(madeResult(), META)).not.toContain('by the fills and payoffs')
  const odd = madeRun({ pnl: { spread: 0, inventory: 1, fees: 0, total: 1 } })
  expect(reportHtml(madeResult({ runs: [odd] }), META)).toContain(
    '0.20 by the fills and payoffs of the markets, and 1.00',
  )
})

it('of five markets for an hour under five models stays under three megabytes', () => {
  // a new price in every look: far livelier than a book is
  const samples: MarketSample[] = Array.from({ length: 1800 }, (_, i) => ({
    ...{ atMs: FROM_MS + 2000 * i, othersBid: (40 + (i % 7)) / 100, othersAsk: (50 + (i % 5)) / 100 },
    ...{ ownBid: (39 + (i % 3)) / 100, ownAsk: (55 + (i % 4)) / 100, fair: 0.5 + Math.sin(i) / 10 },
    ...{ inventory: i % 50, pnl: Math.cos(i) },
  }))
  const fills = Array.from({ length: 2000 }, (_, i) =>
    madeFill({ atMs: FROM_MS + 1800 * i, conditionId: `0x${i % 5}` }),
  )
  const markets = Array.from({ length: 5 }, (_, i) => madeMarket({ conditionId: `0x${i}`, samples }))
  const runs = (['risk-averse', 'power-3', 'power-2', 'pro-rata', 'optimistic'] as const).map((model) =>
    madeRun({ model, markets, fills }),
  )
  const text = reportHtml(madeResult({ toMs: FROM_MS + 3_600_000, runs }), META)
  expect(Buffer.byteLength(text)).toBeLessThan(3_000_000)
})

it('shows the busiest two hundred markets, and says that there are more', () => {
  const markets = Array.from({ length: 230 }, (_, i) =>
    madeMarket({ conditionId: `0x${i}`, volume: i, question: `Q${i}?` }),
  )
  const text = reportHtml(madeResult({ runs: [madeRun({ markets })] }), META)
  expect(text).toContain('30 more are in the CSV and JSON files')
  // the table scrolls: what it shows at first is not all of it, and what it lists is not all that there were
  expect(text).toContain('By market, 200 listed')
  expect(text).toContain('Q30?')
  expect(text).not.toContain('Q29?')
})

it('lists what the bot chose from, and why it left the rest', () => {
  const text = reportHtml(madeResult(), META)
  expect(text).toContain('2 markets seen, 1 chosen, 1 left')
  expect(text).toMatch(/Will it snow\?.*max: 1 were chosen before it/s)
})

it('of a run on paper says what its fills are worth, and speaks of no models', () => {
  const notes = paperNotes('risk-averse')
  const runs = [madeRun({ model: 'paper' })]
  const text = reportHtml(madeResult({ runs, notes }), { ...META, kind: 'paper' })
  expect(text).toContain('What fills on paper are worth')
  for (const note of notes) expect(text).toContain(escaped(note))
  expect(text).not.toMatch(/queue models|Models of the queue|the tape/)
})

it('names the model that fits the tape best, and says where nobody has looked', () => {
  expect(reportHtml(madeResult(), META)).toContain('fits this tape best nobody has looked at')
  const text = reportHtml(madeResult({ bestOnTape: 'pro-rata' }), META)
  expect(text).toContain('pro-rata, which did not run here, fits its queues best')
  expect(reportHtml(madeResult({ bestOnTape: 'risk-averse' }), META)).toContain('risk-averse fits its queues best')
})
