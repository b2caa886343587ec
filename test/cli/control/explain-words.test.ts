import { describe, expect, it } from 'vitest'
import { explainLines } from '../../../src/cli/control/explain-words.js'
import { type ExplainView, explainView } from '../../../src/control/explain/explain-schema.js'

const QUOTE = { outcome: 'YES', side: 'BUY', price: 0.4873, shares: 20 }
const AT = { ...QUOTE, price: 0.48 }

const view = (change: Partial<ExplainView> = {}) =>
  explainView.parse({
    ...{ question: 'Will it rain?', id: 'm1', status: 'OPEN', says: 'one quote of ours is there', shares: [20, 0] },
    feed: { health: 'live', ageMs: 200, reason: 'streaming' },
    ...{ fair: 0.5, fairBasis: 'two-sided', closesInMs: 180_000, askedAgoMs: 900 },
    inputs: {
      book: { health: 'live', ageMs: 200, reason: 'streaming' },
      bestBids: { ageMs: 12_000 },
      trade: { ...QUOTE, ageMs: 5000 },
      fair: { p: 0.5, basis: 'two-sided', degraded: false, ageMs: 0 },
      ...{ volatility: 0.00041234, toxicity: [0.001, 0], paidBps: 0 },
      fee: { feeRateBps: 100, ageMs: 3000, isSignable: false },
      signals: [{ name: 'model', value: 0.61, ageMs: 4000 }],
      account: { ageMs: 8000 },
    },
    made: [
      { name: 'halfSpread', value: 0.02, unit: 'price', means: 'distance' },
      { name: 'mine', value: 3 },
    ],
    quotes: [],
    refused: [],
    rows: [
      {
        ...{ wished: QUOTE, allowed: AT },
        resting: { ...AT, phase: 'open', ageMs: 12_000 },
        what: 'rests as allowed',
      },
    ],
    waiting: [],
    budget: {
      requests: [{ routeClass: 'write', perMinute: 600, leftInMinute: 580, blockedForMs: 0 }],
      freeCollateral: 812.5,
    },
    worstCaseLoss: 3,
    depth: { bids: [{ price: 0.48, size: 200 }], asks: [] },
    ...change,
  })

const text = (change?: Partial<ExplainView>) => explainLines(view(change)).join('\n')

describe('why a quote is there', () => {
  it.each([
    ['two-sided', false, "from the others' book"],
    ['two-sided', true, "from the others' book, from before"],
    ['one-sided', true, "from the others' book before one side of it went"],
  ] as const)('what the fair value rests on: %s, degraded %s', (basis, degraded, words) => {
    const { inputs } = view()
    const fair = { p: 0.5, basis, degraded, ageMs: 4000 }
    expect(text({ inputs: inputs && { ...inputs, fair } })).toMatch(
      new RegExp(`fair value of YES +0\\.5, ${words} +4 s`),
    )
  })

  it('question, answer, time left', () => {
    expect(explainLines(view()).slice(0, 3)).toEqual([
      'Will it rain?',
      'one quote of ours is there',
      'market OPEN, closes in 3 min',
    ])
  })

  it.each([
    /fair value of YES +0\.5, from the others' book +0 s/,
    /feed of the book +live, streamed +0 s/,
    /best bids, as listed +compared with the book +12 s/,
    /last trade +BUY YES 0\.4873 × 20 +5 s/,
    /volatility +0\.0004123 price\/√s/,
    /toxicity +0\.001 for bids on YES, 0 for bids on NO/,
    /fee +100 bps, read again before an order is signed +3 s/,
    /fee of our fills +none: resting quotes pay nothing/,
    /signal model +0\.61 +4 s/,
    /others' quotes on YES +bid 0\.48 × 200; ask nobody/,
    /we hold +20 YES, 0 NO +8 s/,
    /halfSpread +0\.02 +price +distance/,
    /mine +3$/m,
    /the strategy was asked 1 s ago/,
    /BUY YES 0\.4873 × 20 +BUY YES 0\.48 × 20 +BUY YES 0\.48 × 20, open for 12 s +rests as allowed/,
    /nothing is waited for/,
    /requests left in this minute, of all markets: orders 580 of 600$/m,
    /free collateral, of all markets: 812\.50/,
  ])('%s', (line) => {
    expect(text()).toMatch(line)
  })
})

describe('why there is none', () => {
  it('a stop is said once, in the answer', () => {
    const stopped = 'paused since 2026-01-31T00:00:00.000Z by ann: odd'
    const said = text({ stopped, says: `no quote of ours is there (paused): ${stopped}` })
    expect(said.split(stopped)).toHaveLength(2)
    expect(text({ stopped: 'the clock is unsure' })).toContain('\nnothing may rest: the clock is unsure\n')
  })

  it('what is waited for has since when, and a blocked budget for how long', () => {
    const requests = [{ routeClass: 'write', perMinute: 600, leftInMinute: 0, blockedForMs: 4000 }]
    const said = text({ waiting: ['write budget'], waitingForMs: 7000, budget: { requests } })
    expect(said).toContain(
      'waits for write budget: the key allows no more requests for orders at this moment (something has been waited for since 7 s ago)',
    )
    expect(said).toContain('orders 0 of 600, none for 4 s')
  })

  it('what the strategy and risk say, and refusals that no row tells', () => {
    const refusal = { ...QUOTE, reason: 'order-rate', detail: 'orderRate: 5 in a second are sent' }
    const said = text({ note: 'near the end', cautions: ['ramp: 10.0 %'], refused: [refusal] })
    expect(said).toContain('the strategy says: near the end')
    expect(said).not.toContain('to the strategy')
    expect(text({ strategyFair: 0.37142 })).toContain('to the strategy YES is worth 0.3714: edges are measured by it')
    expect(said).toContain('risk holds back: ramp: 10.0 %')
    expect(said).toMatch(/BUY YES 0\.4873 × 20 +order-rate +orderRate: 5 in a second are sent/)
  })

  it('nothing wished, no terms, an unknown input', () => {
    const said = text({ rows: [], made: [], inputs: undefined, fair: undefined, depth: undefined })
    expect(said).toContain('no quote is wished here, and none rests')
    expect(said).toContain('the strategy does not say what its prices are made of')
    expect(said).toMatch(/fair value of YES +none/)
    expect(text({ termsProblem: 'terms: it threw: x' })).toContain('cannot be told: terms: it threw: x')
  })
})
