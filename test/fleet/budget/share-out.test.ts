import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastOf, shareOut } from '../../../src/fleet/budget/share-out.js'

const GIVEN = { turn: 0, headroom: 0 }
const of = (...wishes: number[]) => wishes.map((wish, i) => ({ name: `bot-${i}`, wish }))
const parts = (room: number, wishes: number[], sharing = GIVEN) => {
  const shared = shareOut(room, of(...wishes), sharing)
  return wishes.map((_, i) => shared.get(`bot-${i}`))
}

describe('requests shared out', () => {
  it('give each what it wishes where there is enough, and its least to who wishes nothing', () => {
    expect(parts(150, [40, 0, 60])).toEqual([40, 9, 60])
  })

  it('are equal among those that wish more than there is', () => {
    expect(parts(150, [20, 300, 100])).toEqual([20, 65, 65])
    expect(parts(5, [9, 9, 9])).toEqual([1, 2, 2])
  })

  it('leave each some headroom of what nobody wishes', () => {
    expect(parts(150, [10, 20], { turn: 0, headroom: 18 })).toEqual([28, 38])
    expect(parts(5, [1, 1], { turn: 0, headroom: 5 })).toEqual([2, 3])
  })

  it('go round where there are fewer than bots', () => {
    const turns = [0, 1, 2].map((turn) => parts(1, [5, 5, 5], { turn, headroom: 0 }))
    expect(turns.map((turn) => turn.indexOf(1)).sort((a, b) => a - b)).toEqual([0, 1, 2])
  })

  it('are what each wishes where there is room for all', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 9 }), fc.nat(9), fc.nat(50), (wishes, turn, more) => {
        const bots = wishes.length
        const room = wishes.reduce((sum, wish) => sum + Math.max(wish, 10)) + 10 * bots + more
        const needed = wishes.reduce((sum, wish) => sum + Math.max(wish, leastOf(room, bots)), 0)
        fc.pre(needed <= room)
        parts(room, wishes, { turn, headroom: 0 }).forEach((part, i) => {
          expect(part).toBe(Math.max(wishes[i] ?? 0, leastOf(room, bots)))
        })
      }),
    )
  })

  it('never come to more than there are, and leave nobody without its least', () => {
    const bots = fc.array(fc.nat(200), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.nat(300), bots, fc.nat(50), fc.nat(9), (room, wishes, headroom, turn) => {
        const shared = parts(room, wishes, { turn, headroom }).map((part) => part ?? Number.NaN)
        expect(shared.reduce((sum, part) => sum + part)).toBeLessThanOrEqual(room)
        for (const part of shared) expect(part).toBeGreaterThanOrEqual(leastOf(room, wishes.length))
      }),
    )
  })
})

it('keeps a quarter of an equal part for each, and a sixteenth of all at most', () => {
  expect([1, 4, 10].map((bots) => leastOf(160, bots))).toEqual([10, 10, 4])
  expect([leastOf(3, 3), leastOf(2, 3), leastOf(5, 0)]).toEqual([1, 0, 0])
})
