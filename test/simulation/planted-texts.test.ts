// Each planted fault is a change of sources that are there: whoever rewrites them moves the fault along.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PLANTED } from './seeds/planted/planted-faults.js'

it.each(PLANTED)('can be planted: $what', ({ file, edits }) => {
  const text = readFileSync(`src/${file}.ts`, 'utf8')
  for (const { from } of edits) expect(text).toContain(from)
})
