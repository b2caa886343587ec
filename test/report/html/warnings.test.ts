import { expect, it } from 'vitest'
import { warnings } from '../../../src/report/html/warnings.js'

it('warnings stand in a list of their own, what a venue says in them escaped; without any there is no list', () => {
  expect(warnings(['too few', '<b>'])?.text).toContain('<ul><li>too few</li><li>&lt;b&gt;</li></ul>')
  expect(warnings([])).toBeUndefined()
})
