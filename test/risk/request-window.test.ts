import { expect, it } from 'vitest'
import { RequestWindow } from '../../src/risk/request-window.js'

it('counts the window and forgets the rest', () => {
  const window = new RequestWindow(12_000)
  window.addRequest(500)
  window.addRequest(5_000)
  window.addFailure(5_000)
  expect(window.counts(12_400)).toEqual({ requests: 2, failures: 1 })
  expect(window.counts(13_500)).toEqual({ requests: 1, failures: 1 })
  expect(window.counts(100_000)).toEqual({ requests: 0, failures: 0 })
})

it('reuses a bucket only for its own time', () => {
  const window = new RequestWindow(12_000)
  window.addRequest(0)
  window.addRequest(13_000)
  expect(window.counts(13_000)).toEqual({ requests: 1, failures: 0 })
  // too late for the window: not counted into the time that took its bucket
  window.addRequest(0)
  expect(window.counts(13_000)).toEqual({ requests: 1, failures: 0 })
})
