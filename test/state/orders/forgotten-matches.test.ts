import { describe, expect, it } from 'vitest'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { A, market } from '../../risk/builders.js'
import { account, Believer } from '../believer.js'
import { TrueOrder } from '../true-order.js'

const CREATED_MS = 1
const HALF_A_MINUTE = 30_000

/** All of an order is matched, which is counted, and not settled. */
function matched() {
  const bot = new Believer([market(A)])
  bot.readAccount(account(1_000_000_000n))
  const order = new TrueOrder({ hash: '0x01' })
  const known = bot.place(order)
  order.match(100, bot.nowMs)
  const pending = { fills: order.fills(), record: order.record() }
  bot.tell({ kind: 'order', record: pending.record })
  bot.tell({ kind: 'fills-listed', fills: pending.fills, askedSeq: bot.seq, sinceVenueMs: 0 })
  expect(known().phase).toBe('settling')
  return { bot, known, order, pending }
}

type Matched = ReturnType<typeof matched>

const unknown: CoreInput = { kind: 'looked-up', hash: '0x01' }
const list = ({ bot }: Matched, change: Partial<Extract<CoreInput, { kind: 'fills-listed' }>> = {}) =>
  bot.tell({ kind: 'fills-listed', fills: [], askedSeq: bot.seq, sinceVenueMs: CREATED_MS, ...change })
/** The venue holds 5 tokens more than can be explained. */
const differs = ({ bot }: Matched) => {
  bot.readAccount(account(1_000_000_000n, { [A]: [5_000_000n, 0n] }))
  expect(bot.beliefs.ledger.isMismatched(A)).toBe(true)
}
const held = ({ bot }: Matched) => bot.beliefs.positions.tokensRaw(A)[0]

function forgotten(): Matched {
  const one = matched()
  differs(one)
  one.bot.nowMs += HALF_A_MINUTE
  one.bot.tell(unknown)
  list(one)
  return one
}

describe('a match that waits for its settlement', () => {
  it('never was where the venue knows neither its order nor itself, and what is held differs', () => {
    const one = forgotten()
    expect(one.known().phase).toBe('ended')
    expect(held(one)).toBe(0n)
    expect(one.bot.beliefs.orders.isPending).toBe(false)
  })

  it.each<[string, (one: Matched) => void]>([
    ['a list alone', list],
    ['a look-up alone', ({ bot }) => bot.tell(unknown)],
    [
      'a list that was asked for before the answer to the look-up',
      (one) => {
        const askedSeq = one.bot.seq
        one.bot.tell(unknown)
        list(one, { askedSeq })
      },
    ],
    [
      'a list that does not reach back to before the order',
      (one) => {
        one.bot.tell(unknown)
        list(one, { sinceVenueMs: CREATED_MS + 1 })
      },
    ],
    [
      'a list of which nobody knows how far it reaches',
      ({ bot }) => {
        bot.tell(unknown)
        bot.tell({ kind: 'fills-listed', fills: [], askedSeq: bot.seq })
      },
    ],
    [
      'a list that has it',
      (one) => {
        one.bot.tell(unknown)
        list(one, { fills: one.pending.fills })
        list(one)
      },
    ],
    [
      'a record between the two',
      (one) => {
        one.bot.tell(unknown)
        one.bot.tell({ kind: 'order', record: one.pending.record })
        list(one)
      },
    ],
  ])('is not disproven by %s', (_what, happens) => {
    const one = matched()
    differs(one)
    one.bot.nowMs += HALF_A_MINUTE
    happens(one)
    expect(one.known().phase).toBe('settling')
    expect(held(one)).toBe(1_000_000n)
  })

  it('is not disproven within half a minute of the last word on it', () => {
    const one = matched()
    differs(one)
    one.bot.nowMs += HALF_A_MINUTE - 1
    one.bot.tell(unknown)
    list(one)
    expect(one.known().phase).toBe('settling')
  })

  it('has five minutes where what is held may still agree', () => {
    const one = matched()
    one.bot.nowMs += HALF_A_MINUTE
    one.bot.tell(unknown)
    list(one)
    one.bot.nowMs += 299_999
    // lists of that time reach no further back than some minutes
    list(one, { sinceVenueMs: one.bot.nowMs - 120_000 })
    expect(one.known().phase).toBe('settling')
    one.bot.nowMs += 1
    list(one, { sinceVenueMs: one.bot.nowMs - 120_000 })
    expect(one.known().phase).toBe('ended')
  })

  it.each(['pending', 'settled'] as const)(
    'counts again, once, where the venue tells of it after all: %s',
    (status) => {
      const told = ({ bot, order }: Matched): Record<string, CoreInput> => ({
        list: { kind: 'fills-listed', fills: order.fills(), askedSeq: bot.seq },
        record: { kind: 'looked-up', hash: '0x01', record: order.record() },
      })
      for (const by of ['list', 'record']) {
        const one = forgotten()
        if (status === 'settled') one.order.settle('settled', one.bot.nowMs)
        for (const _twice of [1, 2]) one.bot.tell(told(one)[by] ?? unknown)
        expect(held(one)).toBe(1_000_000n)
        expect(one.known().phase).toBe(status === 'settled' ? 'ended' : 'settling')
      }
    },
  )
})
