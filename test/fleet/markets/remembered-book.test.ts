import { describe, expect, it } from 'vitest'
import { knowsAll, rememberedBook } from '../../../src/fleet/markets/remembered-book.js'
import { bookOf, botOf } from './builders.js'

const known = bookOf(
  { a: botOf({ isGone: true }), b: botOf({ isLost: true }) },
  { claims: { m: { bot: 'a', since: 3 } } },
)
const by = (more: object = {}) => ({
  ...{ last: { book: known, agoMs: 2_000 }, leaseMs: 12_000, redisRun: 'redis', newId: 'anew' },
  ...more,
})
const STALE = { last: { book: known, agoMs: 12_000 } }

describe('a book of markets', () => {
  it('is believed where nothing was forgotten', () => {
    const later = { ...known, version: 12 }
    expect(rememberedBook(later, by())).toBe(later)
    expect(rememberedBook(later, by({ last: undefined }))).toBe(later)
    // another bot has told it
    const told = bookOf({}, { id: 'other', memory: 'told' })
    expect(rememberedBook(told, by())).toBe(told)
  })

  it.each([
    ['flushed', undefined],
    ['of another process of Redis', bookOf({}, { redisRun: 'before', version: 40 })],
    ['older than what was seen', { ...known, version: 9 }],
    ['begun by one that knew nothing', bookOf({}, { id: 'other', memory: 'forgotten' })],
  ])('%s, is told by a bot that has looked within a lease; one that was gone may be back', (_how, found) => {
    const told = rememberedBook(found, by())
    expect(told).toMatchObject({ id: 'anew', redisRun: 'redis', memory: 'told', claims: known.claims })
    expect(told.version).toBe(Math.max(10, found?.version ?? 0))
    expect(told.bots).toEqual({ a: botOf({ isGone: false }), b: botOf({ isLost: true }) })
  })

  it.each([{ last: undefined }, STALE, { last: { book: { ...known, memory: 'forgotten' }, agoMs: 0 } }])(
    'is forgotten where nobody knows it all',
    (last) => {
      expect(rememberedBook(undefined, by(last))).toMatchObject({ memory: 'forgotten', bots: {}, claims: {} })
      const copy = bookOf({ a: botOf({ isGone: true }) }, { redisRun: 'before', claims: { n: { bot: 'a', since: 1 } } })
      expect(rememberedBook(copy, by(last))).toMatchObject({
        ...{ id: 'anew', redisRun: 'redis', memory: 'forgotten' },
        ...{ bots: { a: botOf({ isGone: false }) }, claims: copy.claims },
      })
    },
  )

  it('is known as long as nobody may have done anything without us', () => {
    expect(knowsAll(by())).toBe(true)
    expect(knowsAll(by(STALE))).toBe(false)
    expect(knowsAll(by({ last: undefined }))).toBe(false)
  })
})
