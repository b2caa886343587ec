import { expect, it } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { BotLife } from '../seeds/bot-life.js'
import { Compared } from '../seeds/invariants/compared.js'

const ID = '0xa'

/** A bot with a book of the others that it believes, or does not. */
function open() {
  const found: string[] = []
  const eye = new Compared((what) => found.push(what))
  const now = { monoMs: 1000 }
  const bids = { yes: 40, no: 55 }
  const feeds = {
    ...{ isTrusted: true, reason: 'live', trustsSocket: () => feeds.isTrusted },
    health: () => ({ health: feeds.isTrusted ? 'live' : 'stale', reason: feeds.reason }),
  }
  const own = { untilMs: Number.POSITIVE_INFINITY, inBookUntilMonoMs: () => own.untilMs }
  const others = () => [
    { bids: [{ price: bids.yes, size: 1 }], asks: [] },
    { bids: [{ price: bids.no, size: 1 }], asks: [] },
  ]
  const markets = new Map([[ID, { conditionId: ID }]])
  const core = { beliefs: { markets, feeds, orders: own, others } }
  const life = { bot: { core }, clock: { monoMs: () => now.monoMs } } as unknown as BotLife
  const heard = (event: object) =>
    eye.heard({ conditionId: ID, at: { monoMs: now.monoMs }, ...event } as unknown as CoreEvent, life)
  const turn = (commands: object[] = []) => eye.turned({ commands } as unknown as Pick<Decision, 'commands'>, life)
  heard({ kind: 'feed' })
  return {
    ...{ found, bids, feeds, own, heard, turn },
    asks: () => turn([{ kind: 'read-best-bids', conditionId: ID }]),
    answered: (yes: number, no: number) =>
      heard({ kind: 'best-bids', bids: [yes, no].map((price) => ({ price, size: 1 })) }),
    passes: (ms: number) => {
      now.monoMs += ms
      turn()
    },
  }
}

it('a book is not believed that says something else than the answer all along', () => {
  const { asks, answered, passes, found } = open()
  asks()
  passes(100)
  answered(41, 55)
  passes(499)
  expect(found).toEqual([])
  passes(1)
  expect(found).toEqual(["0xa: the venue's best bids are 41/55, ours were 40/55 all along, and are believed"])
})

it('a book that its stream is asked for then has three seconds to come anew', () => {
  const { asks, answered, passes, turn, found } = open()
  asks()
  answered(41, 55)
  passes(300)
  turn([{ kind: 'resync', conditionId: ID }])
  passes(2699)
  expect(found).toEqual([])
  passes(1)
  expect(found).toHaveLength(1)
})

it('so has one that was asked for while the question was on its way, from then on', () => {
  const { asks, answered, passes, turn, found } = open()
  asks()
  passes(100)
  turn([{ kind: 'resync', conditionId: ID }])
  passes(400)
  answered(41, 55)
  passes(2599)
  expect(found).toEqual([])
  passes(1)
  expect(found).toHaveLength(1)
})

it('what has shown what the answer says, before it or soon after, says the same', () => {
  const { asks, answered, passes, bids, found } = open()
  for (const showsFirst of [true, false]) {
    asks()
    if (!showsFirst) answered(41, 55)
    bids.yes = 41
    passes(10)
    bids.yes = 40
    passes(10)
    if (showsFirst) answered(41, 55)
    passes(5000)
  }
  expect(found).toEqual([])
})

it('while it moves an answer may have been right in between, but not five times in a row', () => {
  const { asks, answered, passes, heard, found } = open()
  const unclear = () => {
    asks()
    heard({ kind: 'level' })
    answered(41, 55)
    passes(500)
  }
  for (let n = 0; n < 4; n++) unclear()
  asks()
  answered(40, 55)
  passes(500)
  for (let n = 0; n < 4; n++) unclear()
  expect(found).toEqual([])
  unclear()
  expect(found).toHaveLength(1)
})

it('of a book that is not believed, that has come anew or of which ours may be gone nothing is judged', () => {
  const { asks, answered, passes, heard, feeds, own, found } = open()
  asks()
  answered(41, 55)
  feeds.isTrusted = false
  passes(500)
  feeds.isTrusted = true
  asks()
  answered(41, 55)
  heard({ kind: 'book', via: 'socket' })
  passes(500)
  own.untilMs = 9000
  asks()
  answered(41, 55)
  passes(500)
  expect(found).toEqual([])
})

it('no comparison finds a book wrong of which every answer says the same', () => {
  const { asks, answered, passes, feeds, found } = open()
  const judged = (yes: number) => {
    asks()
    answered(yes, 55)
    feeds.isTrusted = false
    feeds.reason = 'book differs from the venue'
    passes(400)
    feeds.isTrusted = true
    feeds.reason = 'live'
    passes(20_000)
  }
  judged(41)
  expect(found).toEqual([])
  // what was found while it was not believed for another reason was not seen, nor what was answered then
  feeds.isTrusted = false
  feeds.reason = 'the connection is down'
  passes(400)
  feeds.reason = 'book differs from the venue'
  passes(400)
  feeds.isTrusted = true
  feeds.reason = 'live'
  passes(400)
  expect(found).toEqual([])
  judged(40)
  expect(found).toEqual(['0xa: a comparison finds its book wrong, and no answer has said anything else'])
})
