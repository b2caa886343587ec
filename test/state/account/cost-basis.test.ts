import { describe, expect, it } from 'vitest'
import { bought, released, shareUp } from '../../../src/state/account/cost-basis.js'

const EMPTY = { tokensRaw: 0n, costRaw: 0n }

describe('bought', () => {
  it('adds tokens and what was paid', () => {
    expect(bought(bought(EMPTY, 100n, 40n), 50n, 30n)).toEqual({ tokensRaw: 150n, costRaw: 70n })
  })

  it('taken back, takes both out again, and never leaves a cost below zero', () => {
    expect(bought({ tokensRaw: 150n, costRaw: 70n }, -50n, -30n)).toEqual({ tokensRaw: 100n, costRaw: 40n })
    expect(bought({ tokensRaw: 150n, costRaw: 20n }, -50n, -30n)).toEqual({ tokensRaw: 100n, costRaw: 0n })
    expect(bought({ tokensRaw: 50n, costRaw: 30n }, -50n, -10n)).toEqual({ tokensRaw: 0n, costRaw: 0n })
  })

  it('of a count below zero costs only what is left over', () => {
    const short = { tokensRaw: -100n, costRaw: 0n }
    expect(bought(short, 150n, 60n)).toEqual({ tokensRaw: 50n, costRaw: 20n })
    expect(bought(short, 100n, 60n)).toEqual({ tokensRaw: 0n, costRaw: 0n })
  })
})

describe('released', () => {
  it('takes its share of the cost along, rounded so that more cost stays', () => {
    expect(released({ tokensRaw: 3n, costRaw: 10n }, 1n)).toEqual({ tokensRaw: 2n, costRaw: 7n, releasedRaw: 3n })
  })

  it('takes all of it when nothing is left, and nothing of what is not held', () => {
    expect(released({ tokensRaw: 3n, costRaw: 10n }, 3n)).toEqual({ tokensRaw: 0n, costRaw: 0n, releasedRaw: 10n })
    expect(released(EMPTY, 5n)).toEqual({ tokensRaw: -5n, costRaw: 0n, releasedRaw: 0n })
  })
})

it('a share is rounded up, and none of nothing', () => {
  expect(shareUp(10n, 1n, 3n)).toBe(4n)
  expect(shareUp(10n, 1n, 0n)).toBe(0n)
  expect(shareUp(-10n, 1n, 3n)).toBe(0n)
})
