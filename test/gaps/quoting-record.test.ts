import { describe, expect, it } from 'vitest'
import type { LogLine } from '../../src/gaps/log-lines.js'
import { QuotingRecord } from '../../src/gaps/quoting-record.js'

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const at = (sec: number) => new Date(T0 + sec * 1000).toISOString()
type Told = Omit<LogLine, 'time'>

/** Lines with their second, and the gaps that they tell of: market, from, to, reason. */
function told(...lines: readonly (readonly [sec: number, line: Told])[]) {
  const record = new QuotingRecord()
  for (const [sec, line] of lines) record.take({ time: at(sec), ...line })
  const { gaps, markets } = record.recorded()
  return {
    gaps: gaps.map((gap) => [gap.conditionId, (gap.fromMs - T0) / 1000, (gap.toMs - T0) / 1000, gap.reason]),
    markets: markets.map((market) => [market.conditionId, market.followedMs / 1000, market.quotedMs / 1000]),
    details: gaps.map(({ detail }) => detail),
    questions: markets.map(({ question }) => question),
  }
}

const started: Told = { event: 'started' }
const follows = (conditionId: string): Told => ({ event: 'market', conditionId, question: `${conditionId}?` })
const quoted = (conditionId: string, sinceSec: number): Told => ({
  ...{ event: 'quoting', conditionId, since: at(sinceSec) },
})
const silent = (conditionId: string, sinceSec: number, reason: string): Told => ({
  ...{ event: 'not-quoting', conditionId, since: at(sinceSec), reason, detail: `${reason}!` },
})

describe('what a log tells of quotes', () => {
  it('has a gap from the moment in which something was no more to that in which it was again', () => {
    const { gaps, markets, details, questions } = told(
      [0, started],
      [1, follows('a')],
      [5, quoted('a', 3)],
      [12, silent('a', 10, 'feed-stale')],
      [14, silent('a', 13, 'halted')],
      [22, quoted('a', 20)],
      [30, { event: 'fill' }],
    )
    expect(gaps).toEqual([
      ['a', 1, 3, 'undecided'],
      ['a', 10, 13, 'feed-stale'],
      ['a', 13, 20, 'halted'],
    ])
    expect(markets).toEqual([['a', 29, 17]])
    expect(details).toEqual([undefined, 'feed-stale!', 'halted!'])
    expect(questions).toEqual(['a?'])
  })

  it('takes a line of many markets as one of each', () => {
    const many = { event: 'not-quoting', reason: 'halted', since: at(5), conditionIds: ['a', 'b'] }
    const { gaps } = told(
      [0, quoted('a', 0)],
      [0, quoted('b', 0)],
      [6, many],
      [9, quoted('b', 8)],
      [10, { event: 'fill' }],
    )
    expect(gaps).toEqual([
      ['b', 5, 8, 'halted'],
      ['a', 5, 10, 'halted'],
    ])
  })

  it('calls brief what a line at debug tells of and no reason follows', () => {
    const rests = (conditionId: string, is: boolean): Told => ({ event: 'resting', conditionId, rests: is })
    const { gaps } = told(
      [0, quoted('a', 0)],
      [4, rests('a', false)],
      [4.5, rests('a', true)],
      [7, rests('a', false)],
      // the reason is told when it has stood, and holds from the beginning, whatever was seen first
      [9, silent('a', 8.5, 'no-wish')],
      [11, rests('a', true)],
      [12, quoted('a', 11)],
    )
    expect(gaps).toEqual([
      ['a', 4, 4.5, 'brief'],
      ['a', 7, 11, 'no-wish'],
    ])
  })

  it('ends with the market, and begins again where it is selected again', () => {
    const { gaps, markets } = told(
      [0, follows('a')],
      [0, follows('b')],
      [5, { event: 'market', conditionId: 'a', status: 'CLOSED' }],
      [6, { event: 'market', conditionId: 'b', dropped: true }],
      [8, silent('a', 7, 'market-not-open')],
      [9, follows('b')],
      [10, quoted('b', 10)],
    )
    expect(gaps).toEqual([
      ['a', 0, 5, 'undecided'],
      ['b', 0, 6, 'undecided'],
      ['b', 9, 10, 'undecided'],
    ])
    expect(markets).toEqual([
      ['a', 5, 0],
      ['b', 7, 0],
    ])
  })

  it('has no process from the beginning of a stop to the next start, whatever is told meanwhile', () => {
    const { gaps } = told(
      [0, started],
      [0, quoted('a', 0)],
      [10, { event: 'stopping' }],
      [11, quoted('a', 11)],
      [12, { event: 'stopped' }],
      [20, started],
      [21, follows('a')],
      [23, quoted('a', 22)],
    )
    expect(gaps).toEqual([
      ['a', 10, 20, 'not-running'],
      ['a', 20, 22, 'undecided'],
    ])
  })

  it('has none from the last line of a process that was killed, nor after the end of the log', () => {
    const killed = told([0, started], [0, quoted('a', 0)], [7, { event: 'fill' }], [20, started], [21, quoted('a', 21)])
    const gaps = [
      ['a', 7, 20, 'not-running'],
      ['a', 20, 21, 'undecided'],
    ]
    expect(killed.gaps).toEqual(gaps)
    // what its successor says before it has started is of no event, and speaks of another process
    const waited = told(
      ...([
        [0, started],
        [0, quoted('a', 0)],
        [7, { event: 'fill' }],
      ] satisfies (readonly [number, Told])[]),
      ...([
        [18, {}],
        [19, {}],
        [20, started],
        [21, quoted('a', 21)],
      ] satisfies (readonly [number, Told])[]),
    )
    expect(waited.gaps).toEqual(gaps)
    expect(waited.markets).toEqual([['a', 21, 7]])
    expect(told([0, quoted('a', 0)], [5, { event: 'stopping' }], [6, { event: 'stopped' }]).gaps).toEqual([
      ['a', 5, 6, 'not-running'],
    ])
  })

  it('has no process missing in a run that does not follow the market, nor after the market’s end', () => {
    const { gaps, markets } = told(
      [0, started],
      [0, { ...follows('over'), ends: at(14) }],
      [0, { ...follows('other'), ends: at(90) }],
      [10, { event: 'stopping' }],
      [20, started],
      [21, quoted('new', 21)],
      [50, { event: 'stopping' }],
      [60, started],
      [61, follows('other')],
      [62, quoted('other', 61)],
      [70, { event: 'fill' }],
    )
    expect(gaps).toEqual([
      ['over', 0, 10, 'undecided'],
      ['other', 0, 10, 'undecided'],
      ['over', 10, 14, 'not-running'],
      ['other', 10, 20, 'not-running'],
      ['new', 50, 60, 'not-running'],
    ])
    expect(markets).toEqual([
      ['over', 14, 0],
      ['other', 29, 9],
      ['new', 39, 29],
    ])
  })

  it('knows nothing from the last line before missing ones until a line tells of the market, or its end', () => {
    const missing: Told = { event: 'not-logged', detail: '7 lines could not be written' }
    const { gaps, markets, details } = told(
      [0, { ...follows('a'), ends: at(90) }],
      [0, { ...follows('b'), ends: at(25) }],
      [0, quoted('a', 0)],
      [0, quoted('b', 0)],
      [10, { event: 'fill' }],
      [20, missing],
      [32, silent('a', 31, 'no-wish')],
      [40, quoted('a', 39)],
      [50, { event: 'fill' }],
    )
    expect(gaps).toEqual([
      ['a', 10, 31, 'not-logged'],
      ['b', 10, 25, 'not-logged'],
      ['a', 31, 39, 'no-wish'],
    ])
    expect(details.slice(0, 2)).toEqual(['7 lines could not be written', '7 lines could not be written'])
    expect(markets).toEqual([
      ['a', 50, 21],
      ['b', 25, 10],
    ])
  })

  it('tells that a market was unsteady where no line tells more', () => {
    const { gaps } = told(
      [0, quoted('a', 0)],
      [10, { event: 'unsteady', conditionId: 'a', detail: 'silence' }],
      [60, quoted('a', 30)],
    )
    expect(gaps).toEqual([['a', 10, 30, 'unsteady']])
  })

  it('takes no word of what is unsteady where each turn is told', () => {
    const { gaps } = told(
      [0, quoted('a', 0)],
      [9, { event: 'resting', conditionId: 'a', rests: false }],
      [9.5, { event: 'resting', conditionId: 'a', rests: true }],
      [10, { event: 'unsteady', conditionId: 'a', reason: 'budget' }],
      [60, quoted('a', 30)],
    )
    expect(gaps).toEqual([['a', 9, 9.5, 'brief']])
  })
})
