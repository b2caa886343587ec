import { expect, it } from 'vitest'
import { windowsOf } from '../../../src/sweep/search/windows.js'

it('cuts a tape without gaps, the hold-out at its end', () => {
  const { folds, holdOut } = windowsOf({ fromMs: 1000.7, toMs: 11_000.2 }, { folds: 3, holdOut: 0.25 })
  expect([...folds, holdOut].map((window) => [window?.fromMs, window?.toMs])).toEqual([
    [1000, 3500],
    [3500, 6001],
    [6001, 8501],
    [8501, 11_001],
  ])
})

it('without a hold-out ends with the last fold, which has the last record', () => {
  const cut = windowsOf({ fromMs: 0, toMs: 99 }, { folds: 1, holdOut: 0 })
  expect(cut).toEqual({ folds: [{ fromMs: 0, toMs: 100 }] })
})
