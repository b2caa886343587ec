import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseYaml } from '../../../src/config/yaml-file.js'
import { calendar } from '../../../src/risk/caution/calendar-schema.js'

const read = (entry: string) =>
  parseYaml({ file: 'a.yaml', text: `calendar: [${entry}]` }, z.strictObject({ calendar }))

it.each(['kick-off', 'close', '2026-11-03T18:00:00Z', '2026-11-03T19:00:00+01:00'])('takes %s', (at) => {
  expect(read(`{ at: "${at}", beforeSec: 60, action: stop }`).calendar).toEqual([
    { at, beforeSec: 60, action: 'stop', factor: 2 },
  ])
})

it('says what a time may be, and that an entry lasts', () => {
  expect(() => read('{ at: kickoff, beforeSec: 60, action: stop }')).toThrow(
    'calendar.0.at: expected kick-off, match-end, close, or one moment, such as 2026-11-03T18:00:00Z, got "kickoff"',
  )
  expect(() => read('{ at: close, action: stop }')).toThrow('expected seconds before it or after it, got neither')
})
