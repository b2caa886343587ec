import { expect, test } from 'vitest'
import * as entry from '../src/index.js'

test('what authors of strategies can import', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot()
})
