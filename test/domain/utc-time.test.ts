// Times as people write them mean the same on every machine: read in a process that lives elsewhere.

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const TIMES: Readonly<Record<string, number | null>> = {
  '2026-03-02': Date.UTC(2026, 2, 2),
  '2026-03-02T14:30': Date.UTC(2026, 2, 2, 14, 30),
  '2026-03-02 14:30:01.250': Date.UTC(2026, 2, 2, 14, 30, 1, 250),
  '2026-03-02T14:30:01.123456789Z': Date.UTC(2026, 2, 2, 14, 30, 1, 123),
  '2026-03-02T14:30:00-05:00': Date.UTC(2026, 2, 2, 19, 30),
  '2026-03-02 14:30:00+0530': Date.UTC(2026, 2, 2, 9),
  '2028-02-29': Date.UTC(2028, 1, 29),
  '2026-12-31T24:00Z': Date.UTC(2027, 0, 1),
  '2026-02-29': null,
  '2026-02-30T12:00:00Z': null,
  '2026-04-31': null,
  '2026': null,
  '1': null,
  noon: null,
  '2026-03-02T25:00:00Z': null,
  'Mon, 02 Mar 2026 14:30:00': null,
}

it('means UTC where no offset is named, wherever the machine is', () => {
  const program = `
    import { utcMsOf } from './src/domain/utc-time.ts'
    const times = JSON.parse(process.env.TIMES)
    console.log(JSON.stringify(Object.fromEntries(times.map((time) => [time, utcMsOf(time) ?? null]))))`
  const env = { ...process.env, TZ: 'Asia/Tokyo', TIMES: JSON.stringify(Object.keys(TIMES)) }
  const read = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { env })
  expect(JSON.parse(read.toString())).toEqual(TIMES)
})
