import { expect, it } from 'vitest'
import { StoodStill } from '../../src/event-log/stood-still.js'

/** Looks at these times of the steady clock and of the calendar. */
function said(...looks: readonly (readonly [monoMs: number, wallMs: number])[]) {
  const lines: unknown[] = []
  let wall = 0
  const warn = (details: object, words: string) => void lines.push([details, words])
  const watch = new StoodStill({ warn } as never, () => wall)
  for (const [monoMs, wallMs] of looks) {
    wall = wallMs
    watch.look({ monoMs })
  }
  return lines
}

it('says nothing of looks that come each second, or a little late', () => {
  expect(said([0, 50_000], [1000, 51_000], [3900, 53_900], [4900, 54_900])).toEqual([])
})

it('says for how long a process was stopped', () => {
  expect(said([0, 0], [8300, 8300], [9300, 9300])).toEqual([
    [{ event: 'stood-still', forSec: 7.3 }, expect.stringContaining('stopped')],
  ])
})

it('says for how long a machine slept, and nothing of a clock that is set back', () => {
  expect(said([0, 0], [1000, 3_601_000], [2000, 3_602_000])).toEqual([
    [{ event: 'stood-still', forSec: 3600 }, expect.stringContaining('slept')],
  ])
  expect(said([0, 90_000], [1000, 1000])).toEqual([])
})
