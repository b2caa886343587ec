import { describe, expect, it } from 'vitest'
import { type Count, Reconciliation } from '../../../src/state/account/reconciliation.js'
import { A, B } from '../../risk/builders.js'
import { account } from '../believer.js'

const SLACK = { below: 3n, above: 6n }
const count = (tokensRaw: readonly [bigint, bigint], isQuiet = true): Count => ({
  conditionId: A,
  tokensRaw,
  isQuiet,
  slack: [SLACK, SLACK],
  unsettled: [SLACK, SLACK],
})
const READ = { askedSeq: 10, seq: 12, monoMs: 0 }
const AFTER = 12

/** Asked at event 10, answered by event 12: the venue has 5 YES more than we count. */
function doubtful(): Reconciliation {
  const reconciliation = new Reconciliation()
  reconciliation.read(account(0n, { [A]: [5n, 0n] }), READ, [count([0n, 0n])])
  expect(reconciliation.inDoubt).toBe(true)
  return reconciliation
}

describe('a reading that differs from our count', () => {
  it('is right once both lists asked for after it tell nothing new', () => {
    const reconciliation = doubtful()
    expect(reconciliation.listed('orders', AFTER)).toEqual([])
    expect(reconciliation.listed('fills', AFTER)).toEqual([{ conditionId: A, differenceRaw: [5n, 0n] }])
    expect(reconciliation.inDoubt).toBe(false)
    expect(reconciliation.listed('fills', AFTER)).toEqual([])
  })

  it('is not proven by lists asked for before its answer, nor by one list told twice', () => {
    const reconciliation = doubtful()
    for (const askedSeq of [9, 11]) {
      expect(reconciliation.listed('orders', askedSeq)).toEqual([])
      expect(reconciliation.listed('fills', askedSeq)).toEqual([])
    }
    expect(reconciliation.listed('fills', AFTER)).toEqual([])
    expect(reconciliation.listed('fills', AFTER)).toEqual([])
  })

  it('is wanted again soon where the last one came while a match was under way, after what was settled before was told', () => {
    const reconciliation = new Reconciliation()
    reconciliation.overtaken(A, 9)
    expect([reconciliation.isDoubted(A), reconciliation.inDoubt]).toEqual([true, true])
    reconciliation.read(account(0n, { [A]: [0n, 0n] }), READ, [count([0n, 0n], false)])
    expect([reconciliation.isDoubted(A), reconciliation.inDoubt, reconciliation.wantsLists]).toEqual([
      true,
      true,
      false,
    ])
    reconciliation.read(account(0n, { [A]: [0n, 0n] }), { ...READ, askedSeq: 13 }, [count([0n, 0n])])
    expect([reconciliation.isDoubted(A), reconciliation.inDoubt]).toEqual([false, false])
  })

  it('is forgotten when the count changes: a fill was on its way', () => {
    const reconciliation = doubtful()
    reconciliation.changed(A, 13)
    expect(reconciliation.inDoubt).toBe(false)
    expect([...reconciliation.listed('orders', 14), ...reconciliation.listed('fills', 14)]).toEqual([])
  })

  it('says nothing when the count has changed since it was asked for, or something is under way', () => {
    const reconciliation = new Reconciliation()
    reconciliation.changed(A, 11)
    reconciliation.read(account(0n, { [A]: [5n, 0n] }), READ, [count([0n, 0n])])
    expect(reconciliation.inDoubt).toBe(false)
    reconciliation.read(account(0n, { [A]: [5n, 0n] }), { askedSeq: 20, seq: 22, monoMs: 0 }, [count([0n, 0n], false)])
    expect(reconciliation.inDoubt).toBe(false)
  })

  it('keeps its doubt when read again, starts anew when the difference is another, ends when there is none', () => {
    const reconciliation = doubtful()
    reconciliation.listed('orders', AFTER)
    reconciliation.read(account(0n, { [A]: [5n, 0n] }), { askedSeq: 13, seq: 15, monoMs: 0 }, [count([0n, 0n])])
    expect(reconciliation.listed('fills', AFTER)).toHaveLength(1)

    const other = doubtful()
    other.listed('orders', AFTER)
    other.read(account(0n, { [A]: [6n, 0n] }), { askedSeq: 13, seq: 15, monoMs: 0 }, [count([0n, 0n])])
    expect(other.listed('fills', AFTER)).toEqual([])
    expect([...other.listed('orders', 15), ...other.listed('fills', 15)]).toEqual([
      { conditionId: A, differenceRaw: [6n, 0n] },
    ])

    const none = doubtful()
    none.read(account(0n, { [A]: [5n, 0n] }), { askedSeq: 13, seq: 15, monoMs: 0 }, [count([5n, 0n])])
    expect(none.inDoubt).toBe(false)
  })

  it('finds tokens gone, too, and markets that the venue does not list', () => {
    const reconciliation = new Reconciliation()
    const counts = [count([5n, 0n]), { ...count([0n, 7n]), conditionId: B }]
    reconciliation.read(account(0n, { [A]: [5n, 0n] }), READ, counts)
    reconciliation.listed('orders', AFTER)
    expect(reconciliation.listed('fills', AFTER)).toEqual([{ conditionId: B, differenceRaw: [0n, -7n] }])
  })
})

describe('a reading while orders are under way', () => {
  const read = (yes: bigint, reconciliation = new Reconciliation(), isQuiet = false) => {
    reconciliation.read(account(0n, { [A]: [yes, 10n] }), READ, [count([10n, 10n], isQuiet)])
    return reconciliation
  }

  it.each([7n, 10n, 16n])('that they explain says nothing: %d of 10', (yes) => {
    expect(read(yes).isMismatched(A)).toBe(false)
    expect(read(yes).inDoubt).toBe(false)
  })

  it.each([6n, 17n])('that they do not explain is a mismatch: %d of 10', (yes) => {
    expect(read(yes).isMismatched(A)).toBe(true)
    expect(read(yes).inDoubt).toBe(true)
  })

  it('is a mismatch that nobody waits for where the market is not judged any more, and is known on', () => {
    let isJudged = true
    const reconciliation = read(17n, new Reconciliation(() => isJudged))
    const waitedFor = () => [reconciliation.isAnyMismatched, reconciliation.inDoubt, reconciliation.isMismatched(A)]
    expect(waitedFor()).toEqual([true, true, true])
    isJudged = false
    expect(waitedFor()).toEqual([false, false, true])
    isJudged = true
    expect(waitedFor()).toEqual([true, true, true])
  })

  it('stays a mismatch until a reading at rest agrees, or is proven right', () => {
    const agreed = read(17n)
    read(10n, agreed)
    expect(agreed.isMismatched(A)).toBe(true)
    read(10n, agreed, true)
    expect(agreed.isMismatched(A)).toBe(false)

    const proven = read(17n)
    read(17n, proven, true)
    proven.listed('orders', AFTER)
    expect(proven.isMismatched(A)).toBe(true)
    proven.listed('fills', AFTER)
    expect(proven.isMismatched(A)).toBe(false)
  })
})
