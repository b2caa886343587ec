import { expect, it } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { BotLife } from '../seeds/bot-life.js'
import { UnexplainedTrades } from '../seeds/invariants/unexplained-trades.js'

const ID = '0xa'

/** A bot that believes its book, or does not. */
function open() {
  const found: string[] = []
  const watch = new UnexplainedTrades((what) => found.push(what))
  const now = { monoMs: 1000 }
  const feeds = { isTrusted: true, trustsSocket: () => feeds.isTrusted }
  const markets = new Map([[ID, { id: 'm', conditionId: ID, status: 'OPEN', ticksPerUnit: 100 }]])
  const life = {
    bot: { core: { beliefs: { markets, feeds } } },
    clock: { monoMs: () => now.monoMs },
  } as unknown as BotLife
  const heard = (event: object) => {
    const whole = { conditionId: ID, at: { monoMs: now.monoMs }, ...event }
    watch.heard(whole as unknown as CoreEvent, life)
  }
  // the venue's clock is another one
  const venueMs = () => now.monoMs + 90_000
  return {
    found,
    feeds,
    traded: (outcome: 0 | 1, price: number) => heard({ kind: 'trade', trade: { outcome, price, venueMs: venueMs() } }),
    changed: (outcome: 0 | 1, price: number, stampMs = venueMs()) =>
      heard({ kind: 'level', change: { outcome, price, size: 1 }, venueMs: stampMs }),
    snapshot: () => heard({ kind: 'book', via: 'socket' }),
    passes: (ms: number) => {
      now.monoMs += ms
      watch.turned(life)
    },
    turns: () => watch.turned(life),
  }
}

it('a book of which a trade has changed nothing is not believed once something later is heard', () => {
  const { traded, changed, passes, turns, found } = open()
  traded(0, 40)
  passes(499)
  changed(0, 10)
  turns()
  passes(5000)
  expect(found).toEqual([])
  changed(0, 10)
  turns()
  expect(found).toEqual(['m: a trade at 40 has changed no level, and its book is still believed'])
})

it('what was only late on its way tells nothing', () => {
  const { traded, changed, passes, turns, found } = open()
  traded(0, 40)
  passes(5000)
  changed(0, 10, 91_000)
  turns()
  expect(found).toEqual([])
})

it('a change of its level explains a trade, shortly before it or after, in the words of either outcome', () => {
  const { traded, changed, passes, turns, found } = open()
  changed(0, 40)
  passes(400)
  traded(1, 60)
  traded(0, 41)
  passes(300)
  changed(1, 59)
  passes(5000)
  changed(0, 10)
  turns()
  expect(found).toEqual([])
  changed(0, 40)
  passes(600)
  traded(0, 40)
  passes(600)
  changed(0, 10)
  turns()
  expect(found).toHaveLength(1)
})

it('a book that has come anew, or is not believed, says nothing of a trade', () => {
  const { traded, changed, snapshot, passes, turns, feeds, found } = open()
  const goesOn = () => {
    passes(5000)
    changed(0, 10)
    turns()
  }
  traded(0, 40)
  snapshot()
  goesOn()
  traded(0, 40)
  passes(600)
  feeds.isTrusted = false
  changed(0, 10)
  turns()
  traded(0, 40)
  feeds.isTrusted = true
  goesOn()
  expect(found).toEqual([])
})
