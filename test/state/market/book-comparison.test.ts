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
  comparison = new BestBidComparison()
})

/** The verdict on an answer, its grace included. */
function answered(...[id, kind, answer]: [typeof A, 'best-bids' | 'book', BestBids]) {
  nowMs += 1000
  const verdict = comparison.answered(id, kind, answer, { nowMonoMs: nowMs })
  return verdict ?? comparison.due(nowMs + 300, none).find(([one]) => one === id)?.[1]
}

it('agrees with what was ours when the question went out, sizes aside', () => {
  comparison.asked(A, 'best-bids', bids(40, undefined))
  expect(answered(A, 'best-bids', [{ price: ticks(40), size: lots(1) }, undefined])).toBe('agrees')
})

it('agrees with anything that was ours while the question was on its way', () => {
  comparison.asked(A, 'best-bids', bids(40, 50))
  comparison.moved(A, () => bids(41, 50))
  comparison.moved(A, () => bids(42, 50))
  expect(answered(A, 'best-bids', bids(41, 50))).toBe('agrees')
})

it('differs when ours stood still', () => {
  comparison.asked(A, 'best-bids', bids(40, 50))
  expect(answered(A, 'best-bids', bids(41, 50))).toBe('differs')
})

it('is unclear while ours moves, but not for ever', () => {
  const verdicts = Array.from({ length: 5 }, () => {
    comparison.asked(A, 'best-bids', bids(40, 50))
    comparison.moved(A, () => bids(41, 50))
    return answered(A, 'best-bids', bids(30, 50))
  })
  expect(verdicts).toEqual([...Array(3).fill('unclear'), 'differs', 'unclear'])
})

it('forgets the unclear answers once one agrees', () => {
  for (let i = 0; i < 20; i++) {
    comparison.asked(A, 'best-bids', bids(40, 50))
    comparison.moved(A, () => bids(41, 50))
    const answer = i % 2 === 0 ? bids(30, 50) : bids(40, 50)
    expect(answered(A, 'best-bids', answer)).toBe(i % 2 === 0 ? 'unclear' : 'agrees')
  }
})

it('says nothing to an answer without a question, or of another market, or after a failure', () => {
  expect(answered(A, 'best-bids', bids(1, 1))).toBe('unclear')
  comparison.asked(A, 'best-bids', bids(40, 50))
  expect(answered(B, 'best-bids', bids(1, 1))).toBe('unclear')
  comparison.failed(A, 'best-bids')
  expect(answered(A, 'best-bids', bids(1, 1))).toBe('unclear')
})

describe('an answer that overtakes the stream', () => {
  it('agrees when ours shows it within the grace, and is unclear when ours went elsewhere', () => {
    comparison.asked(A, 'best-bids', bids(40, 50))
    expect(comparison.answered(A, 'best-bids', bids(41, 50), { nowMonoMs: 1000 })).toBeUndefined()
    expect(comparison.nextDueMonoMs()).toBe(1300)
    expect(comparison.due(1299, none)).toEqual([])
    expect(comparison.moved(A, () => bids(41, 50))).toBe('agrees')
    expect(comparison.due(9000, none)).toEqual([])
    expect(comparison.nextDueMonoMs()).toBeUndefined()

    comparison.asked(A, 'best-bids', bids(41, 50))
    comparison.answered(A, 'best-bids', bids(43, 50), { nowMonoMs: 2000 })
    expect(comparison.moved(A, () => bids(42, 50))).toBeUndefined()
    expect(comparison.due(2300, none)).toEqual([[A, 'unclear']])
  })

  it('differs when ours stood still until its end', () => {
    comparison.asked(A, 'best-bids', bids(40, 50))
    comparison.answered(A, 'best-bids', bids(41, 50), { nowMonoMs: 1000 })
    expect(comparison.due(1300, none)).toEqual([[A, 'differs']])
  })
})

describe('while an order of ours that has ended is still taken off', () => {
  it('ours are looked at again when it is not any more, whether the question or the answer met it', () => {
    comparison.asked(A, 'best-bids', bids(40, 40), 1700)
    expect(comparison.answered(A, 'best-bids', bids(40, 54), { nowMonoMs: 1200 })).toBeUndefined()
    expect(comparison.due(1999, () => bids(40, 54))).toEqual([])
    expect(comparison.due(2000, () => bids(40, 54))).toEqual([[A, 'agrees']])

    comparison.asked(A, 'best-bids', bids(40, 40))
    comparison.answered(A, 'best-bids', bids(40, 54), { nowMonoMs: 3000, ownUntilMonoMs: 3500 })
    expect(comparison.nextDueMonoMs()).toBe(3800)
    expect(comparison.due(3800, () => bids(40, 54))).toEqual([[A, 'agrees']])
  })

  it('what differs then too is unclear, and asked again', () => {
    comparison.asked(A, 'best-bids', bids(40, 40), 1700)
    comparison.answered(A, 'best-bids', bids(40, 54), { nowMonoMs: 1200 })
    expect(comparison.due(2000, () => bids(40, 40))).toEqual([[A, 'unclear']])
  })
})

describe('two questions at once', () => {
  it('are judged each by what was seen since its own start', () => {
    comparison.asked(A, 'book', bids(40, 50))
    comparison.moved(A, () => bids(41, 50))
    comparison.asked(A, 'best-bids', bids(41, 50))
    // the book was read before ours moved
    expect(answered(A, 'book', bids(40, 50))).toBe('agrees')
    expect(answered(A, 'best-bids', bids(41, 50))).toBe('agrees')
  })

  it('the later one does not know what was before it', () => {
    comparison.asked(A, 'book', bids(40, 50))
    comparison.moved(A, () => bids(41, 50))
    comparison.asked(A, 'best-bids', bids(41, 50))
    expect(answered(A, 'best-bids', bids(40, 50))).toBe('differs')
  })
})
