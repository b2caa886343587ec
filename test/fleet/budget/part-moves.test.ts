// Parts that move between bots: in force where they were taken from before anybody else may use them.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ByClass, type ClassUse, ROUTE_CLASSES, type WindowLimits } from '../../../src/domain/permit.js'
import { lookAt, type PartBook, type Windows } from '../../../src/fleet/budget/part-book.js'
import { all } from '../../execution/budget/builders.js'

const NONE: Windows = all({ perSecond: 0, perMinute: 0 })
/** Between two looks of all: short enough for everybody to be heard of. */
const ROUND_MS = 1000

function useOf(limit: WindowLimits, used: number, part: Windows): ByClass<ClassUse> {
  const of = (name: keyof ByClass<ClassUse>): ClassUse => {
    const spent = Math.min(used, part[name].perMinute)
    return {
      ...{ limit, learned: limit, part: part[name], ending: [] },
      used: { perSecond: Math.min(used, part[name].perSecond), perMinute: spent },
    }
  }
  return { read: of('read'), write: of('write'), cancel: of('cancel'), account: of('account') }
}

const scene = fc.record({
  limit: fc.record({ perSecond: fc.integer({ min: 1, max: 12 }), perMinute: fc.integer({ min: 5, max: 400 }) }),
  bots: fc.integer({ min: 1, max: 6 }),
  /** By round and bot: what it has used, and whether it hears of what it is given. */
  rounds: fc.array(fc.array(fc.tuple(fc.nat(400), fc.boolean()), { minLength: 6, maxLength: 6 }), { maxLength: 20 }),
})

it('never come to more than the limit, as the bots have them', () => {
  fc.assert(
    fc.property(scene, ({ limit, bots, rounds }) => {
      const inForce: Windows[] = Array.from({ length: bots }, () => NONE)
      let book: PartBook | undefined
      const round = (atMs: number, moves: readonly (readonly [number, boolean])[]) => {
        for (let bot = 0; bot < bots; bot++) {
          const [used, hears] = moves[bot] ?? [0, true]
          const look = { name: `bot-${bot}`, use: useOf(limit, used, inForce[bot] ?? NONE) }
          const told = { part: inForce[bot] ?? NONE, least: NONE }
          const seen = lookAt(book, { ...look, told, newId: 'book', nowMs: atMs + bot })
          book = seen.book
          if (hears) inForce[bot] = seen.part
          for (const name of ROUTE_CLASSES) {
            for (const window of ['perSecond', 'perMinute'] as const) {
              const sum = inForce.reduce((total, part) => total + part[name][window], 0)
              expect(sum).toBeLessThanOrEqual(limit[window])
            }
          }
        }
      }
      rounds.forEach((moves, n) => {
        round(n * ROUND_MS, moves)
      })
      // once all hear and none uses anything, each has its least
      for (let n = 0; n < 8; n++) round((rounds.length + n) * ROUND_MS, [])
      for (const part of inForce) {
        for (const window of ['perSecond', 'perMinute'] as const)
          if (limit[window] >= bots) expect(part.write[window]).toBeGreaterThanOrEqual(1)
      }
    }),
    { numRuns: 150 },
  )
})
