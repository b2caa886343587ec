import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import { pendingRawOf } from '../../../src/domain/orders/own-order.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { B } from '../../risk/builders.js'
import { Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

const unclear: Failure = { code: 'unreachable', message: 'no answer', mayHaveHappened: true }
const refused: Failure = { code: 'insufficient-balance', message: 'no', mayHaveHappened: false }

function placed(order = new TrueOrder()) {
  const bot = new Believer()
  return { bot, order, entry: bot.place(order) }
}

describe('placing', () => {
  it('goes from signing over sent to live', () => {
    const bot = new Believer()
    const order = new TrueOrder()
    const entry = bot.intend(order)
    expect(entry()).toMatchObject({ phase: 'signing', restingRaw: 100n * LOT })
    bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
    expect(entry()).toMatchObject({ phase: 'sent', hash: order.hash })
    bot.tell({ kind: 'submitted', intentId: entry().intentId, hash: order.hash, status: 'open' })
    expect(entry().phase).toBe('open')
  })

  it.each(['cancelled_local', 'expired', 'cancelled_onchain'] as const)('ends when the venue answers %s', (status) => {
    const bot = new Believer()
    const order = new TrueOrder()
    const entry = bot.intend(order)
    bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
    bot.tell({ kind: 'submitted', intentId: entry().intentId, hash: order.hash, status })
    expect(entry()).toMatchObject({ phase: 'ended' })
  })

  it('is unknown after an unclear failure, over after a clear one, over when it was never signed', () => {
    const bot = new Believer()
    const phases = [unclear, refused].map((failure, i) => {
      const order = new TrueOrder({ hash: `0x${i + 1}` })
      const entry = bot.intend(order)
      bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
      bot.tell({ kind: 'submit-failed', intentId: entry().intentId, failure })
      return entry()
    })
    const unsigned = bot.intend(new TrueOrder({ hash: '0x9' }))
    bot.tell({ kind: 'submit-failed', intentId: unsigned().intentId, failure: unclear })
    expect(phases).toMatchObject([{ phase: 'unknown', restingRaw: 100n * LOT }, { phase: 'ended' }])
    expect(unsigned()).toMatchObject({ phase: 'ended', restedRaw: 0n })
    expect(unsigned()).not.toHaveProperty('hash')
  })

  it('believes a record that has overtaken the answer, whatever the answer', () => {
    for (const answer of ['submitted', 'failed'] as const) {
      const bot = new Believer()
      const order = new TrueOrder()
      const entry = bot.intend(order)
      bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
      order.match(30, 2)
      bot.tell({ kind: 'order', record: order.record() })
      const { intentId } = entry()
      if (answer === 'failed') bot.tell({ kind: 'submit-failed', intentId, failure: unclear })
      else bot.tell({ kind: 'submitted', intentId, hash: order.hash, status: 'open' })
      expect(entry()).toMatchObject({ phase: 'open', matchedRaw: 30n * LOT, restingRaw: 70n * LOT })
    }
  })
})

describe('a cancel', () => {
  it('that failed leaves the order alive and free to be cancelled again', () => {
    const { bot, order, entry } = placed()
    bot.beliefs.orders.cancelSent(entry().intentId, bot.nowMs)
    bot.tell({ kind: 'cancel-failed', hashes: [order.hash], failure: unclear })
    expect(entry()).toMatchObject({ phase: 'open', restingRaw: 100n * LOT })
    expect(entry()).not.toHaveProperty('cancelSentMonoMs')
  })

  it('that the venue refuses makes the order unknown until its record is read', () => {
    const { bot, order, entry } = placed()
    bot.tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: 'pending' }] })
    expect(entry()).toMatchObject({ phase: 'unknown' })
    order.match(100, 5)
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    expect(entry()).toMatchObject({ phase: 'settling', matchedRaw: 100n * LOT, pendingRaw: 100n * LOT })
  })

  it('that was carried out is not undone by older words, which still tell of matches', () => {
    const { bot, order, entry } = placed()
    const listed = order.record()
    order.match(20, 5)
    const partly = order.record()
    bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    expect(entry().phase).toBe('ended')
    // a list asked for before the cancel
    bot.tell({ kind: 'orders-listed', records: [listed], askedSeq: 1 })
    expect(entry()).toMatchObject({ phase: 'ended' })
    bot.tell({ kind: 'order', record: partly })
    expect(entry()).toMatchObject({ phase: 'settling', matchedRaw: 20n * LOT })
    bot.tell({ kind: 'submitted', intentId: entry().intentId, hash: order.hash, status: 'open' })
    expect(entry().phase).toBe('settling')
  })

  it('whose answer overtakes the one to the order ends it all the same', () => {
    const bot = new Believer()
    const order = new TrueOrder()
    const entry = bot.intend(order)
    bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
    bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    bot.tell({ kind: 'submitted', intentId: entry().intentId, hash: order.hash, status: 'open' })
    expect(entry()).toMatchObject({ phase: 'ended' })
  })

  it('is disproved by a list asked for after it', () => {
    const { bot, order, entry } = placed()
    bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    bot.tell({ kind: 'wake' })
    bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq: bot.seq })
    expect(entry()).toMatchObject({ phase: 'open', restingRaw: 100n * LOT })
  })

  it('is in doubt when such a list has an older word of the order than we do', () => {
    const { bot, order, entry } = placed()
    const old = order.record()
    bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    order.match(10, 7)
    bot.tell({ kind: 'order', record: order.record() })
    expect(entry().phase).toBe('settling')
    bot.tell({ kind: 'wake' })
    bot.tell({ kind: 'orders-listed', records: [old], askedSeq: bot.seq })
    expect(entry()).toMatchObject({ phase: 'unknown', matchedRaw: 10n * LOT })
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    expect(entry()).toMatchObject({ phase: 'open', restingRaw: 90n * LOT })
  })

  it('is not disproved by a list whose word of the order is older than one that ended it', () => {
    const { bot, order, entry } = placed()
    const old = order.record()
    bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    const ended = entry()
    order.cancel(7)
    bot.tell({ kind: 'order', record: order.record() })
    for (const record of [old, order.record()]) {
      bot.tell({ kind: 'wake' })
      bot.tell({ kind: 'orders-listed', records: [record], askedSeq: bot.seq })
    }
    expect(entry()).toBe(ended)
  })

  it('is not disproved by a list asked for before a later cancel was refused while it was in doubt again', () => {
    const { bot, order, entry } = placed()
    order.match(30, 2)
    bot.tell({ kind: 'order', record: order.record() })
    bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    const tradeId = order.settle('failed', 3) ?? ''
    bot.tell({ kind: 'settlement', conditionId: order.draft.conditionId, tradeId, status: 'failed' })
    expect(entry().phase).toBe('unknown')
    bot.tell({ kind: 'wake' })
    const askedSeq = bot.seq
    bot.tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: '' }] })
    bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq })
    expect(entry().phase).toBe('ended')
  })

  it('is not disproved by a list asked for before a later answer to a cancel', () => {
    for (const kind of ['cancel-answered', 'cancel-failed'] as const) {
      const { bot, order, entry } = placed()
      bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
      bot.tell({ kind: 'wake' })
      const askedSeq = bot.seq
      if (kind === 'cancel-failed') bot.tell({ kind, hashes: [order.hash], failure: unclear })
      else bot.tell({ kind, cancelled: [order.hash], failed: [] })
      bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq })
      expect(entry().phase).toBe('ended')
    }
  })
})

describe('the words about an order that was placed, matched and cancelled', () => {
  const order = new TrueOrder()
  const open = order.record()
  order.match(30, 2)
  const matched = order.record()
  const fills = order.fills()
  order.cancel(3)
  const cancelled = order.record()
  const words: Record<string, CoreInput> = {
    answer: { kind: 'submitted', intentId: 1, hash: order.hash, status: 'open' },
    'lost answer': { kind: 'submit-failed', intentId: 1, failure: unclear },
    'open told': { kind: 'order', record: open },
    'match told': { kind: 'order', record: matched },
    'match listed': { kind: 'fills-listed', fills, askedSeq: 0 },
    'cancel answered': { kind: 'cancel-answered', cancelled: [order.hash], failed: [] },
    'cancel without an answer': { kind: 'cancel-failed', hashes: [order.hash], failure: unclear },
    'end told': { kind: 'order', record: cancelled },
    'end looked up': { kind: 'looked-up', hash: order.hash, record: cancelled },
  }
  const LAST = ['end told', 'end looked up']

  it('say the same in any order, however often, and whichever of them are missing', () => {
    const heard = fc.array(fc.constantFrom(...Object.keys(words)), { maxLength: 12 })
    fc.assert(
      fc.property(heard, fc.constantFrom(...LAST), heard, (first, last, later) => {
        const bot = new Believer()
        const entry = bot.intend(order)
        bot.tell({ kind: 'signed', intentId: 1, hash: order.hash })
        for (const word of [...first, last, ...later]) bot.tell(words[word] ?? { kind: 'wake' })
        expect(entry()).toMatchObject({ phase: 'settling', matchedRaw: 30n * LOT, pendingRaw: 30n * LOT })
        bot.tell({
          kind: 'settlement',
          conditionId: order.draft.conditionId,
          tradeId: `${order.hash}-0`,
          status: 'settled',
        })
        const isListed = [...first, ...later].includes('match listed')
        expect(entry().phase).toBe(isListed ? 'ended' : 'settling')
      }),
    )
  })
})

it('a signature told again does not send an order that has ended', () => {
  const { bot, order, entry } = placed()
  order.cancel(2)
  bot.tell({ kind: 'order', record: order.record() })
  bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
  expect(entry().phase).toBe('ended')
})

it('a signature that comes after its order was given up is sent, and the order counts again', () => {
  const bot = new Believer()
  const order = new TrueOrder()
  const entry = bot.intend(order)
  const { intentId } = entry()
  bot.tell({ kind: 'submit-failed', intentId, failure: refused })
  expect([...bot.beliefs.orders.living()]).toEqual([])
  bot.tell({ kind: 'signed', intentId, hash: order.hash })
  expect([...bot.beliefs.orders.living()]).toEqual([entry()])
  expect(entry()).toMatchObject({ phase: 'sent', hash: order.hash, restingRaw: order.originalRaw })
})

describe('a list of orders', () => {
  it('denies a live order only when it was asked for after the order was last heard of', () => {
    const { bot, entry } = placed()
    bot.tell({ kind: 'orders-listed', records: [], askedSeq: bot.seq })
    expect(entry().phase).toBe('open')
    bot.tell({ kind: 'wake' })
    bot.tell({ kind: 'orders-listed', records: [], askedSeq: bot.seq })
    expect(entry()).toMatchObject({ phase: 'unknown', restingRaw: 100n * LOT })
  })

  it('adopts an order nobody knows, counts what it matches from now on, and ignores one that is over', () => {
    const bot = new Believer()
    const order = new TrueOrder()
    order.match(40, 2)
    order.settle('settled', 3)
    order.match(10, 4)
    const over = new TrueOrder({ hash: '0x2' })
    over.cancel(2)
    bot.tell({ kind: 'orders-listed', records: [order.record(), over.record()], askedSeq: 1 })
    const [adopted, ...others] = [...bot.beliefs.orders.living()]
    const entry = () => bot.beliefs.orders.byIntent(adopted?.intentId ?? 0)
    expect(others).toEqual([])
    expect(entry()).toMatchObject({ origin: 'listed', phase: 'open', matchedRaw: 10n * LOT, restingRaw: 50n * LOT })
    order.settle('settled', 6)
    bot.tell({ kind: 'order', record: order.record() })
    expect(entry()).toMatchObject({ matchedRaw: 10n * LOT, pendingRaw: 0n })
  })
})

describe('settlement', () => {
  it('is believed from the list of fills when the order itself says nothing more', () => {
    const { bot, order, entry } = placed()
    order.match(100, 5)
    bot.tell({ kind: 'order', record: order.record() })
    order.settle('settled', 8)
    bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    expect(entry()).toMatchObject({ phase: 'ended', matchedRaw: 100n * LOT })
  })

  it('is not undone by a list of fills asked for before it', () => {
    const { bot, order, entry } = placed()
    order.match(100, 5)
    const old = order.fills()
    bot.tell({ kind: 'fills-listed', fills: old, askedSeq: 0 })
    const tradeId = order.settle('settled', 8) ?? ''
    bot.tell({ kind: 'settlement', conditionId: order.draft.conditionId, tradeId, status: 'settled' })
    bot.tell({ kind: 'fills-listed', fills: old, askedSeq: 0 })
    expect(pendingRawOf(entry())).toBe(0n)
  })

  it('of a trade in another market is none of ours, whatever its id', () => {
    const { bot, order, entry } = placed()
    order.match(100, 5)
    bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    const [tradeId = ''] = order.fills().map((fill) => fill.tradeId)
    bot.tell({ kind: 'settlement', conditionId: B, tradeId, status: 'settled' })
    expect(pendingRawOf(entry())).toBe(100n * LOT)
    bot.tell({ kind: 'settlement', conditionId: order.draft.conditionId, tradeId, status: 'settled' })
    expect(pendingRawOf(entry())).toBe(0n)
  })

  it.each(['settlement', 'fills-listed'] as const)(
    'that failed puts the order in doubt (%s), and its record revives it',
    (kind) => {
      const { bot, order, entry } = placed()
      order.match(100, 5)
      bot.tell({ kind: 'order', record: order.record() })
      bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
      expect(entry().phase).toBe('settling')
      const tradeId = order.settle('failed', 8) ?? ''
      const { conditionId } = order.draft
      if (kind === 'settlement') bot.tell({ kind, conditionId, tradeId, status: 'failed' })
      else bot.tell({ kind, fills: order.fills(), askedSeq: 0 })
      expect(entry().phase).toBe('unknown')
      bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
      expect(entry()).toMatchObject({ phase: 'open', matchedRaw: 0n, pendingRaw: 0n, restingRaw: 100n * LOT })
    },
  )

  it('that failed is no news when the record already says so', () => {
    const { bot, order, entry } = placed()
    order.match(60, 5)
    bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    order.settle('failed', 8)
    bot.tell({ kind: 'order', record: order.record() })
    bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    expect(entry()).toMatchObject({ phase: 'open', matchedRaw: 0n, restingRaw: 100n * LOT })
  })
})

describe('orders of a former run', () => {
  it('count as unknown with their full size; single fills are not followed', () => {
    const bot = new Believer()
    const order = new TrueOrder()
    bot.tell({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
    bot.tell({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
    const [adopted, ...others] = [...bot.beliefs.orders.living()]
    const entry = () => bot.beliefs.orders.byIntent(adopted?.intentId ?? 0)
    expect(others).toEqual([])
    expect(entry()).toMatchObject({ phase: 'unknown', origin: 'recovered', restingRaw: 100n * LOT })
    order.match(30, 2)
    bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    expect(entry()).toMatchObject({ matchedRaw: 0n })
    order.settle('settled', 3)
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    // settled before we knew of it: part of the holdings read at start
    expect(entry()).toMatchObject({ phase: 'open', matchedRaw: 0n, restingRaw: 70n * LOT })
  })
})
