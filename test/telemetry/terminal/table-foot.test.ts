import { describe, expect, it } from 'vitest'
import type { BotSnapshot, MarketSnapshot } from '../../../src/domain/run/snapshot.js'
import { displayWidth } from '../../../src/telemetry/terminal/display-width.js'
import { plainInk } from '../../../src/telemetry/terminal/ink.js'
import { troubleLines } from '../../../src/telemetry/terminal/table-foot.js'
import { SAMPLE, SAMPLE_MARKET } from '../sample-snapshot.js'

const PLACE = '(/home/ann/bots/strategies/northern-model.ts:214:17)'
const FAULT = `it threw: the model of the northern hemisphere has no coefficients for a market that ends so soon ${PLACE}`

const market = (question: string, more: Partial<MarketSnapshot>): MarketSnapshot => ({
  ...SAMPLE_MARKET,
  question,
  ...more,
})
const faulty = (question: string, fault = FAULT) =>
  market(question, { fault, notQuoting: { reason: 'strategy-fault', detail: fault } })
const silent = (question: string, detail: string) =>
  market(question, { notQuoting: { reason: 'no-collateral', detail } })

function linesOf(markets: readonly MarketSnapshot[], width: number, room = 20, more: Partial<BotSnapshot> = {}) {
  return troubleLines({ ...SAMPLE, ...more, markets }, { width, room }, plainInk)
}

describe('troubleLines', () => {
  it.each([60, 80, 110, 160])('shows the place of a fault, once: %i columns', (width) => {
    const lines = linesOf([faulty('Will it rain in Highmoor this week?')], width)
    const text = lines.map((line) => line.trim()).join('')
    expect(text).toMatch(/:214:17\)$/)
    expect(text.split('it threw')).toHaveLength(2)
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  it('says once what is said of several markets', () => {
    expect(
      linesOf(
        ['A?', 'B?', 'C?'].map((question) => faulty(question, 'it threw: no')),
        80,
      ),
    ).toEqual(['fault (3 markets): it threw: no'])
    expect(
      linesOf(
        ['A?', 'B?'].map((question) => silent(question, '0 is there')),
        80,
      ),
    ).toEqual(['no quotes in 2 markets: no-collateral: 0 is there'])
  })

  it('says that all is well only while every market that was chosen is quoted', () => {
    const left = market('A?', { dropped: true, notQuoting: { reason: 'not-selected', detail: 'too far' } })
    expect(linesOf([market('B?', {})], 80)).toEqual(['all well'])
    expect(linesOf([left, market('B?', {})], 80)).toEqual(['no quotes in A?: not-selected: too far', 'all well'])
    expect(linesOf([left, silent('B?', '0 is there')], 80)).toEqual([
      'no quotes in A?: not-selected: too far',
      'no quotes in B?: no-collateral: 0 is there',
    ])
  })

  it('counts the markets beyond three different reasons', () => {
    const markets = ['1', '2', '3', '4', '5'].map((price) => silent(`${price}?`, `${price} is needed`))
    expect(linesOf([...markets, silent('6?', '5 is needed')], 80)).toEqual([
      'no quotes in 1?: no-collateral: 1 is needed',
      'no quotes in 2?: no-collateral: 2 is needed',
      'no quotes in 3?: no-collateral: 3 is needed',
      '… and in 3 more',
    ])
    expect(
      linesOf(
        ['1', '2', '3', '4'].map((n) => faulty(`${n}?`, n)),
        80,
      ),
    ).toEqual(['fault (1?): 1   fault (2?): 2   fault (3?): 3   faults in 1 more'])
  })

  it('tells the reason before a long question ends', () => {
    const [line] = linesOf([silent('Will the first frost reach Greywater this week? (round 1)', '0 is there')], 80)
    expect(line).toBe('no quotes in Will the first frost reach Greywater th…: no-collateral: 0 is there')
  })

  it('takes one line for each where there is no room for more', () => {
    const markets = ['A?', 'B?'].map((question) => silent(question, 'a reason that is long '.repeat(5)))
    const long = [silent('C?', 'another one that is long '.repeat(5)), ...markets]
    expect(linesOf(long, 60, 9)).toHaveLength(6)
    expect(linesOf(long, 60, 3)).toHaveLength(2)
  })

  it('tells how many markets a person has paused', () => {
    const paused = market('A?', { paused: 'paused since then by ann: lunch' })
    expect(linesOf([paused, market('B?', {})], 80)).toEqual(['1 of 2 markets paused'])
    const dropped = market('C?', { dropped: true, paused: 'paused since then by ann: lunch' })
    expect(linesOf([paused, market('B?', {}), dropped], 80)).toEqual(['1 of 2 markets paused'])
  })

  it('says nothing market by market where all are halted', () => {
    const halted = { cause: 'loss', reason: 'loss', actor: 'kill switch', atMs: 0 } as const
    expect(linesOf([silent('A?', '0 is there')], 80, 20, { halted })).toEqual(['HALTED by kill switch: loss'])
  })
})
