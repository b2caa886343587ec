import { expect, it } from 'vitest'
import { OwnPart } from '../../../src/fleet/budget/own-part.js'
import type { PartBook, Seen } from '../../../src/fleet/budget/part-book.js'
import { all } from '../../execution/budget/builders.js'

const NONE = { perSecond: 0, perMinute: 0 }
const USE = all(NONE) && {
  ...Object.fromEntries(
    ['read', 'write', 'cancel', 'account'].map((name) => [
      name,
      { limit: NONE, learned: NONE, used: NONE, ending: [], part: NONE },
    ]),
  ),
}
const BOOK: PartBook = { id: 'book', bornMs: 0, writtenMs: 0, members: {} }
const seen = (perMinute: number): Seen => ({
  ...{ book: BOOK, bots: 2 },
  part: all({ perSecond: 2, perMinute }),
  least: all({ perSecond: 1, perMinute: 9 }),
})
const use = USE as unknown as Parameters<OwnPart['look']>[0]

it('is told when it changes, and again before it ends', () => {
  const part = new OwnPart('me')
  expect(part.known).toBeUndefined()
  expect(part.heard(seen(50), 0)).toMatchObject({ limits: all({ perSecond: 2, perMinute: 50 }), untilMonoMs: 8_000 })
  expect(part.heard(seen(50), 1000)).toBeUndefined()
  expect(part.heard(seen(50), 2500)?.untilMonoMs).toBe(10_500)
  expect(part.heard(seen(60), 3000)?.untilMonoMs).toBe(11_000)
})

it('counts as ours until the time that the bot was told, and as the least of it afterwards', () => {
  const part = new OwnPart('me')
  part.heard(seen(50), 0)
  part.heard(seen(50), 1000)
  expect(part.look(use, 7_999).told?.part).toEqual(seen(50).part)
  expect(part.look(use, 8_000).told?.part).toEqual(seen(50).least)
  expect(part.look(use, 8_000).last).toEqual({ book: BOOK, agoMs: 7_000 })
})
