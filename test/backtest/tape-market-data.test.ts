import { describe, expect, it } from 'vitest'
import { OthersBook } from '../../src/backtest/others-book.js'
import { TapeFacts } from '../../src/backtest/tape-facts.js'
import { TapeMarketData } from '../../src/backtest/tape-market-data.js'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { TapeEvent } from '../../src/recording/tape-record.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { book, CONDITION, MARKET } from '../venue/simulated/fills/scenario.js'

function scene() {
  const clock = new VirtualClock(0)
  const times = { nowMs: () => clock.monoMs(), venueMs: () => clock.wallMs() }
  const facts = new TapeFacts()
  const venueBooks = new OthersBook(times, () => undefined)
  const toldBooks = new OthersBook(times, (event) => tape.received(event))
  const tape: TapeMarketData = new TapeMarketData({
    ...{ clock, facts, venueBooks, toldBooks },
    ...{ trip: () => ({ thereMs: 5, backMs: 5 }), mergedBestBids: false },
  })
  const heard: MarketDataEvent[] = []
  tape.listen((event) => heard.push(event))
  tape.start()
  const happens = (event: TapeEvent) => {
    facts.take(event)
    venueBooks.take(event)
    toldBooks.take(event)
  }
  happens({ kind: 'market', market: MARKET })
  const shown = book([
    ['YES bid', 48, 100],
    ['NO bid', 50, 20],
  ])
  happens({ kind: 'market-data', event: { kind: 'snapshot', conditionId: CONDITION, book: shown, seq: 5 } })
  const wait = () => clock.runUntil(clock.monoMs() + 50)
  const answers: unknown[] = []
  /** All that can be asked of the market, in turn. */
  const ask = () => {
    answers.length = 0
    tape.readFee(MARKET, (answer) => answers.push(answer.ok && answer.value.feeRateBps))
    tape.readBestBids(MARKET, (answer) => answers.push(answer.ok && answer.value.map((level) => level?.size)))
    tape.readBook(MARKET, (answer) => answers.push(answer.ok))
    wait()
    return answers
  }
  const resynced = () => {
    heard.length = 0
    tape.resync(CONDITION)
    wait()
    return heard.map(({ kind }) => kind)
  }
  return { tape, heard, happens, wait, ask, resynced }
}

describe('what is asked that the recording bot never asked', () => {
  it('is answered from the state of the venue at that moment', () => {
    const { ask, happens } = scene()
    expect(ask()).toEqual([0, [10_000, 2000], true])
    happens({ kind: 'fee', conditionId: CONDITION, feeRateBps: 30 })
    expect(ask()[0]).toBe(30)
  })

  it('who enters a market gets its book, with the number that the next change follows', () => {
    const { tape, heard, wait, resynced } = scene()
    tape.watch([MARKET])
    wait()
    expect(heard.slice(-2)).toMatchObject([
      { kind: 'subscribed', accepted: true },
      { kind: 'snapshot', seq: 5 },
    ])
    expect(resynced()).toEqual(['snapshot', 'resync-answered'])
  })

  it('who leaves a market is told so once, and hears no more of it', () => {
    const { tape, heard, happens, wait } = scene()
    tape.watch([MARKET])
    wait()
    heard.length = 0
    tape.watch([])
    tape.watch([])
    happens({ kind: 'market-data', event: { kind: 'fee-changed', conditionId: CONDITION } })
    wait()
    expect(heard).toEqual([{ kind: 'unwatched', conditionId: CONDITION }])
  })

  it('gets no answer while the recorder had no connection', () => {
    const { tape, ask, happens, wait, resynced } = scene()
    tape.watch([MARKET])
    wait()
    happens({ kind: 'market-data', event: { kind: 'link', state: 'down' } })
    expect(ask()).toEqual([false, false, false])
    expect(resynced()).toEqual([])
  })

  it.each([
    ['its book', { kind: 'snapshot', conditionId: CONDITION, book: book([]) }],
    [
      'a level',
      { kind: 'change', conditionId: CONDITION, change: { outcome: 0, side: 'BUY', price: ticks(47), size: lots(1) } },
    ],
  ] as const)('gets none of a market in a gap, until %s is told', (_words, event) => {
    const { tape, ask, happens, resynced, wait, heard } = scene()
    happens({ kind: 'market-data', event: { kind: 'unreadable', conditionId: CONDITION, message: 'a gap' } })
    tape.watch([MARKET])
    wait()
    // nor does who enters it now get the book of before
    expect(heard.map(({ kind }) => kind)).not.toContain('snapshot')
    expect(ask()).toEqual([false, false, false])
    expect(resynced()).toEqual([])
    happens({ kind: 'market-data', event })
    expect(ask()[2]).toBe(true)
    expect(resynced()).toEqual(['snapshot', 'resync-answered'])
  })

  it('gets none of a market that is not recorded any more, until it is again', () => {
    const { tape, ask, happens, wait, resynced } = scene()
    tape.watch([MARKET])
    wait()
    happens({ kind: 'market-dropped', conditionId: CONDITION })
    expect(ask()).toEqual([false, false, false])
    expect(resynced()).toEqual([])
    const listed: string[] = []
    const list = () =>
      tape.listMarkets({}, (answer) => listed.push(answer.ok ? answer.value.markets.map(({ id }) => id).join() : ''))
    list()
    wait()
    happens({ kind: 'market', market: MARKET })
    list()
    wait()
    expect(listed).toEqual(['', MARKET.id])
    expect(ask()[2]).toBe(true)
  })
})

it('of a market that is told by another tick only its status is heard, until it is watched by that', () => {
  const { tape, heard, happens, wait } = scene()
  tape.watch([MARKET])
  wait()
  heard.length = 0
  const finer = { ...MARKET, ticksPerUnit: 1000 }
  happens({ kind: 'market', market: finer })
  tape.regridded(CONDITION)
  const shown = book([['YES bid', 48, 100]])
  happens({ kind: 'market-data', event: { kind: 'snapshot', conditionId: CONDITION, book: shown } })
  happens({ kind: 'market-data', event: { kind: 'status', conditionId: CONDITION, status: 'CLOSED' } })
  tape.resync(CONDITION)
  const answers: unknown[] = []
  tape.readBook(MARKET, (answer) => answers.push(answer))
  tape.readBestBids(MARKET, (answer) => answers.push(answer))
  wait()
  expect(heard.map(({ kind }) => kind)).toEqual(['unreadable', 'status', 'resync-answered'])
  expect(answers).toMatchObject(Array(2).fill({ ok: false, failure: { code: 'bad-payload' } }))
  heard.length = 0
  tape.watch([])
  tape.watch([finer])
  wait()
  expect(heard.map(({ kind }) => kind)).toEqual(['unwatched', 'subscribed', 'snapshot'])
  tape.readBook(finer, (answer) => answers.push(answer))
  wait()
  expect(answers.at(-1)).toMatchObject({ ok: true })
  tape.regridded(CONDITION)
  expect(heard).toHaveLength(3)
})
