import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseMessage, readMessage } from '../../../src/venue/wire/read-message.js'

const inner = z.looseObject({ size: z.string().optional(), name: z.string() })
const schema = z.object({ items: z.array(inner), note: z.string().optional(), fee: z.int().nullable() })

/** Paths and words of what is wrong. */
function issuesOf(json: unknown) {
  const read = readMessage(schema, json)
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

it('a null where a field may be missing is a missing field, at any depth', () => {
  const json = { items: [{ size: null, name: 'a', more: null }], note: null, fee: null }
  expect(parseMessage(schema, json)).toEqual({ items: [{ name: 'a', more: null }], fee: null })
  // the message itself stays as it came
  expect(json.note).toBeNull()
})

it('one where a field must be there is refused in those words, beside what else is wrong', () => {
  expect(issuesOf({ items: null, note: null, fee: '5' })).toEqual([
    'items: Invalid input: expected array, received null',
    'fee: Invalid input: expected number, received string',
  ])
  expect(issuesOf({ items: [null], fee: 1 })).toEqual(['items.0: Invalid input: expected object, received null'])
  expect(issuesOf(null)).toEqual([': Invalid input: expected object, received null'])
  expect(() => parseMessage(schema, { items: [{ name: null }], fee: 1 })).toThrow(/received null/)
})
