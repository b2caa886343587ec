import { beforeEach, describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { BestBids } from '../../../src/domain/market/book.js'
import { BestBidComparison } from '../../../src/state/market/book-comparison.js'
import { A, B } from '../../risk/builders.js'

const bids = (yes?: number, no?: number): BestBids => {
  const level = (price: number | undefined) =>
    price === undefined ? undefined : { price: ticks(price), size: lots(7) }
  return [level(yes), level(no)]
}

const none = () => undefined

let comparison: BestBidComparison
let nowMs = 0
beforeEach(() => {
  comparison = new BestBidComparison(false)
})

/** The verdict on an answer, its grace included. */
function answered(...[id, kind, answer]: [typeof A, 'best-bids' | 'book', BestBids]) {
  nowMs += 1000
  const verdict = comparison.answered(id, kind, answer, { nowMonoMs: nowMs })
  return verdict ?? comparison.due(nowMs + 300, none).find(([one]) => one === id)?.[1]
}

it('agrees with what was ours when the question went out, sizes aside', () => {
  comparison.asked(A, 'best-bids', bids(40, undefined), { nowMonoMs: nowMs })
  expect(answered(A, 'best-bids', [{ price: ticks(40), size: lots(1) }, undefined])).toBe('agrees')
})

it('agrees with anything that was ours while the question was on its way', () => {
  comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
  comparison.moved(A, () => bids(41, 50), nowMs)
  comparison.moved(A, () => bids(42, 50), nowMs)
  expect(answered(A, 'best-bids', bids(41, 50))).toBe('agrees')
})

it('differs when ours stood still', () => {
  comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
  expect(answered(A, 'best-bids', bids(41, 50))).toBe('differs')
})

it('is unclear while ours moves, but not for ever', () => {
  const verdicts = Array.from({ length: 5 }, () => {
    comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
    comparison.moved(A, () => bids(41, 50), nowMs)
    return answered(A, 'best-bids', bids(30, 50))
  })
  expect(verdicts).toEqual([...Array(3).fill('unclear'), 'differs', 'unclear'])
})

it('forgets the unclear answers once one agrees', () => {
  for (let i = 0; i < 20; i++) {
    comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
    comparison.moved(A, () => bids(41, 50), nowMs)
    const answer = i % 2 === 0 ? bids(30, 50) : bids(40, 50)
    expect(answered(A, 'best-bids', answer)).toBe(i % 2 === 0 ? 'unclear' : 'agrees')
  }
})

it('says nothing to an answer without a question, or of another market, or after a failure', () => {
  expect(answered(A, 'best-bids', bids(1, 1))).toBe('unclear')
  comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
  expect(answered(B, 'best-bids', bids(1, 1))).toBe('unclear')
  comparison.failed(A, 'best-bids')
  expect(answered(A, 'best-bids', bids(1, 1))).toBe('unclear')
})

describe('an answer that overtakes the stream', () => {
  it('agrees when ours shows it within the grace, and is unclear when ours went elsewhere', () => {
    comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
    expect(comparison.answered(A, 'best-bids', bids(41, 50), { nowMonoMs: 1000 })).toBeUndefined()
    expect(comparison.nextDueMonoMs()).toBe(1300)
    expect(comparison.due(1299, none)).toEqual([])
    expect(comparison.moved(A, () => bids(41, 50), nowMs)).toBe('agrees')
    expect(comparison.due(9000, none)).toEqual([])
    expect(comparison.nextDueMonoMs()).toBeUndefined()

    comparison.asked(A, 'best-bids', bids(41, 50), { nowMonoMs: nowMs })
    comparison.answered(A, 'best-bids', bids(43, 50), { nowMonoMs: 2000 })
    expect(comparison.moved(A, () => bids(42, 50), nowMs)).toBeUndefined()
    expect(comparison.due(2300, none)).toEqual([[A, 'unclear']])
  })

  it('differs when ours stood still until its end', () => {
    comparison.asked(A, 'best-bids', bids(40, 50), { nowMonoMs: nowMs })
    comparison.answered(A, 'best-bids', bids(41, 50), { nowMonoMs: 1000 })
    expect(comparison.due(1300, none)).toEqual([[A, 'differs']])
  })
})

describe('while an order of ours that has ended is still taken off', () => {
  it('ours are looked at again when it is not any more, whether the question or the answer met it', () => {
    comparison.asked(A, 'best-bids', bids(40, 40), { nowMonoMs: nowMs, ownUntilMonoMs: 1700 })
    expect(comparison.answered(A, 'best-bids', bids(40, 54), { nowMonoMs: 1200 })).toBeUndefined()
    expect(comparison.due(1999, () => bids(40, 54))).toEqual([])
    expect(comparison.due(2000, () => bids(40, 54))).toEqual([[A, 'agrees']])

    comparison.asked(A, 'best-bids', bids(40, 40), { nowMonoMs: nowMs })
    comparison.answered(A, 'best-bids', bids(40, 54), { nowMonoMs: 3000, ownUntilMonoMs: 3500 })
    expect(comparison.nextDueMonoMs()).toBe(3800)
    expect(comparison.due(3800, () => bids(40, 54))).toEqual([[A, 'agrees']])
  })

  it('what differs then too is unclear, and asked again', () => {
    comparison.asked(A, 'best-bids', bids(40, 40), { nowMonoMs: nowMs, ownUntilMonoMs: 1700 })
    comparison.answered(A, 'best-bids', bids(40, 54), { nowMonoMs: 1200 })
    expect(comparison.due(2000, () => bids(40, 40))).toEqual([[A, 'unclear']])
  })
})

describe('two questions at once', () => {
  it('are judged each by what was seen since its own start', () => {
    comparison.asked(A, 'book', bids(40, 50), { nowMonoMs: nowMs })
    comparison.moved(A, () => bids(41, 50), nowMs)
    comparison.asked(A, 'best-bids', bids(41, 50), { nowMonoMs: nowMs })
    // the book was read before ours moved
    expect(answered(A, 'book', bids(40, 50))).toBe('agrees')
    expect(answered(A, 'best-bids', bids(41, 50))).toBe('agrees')
  })

  it('to the later one, what was before it is behind', () => {
    comparison.asked(A, 'book', bids(40, 50), { nowMonoMs: nowMs })
    comparison.moved(A, () => bids(41, 50), nowMs)
    comparison.asked(A, 'best-bids', bids(41, 50), { nowMonoMs: nowMs })
    expect(answered(A, 'best-bids', bids(40, 50))).toBe('behind')
  })
})

describe('an answer from a copy of the book', () => {
  /** Ours move once a second from 40 on; the answer is that of so many seconds ago. */
  function copied({ agoSec, movesEveryMs = 1000 }: { agoSec: number; movesEveryMs?: number }) {
    const at = (ms: number) => bids(40 + Math.floor(ms / movesEveryMs), 50)
    const fromMs = nowMs
    for (; nowMs < fromMs + 61_000; nowMs += 1000) comparison.moved(A, () => at(nowMs - fromMs), nowMs)
    comparison.asked(A, 'best-bids', at(nowMs - fromMs - 1000), { nowMonoMs: nowMs })
    const [askedMs] = [nowMs]
    const verdict = answered(A, 'best-bids', at(nowMs - 1000 - fromMs - agoSec * 1000))
    return { verdict, behindMs: comparison.behind(nowMs).ms, askedMs }
  }

  it.each([1, 15, 28])('of %d s ago is behind, by as much', (agoSec) => {
    const { verdict, behindMs } = copied({ agoSec })
    expect(verdict).toBe('behind')
    expect(Math.abs(behindMs - agoSec * 1000)).toBeLessThanOrEqual(1000)
  })

  it('of longer ago than half a minute speaks against the book, as does one that ours never showed', () => {
    expect(copied({ agoSec: 31 }).verdict).toBe('differs')
    comparison.asked(A, 'best-bids', bids(100, 50), { nowMonoMs: nowMs })
    expect(answered(A, 'best-bids', bids(30, 50))).toBe('differs')
  })

  it('answers are behind for two minutes, or until one shows that they are not', () => {
    copied({ agoSec: 15 })
    expect(comparison.behind(nowMs + 119_999).ms).toBeGreaterThan(14_000)
    expect(comparison.behind(nowMs + 121_000).ms).toBe(0)
    // ours have been so for a minute: this may be as late
    comparison.asked(A, 'best-bids', bids(100, 50), { nowMonoMs: nowMs + 60_000 })
    expect(answered(A, 'best-bids', bids(100, 50))).toBe('agrees')
    expect(comparison.behind(nowMs).ms).toBeGreaterThan(14_000)
    comparison.moved(A, () => bids(77, 50), nowMs)
    comparison.asked(A, 'best-bids', bids(77, 50), { nowMonoMs: nowMs + 100 })
    expect(answered(A, 'best-bids', bids(77, 50))).toBe('agrees')
    expect(comparison.behind(nowMs).ms).toBe(0)
  })

  it('by as much as the answer that was furthest behind shows: another one may have said what ours were just before', () => {
    copied({ agoSec: 15 })
    comparison.moved(A, () => bids(110, 50), nowMs)
    comparison.moved(A, () => bids(111, 50), nowMs + 4000)
    nowMs += 5000
    comparison.asked(A, 'best-bids', bids(111, 50), { nowMonoMs: nowMs })
    expect(answered(A, 'best-bids', bids(110, 50))).toBe('behind')
    expect(comparison.behind(nowMs).ms).toBeGreaterThan(14_000)
    // known by the newest of them for two minutes more
    expect(comparison.behind(nowMs + 119_999).ms).toBeGreaterThan(14_000)
  })

  it('where best bids count sellers of the other outcome too, each kind is held against its own', () => {
    comparison = new BestBidComparison(true)
    comparison.moved(A, (kind) => (kind === 'book' ? bids(40, 50) : bids(45, 50)), 0)
    comparison.moved(A, (kind) => (kind === 'book' ? bids(41, 50) : bids(46, 50)), 5000)
    nowMs = 6000
    comparison.asked(A, 'best-bids', bids(46, 50), { nowMonoMs: nowMs })
    expect(answered(A, 'best-bids', bids(40, 50))).toBe('differs')
    comparison.asked(A, 'best-bids', bids(46, 50), { nowMonoMs: nowMs })
    expect(answered(A, 'best-bids', bids(45, 50))).toBe('behind')
  })

  it('of a market that is forgotten nothing was ever shown', () => {
    comparison.moved(A, () => bids(40, 50), nowMs)
    comparison.moved(A, () => bids(41, 50), nowMs)
    comparison.forgetMarket(A)
    comparison.asked(A, 'best-bids', bids(41, 50), { nowMonoMs: nowMs })
    expect(answered(A, 'best-bids', bids(40, 50))).toBe('differs')
  })
})
