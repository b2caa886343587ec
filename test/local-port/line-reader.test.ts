import { expect, it } from 'vitest'
import { LineReader } from '../../src/local-port/line-reader.js'

const bytes = (text: string) => Buffer.from(text)

it('makes lines of pieces, and takes none that is too long', () => {
  const reader = new LineReader(8)
  expect(reader.take(bytes('ab'))).toEqual([])
  expect(reader.take(bytes('c\nde\nf'))).toEqual(['abc', 'de'])
  expect(reader.take(bytes('\n'))).toEqual(['f'])
  expect(reader.take(bytes('123456789'))).toBeUndefined()
  expect(new LineReader(8).take(bytes('123456789\n'))).toBeUndefined()
})
