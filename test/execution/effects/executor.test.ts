import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/domain/error.js'
import type { SubmitResult } from '../../../src/venue/trading.js'
import { A, B, quote } from '../../risk/builders.js'
import { permit } from '../budget/builders.js'
import { hashOf, restingOrder } from '../builders.js'
import { Bench, LOST, REFUSED } from '../executor-bench.js'

let bench: Bench
beforeEach(() => {
  bench = new Bench()
})

describe('placing', () => {
  it('signs, writes the journal, only then sends, and tells the hash when that is done', () => {
    bench.place()
    expect(bench.log).toEqual(['sign', 'journal signed', `submit body of ${hashOf(1)}`, 'emit signed'])
    expect(bench.lines[0]).toMatchObject({ kind: 'signed', hash: hashOf(1), body: `body of ${hashOf(1)}` })
    bench.submits[0]!.done({ ok: true, value: { hash: hashOf(1), status: 'open' } })
    expect(bench.last()).toEqual({ kind: 'submitted', intentId: 1, hash: hashOf(1), status: 'open' })
  })

  it('tells the hash before an answer that comes at once, and once', () => {
    bench.answersAtOnce = { ok: false, failure: REFUSED }
    bench.place()
    expect(bench.events.map(({ kind }) => kind)).toEqual(['signed', 'submit-failed'])
  })

  it('tells the hash of what was signed and not sent', () => {
    bench.slow = true
    bench.place()
    bench.signing[0]!()
    expect(bench.events).toEqual([])
    bench.stopped = 'halted by a person'
    bench.writing[0]!()
    expect(bench.events.map(({ kind }) => kind)).toEqual(['signed', 'submit-failed'])
  })

  it('sends nothing before the journal has confirmed', () => {
    bench.slow = true
    bench.place()
    bench.signing[0]!()
    expect(bench.submits).toEqual([])
    bench.writing[0]!()
    expect(bench.submits).toHaveLength(1)
  })

  it('sends nothing that the journal could not take', () => {
    bench.journalFailure = { code: 'journal-failed', message: 'disk full' }
    bench.place()
    expect(bench.submits).toEqual([])
    expect(bench.last()).toMatchObject({ kind: 'submit-failed', failure: { code: 'journal-failed' } })
  })

  it.each(['while it is signed', 'while it is written'])('sends nothing once the bot is halted %s', (when) => {
    bench.slow = true
    bench.place()
    if (when === 'while it is signed') bench.stopped = 'halted by a person'
    bench.signing[0]!()
    bench.stopped = 'halted by a person'
    bench.writing[0]!()
    expect(bench.submits).toEqual([])
    expect(bench.last()).toEqual({
      ...{ kind: 'submit-failed', intentId: 1 },
      failure: { code: 'withdrawn', message: 'halted by a person' },
    })
    expect(bench.executor.inFlight).toBe(0)
  })

  it('does not sign a fee that is too old at that moment', () => {
    bench.clock.runUntil(3000)
    bench.place(1, 2000)
    expect(bench.log).toContain('sign')
    bench.place(2, 1999)
    expect(bench.last()).toMatchObject({ kind: 'submit-failed', intentId: 2, failure: { code: 'fee-stale' } })
    expect(bench.log.filter((line) => line === 'sign')).toHaveLength(1)
  })

  it('does not send what took so long to sign that its fee is too old by now', () => {
    bench.slow = true
    bench.place(1, 0)
    bench.clock.runUntil(1001)
    bench.signing[0]!()
    expect(bench.last()).toMatchObject({ kind: 'submit-failed', intentId: 1, failure: { code: 'fee-stale' } })
    expect(bench.lines).toEqual([])
    expect(bench.executor.inFlight).toBe(0)
  })

  it('does not send what a disk took so long to write down that the market may be another by now', () => {
    bench.slow = true
    bench.place()
    bench.place(2)
    for (const sign of bench.signing) sign()
    bench.clock.runUntil(2000)
    bench.writing[0]!()
    expect(bench.submits).toHaveLength(1)
    bench.clock.runUntil(8000)
    bench.writing[1]!()
    expect(bench.submits).toHaveLength(1)
    expect(bench.last()).toMatchObject({ kind: 'submit-failed', intentId: 2, failure: { code: 'withdrawn' } })
  })

  it('reports a refusing signer', () => {
    bench.signFailure = { code: 'signer-refused', message: 'size: above the policy' }
    bench.place()
    expect(bench.events).toEqual([{ kind: 'submit-failed', intentId: 1, failure: bench.signFailure }])
    expect(bench.executor.inFlight).toBe(0)
  })

  it('counts an order as on its way from the signature to the answer', () => {
    bench.slow = true
    bench.place()
    expect(bench.executor.inFlight).toBe(1)
    bench.signing[0]!()
    expect(bench.executor.inFlight).toBe(1)
    bench.writing[0]!()
    expect(bench.executor.inFlight).toBe(1)
    bench.submits[0]!.done({ ok: false, failure: LOST })
    expect(bench.executor.inFlight).toBe(0)
  })

  it('counts no order that never left', () => {
    bench.journalFailure = { code: 'journal-failed', message: 'disk full' }
    bench.place()
    expect(bench.executor.inFlight).toBe(0)
  })
})

describe('a lost answer', () => {
  it('is an unknown outcome: nothing is forgotten, nothing signed again', () => {
    bench.place()
    bench.submits[0]!.done({ ok: false, failure: LOST })
    expect(bench.last()).toEqual({
      kind: 'submit-failed',
      intentId: 1,
      failure: LOST,
      sentMonoMs: bench.clock.monoMs(),
    })
    expect(bench.lines.map((line) => line.kind)).toEqual(['signed'])
  })

  it('may be on its way until something is heard of it: a record, an answer, a cancel, its end', () => {
    const isLost = () => bench.executor.lost.within(10) > 0
    const lose = () => {
      bench = new Bench()
      bench.clock.runUntil(1000)
      bench.place()
      bench.clock.runUntil(4000)
      bench.submits[0]!.done({ ok: false, failure: LOST })
      expect([bench.executor.lost.within(3), bench.executor.lost.within(3.001)]).toEqual([0, 1])
      return bench
    }
    const [hash, permits] = [hashOf(1), []]
    lose().executor.settle(hash)
    expect(isLost()).toBe(false)
    lose().executor.run({ kind: 'cancel', hashes: [hash], permits })
    bench.cancels[0]!({ ok: true, value: { cancelled: [], failed: [{ hash, error: 'not found' }] } })
    expect(isLost()).toBe(true)
    bench.executor.run({ kind: 'cancel', hashes: [hash], permits })
    bench.cancels[1]!({ ok: true, value: { cancelled: [hash], failed: [] } })
    expect(isLost()).toBe(false)
    lose().executor.run({ kind: 'look-up', hash, permits })
    bench.lookUps[0]!.done({ ok: false, failure: { code: 'not-found', message: 'no such order' } })
    expect(isLost()).toBe(true)
    bench.executor.run({ kind: 'look-up', hash, permits })
    bench.lookUps[1]!.done({ ok: true, value: {} as never })
    expect(isLost()).toBe(false)
    lose().executor.run({ kind: 'resend', hash, permits })
    bench.submits[1]!.done({ ok: false, failure: LOST })
    expect(bench.executor.lost.within(1)).toBe(1)
    // the first sending is none the less under way
    bench.executor.run({ kind: 'resend', hash, permits })
    bench.submits[2]!.done({ ok: false, failure: REFUSED })
    expect(isLost()).toBe(true)
    bench.executor.run({ kind: 'resend', hash, permits })
    bench.submits[3]!.done({ ok: true, value: { hash, status: 'open' } })
    expect(isLost()).toBe(false)
  })

  it('is resent with the same bytes and no new signature', () => {
    bench.place()
    bench.submits[0]!.done({ ok: false, failure: LOST })
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(1) })
    expect(bench.submits[1]!.order.body).toBe(bench.submits[0]!.order.body)
    expect(bench.log.filter((line) => line === 'sign')).toHaveLength(1)
  })

  it('is not taken for the present by the answer of a resending, which may be the first one, old by now', () => {
    bench.place()
    bench.submits[0]!.done({ ok: false, failure: LOST })
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(1) })
    bench.submits[1]!.done({ ok: true, value: { hash: hashOf(1), status: 'open' } })
    expect(bench.last()).toEqual({ kind: 'resent', hash: hashOf(1), sentMonoMs: bench.clock.monoMs() })
  })

  it('ends with a resending that is answered with an end', () => {
    bench.place()
    bench.submits[0]!.done({ ok: false, failure: LOST })
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(1) })
    bench.submits[1]!.done({ ok: true, value: { hash: hashOf(1), status: 'cancelled_local' } })
    expect(bench.last()).toEqual({ kind: 'submitted', intentId: 1, hash: hashOf(1), status: 'cancelled_local' })
  })

  it('tells of a resending that is refused or lost too, and when it was sent; what follows is for the core to say', () => {
    bench.place()
    bench.submits[0]!.done({ ok: false, failure: LOST })
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(1) })
    const sentMonoMs = bench.clock.monoMs()
    bench.clock.runUntil(500)
    bench.submits[1]!.done({ ok: false, failure: REFUSED })
    expect(bench.last()).toEqual({ kind: 'resent', hash: hashOf(1), sentMonoMs, failure: REFUSED })
    expect(bench.lookUps).toEqual([])
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(1) })
    bench.submits[2]!.done({ ok: false, failure: LOST })
    expect(bench.last()).toMatchObject({ kind: 'resent', hash: hashOf(1), failure: LOST })
  })

  it('of an earlier run is resent from the journal; without its bytes it is looked up', () => {
    const { draft } = restingOrder(quote('BUY YES', 50, 10), 9)
    bench.executor.restore([{ hash: hashOf(9), draft, marketId: 'm', body: 'old bytes', atWallMs: 0 }])
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(9) })
    expect(bench.submits[0]!.order.body).toBe('old bytes')
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(8) })
    expect(bench.lookUps.map(({ hash }) => hash)).toEqual([hashOf(8)])
  })

  it('is dropped with the end of the order: the journal says so once, and nothing of it is sent again', () => {
    bench.place()
    bench.executor.settle(hashOf(1))
    bench.executor.settle(hashOf(1))
    expect(bench.lines.map((line) => line.kind)).toEqual(['signed', 'ended'])
    bench.executor.run({ kind: 'resend', permits: [], hash: hashOf(1) })
    expect(bench.submits).toHaveLength(1)
  })

  it.each<[string, Answer<SubmitResult>]>([
    ['a refusal', { ok: false, failure: REFUSED }],
    ['a final status', { ok: true, value: { hash: hashOf(1), status: 'filled' } }],
  ])(
    '%s ends no order in the journal: whether it is over the core knows, which hears the socket too',
    (_what, answer) => {
      bench.place()
      bench.submits[0]!.done(answer)
      expect(bench.lines.map((line) => line.kind)).toEqual(['signed'])
    },
  )
})

describe('cancels', () => {
  it('tell what the venue said of each order', () => {
    bench.executor.run({ kind: 'cancel', permits: [], hashes: [hashOf(1), hashOf(2)] })
    const value = { cancelled: [hashOf(1)], failed: [{ hash: hashOf(2), error: 'over' }] }
    bench.cancels[0]!({ ok: true, value })
    expect(bench.events).toEqual([{ kind: 'cancel-answered', ...value }])
  })

  it('write no order down as over: what it matched before may not be settled', () => {
    bench.place()
    const [hash] = bench.executor.signed().map((order) => order.hash)
    const before = [...bench.lines]
    bench.executor.run({ kind: 'cancel', permits: [], hashes: [hash!] })
    bench.cancels[0]!({ ok: true, value: { cancelled: [hash!], failed: [] } })
    expect(bench.lines).toEqual(before)
    bench.executor.settle(hash!)
    expect(bench.lines.at(-1)).toMatchObject({ kind: 'ended', hash })
  })

  it('treat silence about a hash as a failure', () => {
    bench.executor.run({ kind: 'cancel', permits: [], hashes: [hashOf(1), hashOf(2)] })
    bench.cancels[0]!({ ok: true, value: { cancelled: [hashOf(1)], failed: [] } })
    expect(bench.last()).toMatchObject({ kind: 'cancel-failed', hashes: [hashOf(2)], failure: { code: 'bad-payload' } })
  })

  it('that get no answer leave every order as it was', () => {
    bench.executor.run({ kind: 'cancel', permits: [], hashes: [hashOf(1)] })
    expect(bench.executor.inFlight).toBe(1)
    bench.cancels[0]!({ ok: false, failure: LOST })
    expect(bench.events).toEqual([{ kind: 'cancel-failed', hashes: [hashOf(1)], failure: LOST }])
    expect(bench.executor.inFlight).toBe(0)
  })
})

describe('reads', () => {
  it('tell a 404 from a failure', () => {
    bench.executor.run({ kind: 'look-up', permits: [], hash: hashOf(1) })
    bench.lookUps[0]!.done({ ok: false, failure: { code: 'not-found', message: 'no order' } })
    expect(bench.last()).toEqual({ kind: 'looked-up', hash: hashOf(1) })
    bench.executor.run({ kind: 'look-up', permits: [], hash: hashOf(1) })
    bench.lookUps[1]!.done({ ok: false, failure: LOST })
    expect(bench.last()).toEqual({ kind: 'look-up-failed', hash: hashOf(1), failure: LOST })
  })

  it('become events, failures too, and never a default value', () => {
    bench.executor.run({ kind: 'read-fee', permits: [], conditionId: A })
    expect(bench.last()).toEqual({ kind: 'fee', conditionId: A, feeRateBps: 7, readAtMonoMs: 42 })
    bench.executor.run({ kind: 'read-best-bids', permits: [], conditionId: A })
    expect(bench.last()).toEqual({ kind: 'read-failed', read: 'best-bids', conditionId: A, failure: REFUSED })
    bench.executor.run({ kind: 'read-book', permits: [], conditionId: A })
    expect(bench.last()).toMatchObject({ kind: 'book', via: 'poll' })
    bench.executor.run({ kind: 'list-orders', permits: [], askedSeq: 3 })
    expect(bench.last()).toEqual({ kind: 'read-failed', read: 'orders', failure: LOST })
    bench.executor.run({ kind: 'list-fills', permits: [], sinceVenueMs: 0, askedSeq: 5 })
    expect(bench.last()).toEqual({ kind: 'fills-listed', fills: [], sinceVenueMs: 0, askedSeq: 5 })
    bench.executor.run({ kind: 'read-account', permits: [], askedSeq: 4 })
    expect(bench.last()).toMatchObject({ kind: 'account', askedSeq: 4 })
  })

  it('resync at the port, and stop with the reason', () => {
    bench.executor.run({ kind: 'resync', conditionId: A })
    expect(bench.log).toEqual(['resync'])
    bench.executor.run({ kind: 'stop', failure: { code: 'forbidden', message: 'no' } })
    expect(bench.stops).toEqual([{ code: 'forbidden', message: 'no' }])
  })
})

describe('permits', () => {
  const READ = { routeClass: 'read', priority: 'urgent' } as const
  const unused = () => bench.told.flatMap((told) => (told.kind === 'permit-unused' ? [told.permit] : []))

  it.each([
    ['a fee that is too old', (b: Bench) => b.clock.runUntil(5000)],
    ['a signer that refuses', (b: Bench) => (b.signFailure = REFUSED)],
    ['a journal that cannot be written', (b: Bench) => (b.journalFailure = REFUSED)],
  ])('come back from %s: nothing was sent', (_cause, bring) => {
    bring(bench)
    bench.place(1, 0)
    expect(unused()).toEqual([permit(1, 'write')])
  })

  it('of a market that nobody knows come back', () => {
    const permits = [permit(1, 'write')]
    const { draft } = restingOrder(quote('BUY YES', 50, 10), 1)
    const intents = [{ intentId: 1, draft }]
    bench.executor.run({ kind: 'place', conditionId: B, intents, feeReadAtMonoMs: 0, permits })
    bench.executor.run({ kind: 'read-fee', conditionId: B, permits: [permit(2)] })
    expect(unused()).toEqual([permit(1, 'write'), permit(2)])
  })

  it('pay the requests of their command, and what is left comes back with the answer', () => {
    bench.executor.run({ kind: 'look-up', hash: hashOf(1), permits: [permit(1), permit(2)] })
    const paid: unknown[] = []
    bench.paidFrom?.want(READ, (got) => paid.push(got))
    expect(paid).toEqual([permit(1)])
    expect(unused()).toEqual([])
    bench.lookUps[0]!.done({ ok: false, failure: LOST })
    expect(unused()).toEqual([permit(2)])
  })

  it('for others are handed out, and orders for the stock carried out', () => {
    const got: unknown[] = []
    bench.desk.want(READ, (given) => got.push(given))
    bench.executor.run({ kind: 'give-permit', wantId: 1, permit: permit(4) })
    expect(got).toEqual([permit(4)])
    const order = { kind: 'return-permits', routeClass: 'read', count: 1, shortMs: 5, mediumMs: 6 } as const
    bench.executor.run(order)
    expect(bench.stockOrders).toEqual([order])
  })
})
