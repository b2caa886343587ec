import { expect, it } from 'vitest'
import { createProgress } from '../../src/cli/progress.js'
import { captureContext } from './commands/sandbox.js'

function said(isTTY: boolean, json = false) {
  const { context } = captureContext(json)
  const written: string[] = []
  const stderr = { ...context.streams.stderr, isTTY, write: (text: string) => written.push(text) > 0 }
  let ms = 1000
  const progress = createProgress({ out: context.out, streams: { ...context.streams, stderr } }, () => ms)
  for (let n = 0; n <= 900; n++) {
    progress.say(`${n} of 900 runs`)
    ms += 100
  }
  progress.done()
  return written
}

it('is one line that is written over on a terminal', () => {
  const written = said(true)
  expect(written).toHaveLength(902)
  expect(written[7]).toBe('\r\u001b[2K7 of 900 runs')
  expect(written.at(-1)).toBe('\r\u001b[2K')
})

it('is a line each half minute elsewhere, and none of what is over before', () => {
  expect(said(false)).toEqual(['300 of 900 runs\n', '600 of 900 runs\n', '900 of 900 runs\n'])
})

it('is nothing where data are asked for', () => {
  expect([...said(true, true), ...said(false, true)]).toEqual([])
})
