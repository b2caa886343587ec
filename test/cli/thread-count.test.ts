import { expect, it } from 'vitest'
import { threadCount } from '../../src/cli/thread-count.js'

it.each([
  ['1', 1],
  ['256', 256],
])('takes %s', (text, count) => {
  expect(threadCount(text)).toBe(count)
})

it.each(['0', '257', '1.5', '-1', 'two', '', ' '])("refuses '%s', and names it", (text) => {
  expect(() => threadCount(text)).toThrow(`expected a whole number from 1 to 256, got ${text}`)
})
