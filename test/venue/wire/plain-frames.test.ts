// What the hand lets pass the schema lets pass too, and takes for the same; what is plain passes the hand; everything else is the schema's word.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { orderEvent, snapshotEvent, updateEvent } from '../../../src/venue/wire/event-schema.js'
import { bestBids } from '../../../src/venue/wire/market-schema.js'
import { IS_PLAIN, PLAIN_FRAMES } from '../../../src/venue/wire/plain-frames.js'
import { parseMessage, readMessage } from '../../../src/venue/wire/read-message.js'

const CONDITION = `0x${'ab'.repeat(32)}`
const LEVEL = { price: '0.47', size: '12000000' }
const BOOK = { outcomeId: 'yes', tokenId: '1', bids: [LEVEL, { price: '0.4', size: '1' }], asks: [] }
const AT = '2026-11-30T23:59:59.123Z'
const ORDER = {
  ...{ orderHash: `0x${'5e'.repeat(32)}`, account: `0x${'12'.repeat(20)}`, conditionId: CONDITION, tokenId: '1' },
  ...{ status: 'open', side: 'SELL', price: '0.005', originalSize: '10', filledSize: '0', remainingSize: '10' },
  ...{ pendingSize: '0', orderType: 'GTC', expiration: '0', createdAt: AT, updatedAt: AT },
}
const envelope = { conditionId: CONDITION, seq: 7, ts: 1_790_000_000_000.5 }

const FRAMES = {
  update: { schema: updateEvent, plain: { ...envelope, data: { tokenId: '1', side: 'BUY', ...LEVEL } } },
  snapshot: { schema: snapshotEvent, plain: { ...envelope, data: { hash: '0123', books: [BOOK, BOOK] } } },
  order: { schema: orderEvent, plain: { ...envelope, data: ORDER } },
  bestBids: {
    schema: bestBids,
    plain: {
      ...{ marketId: 'm', conditionId: CONDITION },
      bestBids: [
        { outcomeId: 'yes', tokenId: '1', bestBid: LEVEL },
        { outcomeId: 'no', tokenId: '2', bestBid: null },
      ],
    },
  },
} satisfies Record<keyof typeof IS_PLAIN, { schema: z.ZodType; plain: object }>

/** What stands where something else was expected; near misses among it. */
const other = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', '0', '1.', '.5', '0.5 ', '10.5', '00', '-1', '+1', '1e3', 'BUY', 'buy'),
  fc.constantFrom<unknown>(0, -0, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, true, [], {}, ['1'], {
    price: '1',
  }),
  fc.constantFrom<unknown>(
    '0.1234567890123456789',
    '1'.repeat(78),
    '1'.repeat(79),
    '0.47\n',
    `0x${'AB'.repeat(32)}`,
    '0x',
  ),
  fc.constantFrom<unknown>('2026-02-29T00:00:00.0Z', '2024-02-29T00:00:00Z', '2026-04-31T00:00:00.000Z', '2026-01-31'),
  fc.constantFrom<unknown>('2026-01-01T24:00:00.000Z', '2026-01-01T00:00:00.000+01:00', '2026-13-01T00:00:00.000Z'),
  fc.constantFrom<unknown>('cancelled_local', 'expired', 'POST_ONLY', 'gtc', '2026-01-31T10:20:30.1Z'),
  fc.jsonValue(),
)

/** Places in a value: every key of every part of it. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]))]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((part, n) => (String(n) === key ? replaced(part, rest, by) : part))
  const fields: Record<string, unknown> = { ...Object(value) }
  fields[key] = replaced(fields[key], rest, by)
  return fields
}

function without(value: unknown, path: readonly string[]): unknown {
  const copy = structuredClone(value)
  let part: unknown = copy
  for (const key of path.slice(0, -1)) part = Reflect.get(Object(part), key)
  Reflect.deleteProperty(Object(part), path.at(-1) ?? '')
  return copy
}

const names = ['update', 'snapshot', 'order', 'bestBids'] as const

describe.each(names)('%s', (name) => {
  const { schema, plain } = FRAMES[name]
  const isPlain = IS_PLAIN[name]
  const read = name === 'bestBids' ? (frame: unknown) => parseMessage(schema, frame) : PLAIN_FRAMES[name]

  it('is read by hand where it is plain, with keys that nobody knows, and is what the schema makes of it', () => {
    for (const frame of [plain, { ...plain, more: 1 }]) {
      expect(isPlain(frame)).toBe(true)
      if (name !== 'bestBids') expect(read(frame)).toBe(frame)
      expect(schema.parse(frame)).toEqual(frame)
    }
  })

  it('passes by hand only where the schema lets it pass, and is the same then', () => {
    const changed = fc.constantFrom(...placesIn(plain)).chain((path) =>
      fc.oneof(
        other.map((by) => replaced(plain, path, by)),
        fc.constant(without(plain, path)),
      ),
    )
    fc.assert(
      fc.property(changed, (frame) => {
        const judged = schema.safeParse(frame)
        if (isPlain(frame)) {
          expect(judged.success).toBe(true)
          // the schema leaves out what nobody knows of a level
          expect(frame).toMatchObject(Object(judged.data))
        }
        // a null where a field may be missing is taken, too
        const taken = readMessage(schema, frame)
        if (taken.success) expect(read(frame)).toMatchObject(Object(taken.data))
        else expect(() => read(frame)).toThrow(taken.error.message)
      }),
      { numRuns: 2000 },
    )
  })
})

it('an order of every day of a year is read by hand but for leap days', () => {
  for (let day = 0; day < 366; day++) {
    const at = new Date(Date.UTC(2024, 0, 1 + day, 12)).toISOString()
    const frame = { ...envelope, data: { ...ORDER, updatedAt: at } }
    expect(orderEvent.safeParse(frame).success).toBe(true)
    expect([at, IS_PLAIN.order(frame)]).toEqual([at, !at.startsWith('2024-02-29')])
  }
})
