import { expect, it } from 'vitest'
import { windowRunOf } from '../../../src/sweep/runs/window-run.js'
import { madeResult, madeRun } from '../../report/made-result.js'

it('has changes that add up to its profit, what is held valued when it ends', () => {
  const looks = [1, 3, 2.5].map((total, i) => ({
    ...{ atMs: 1000 * (i + 1), pnl: { spread: total, inventory: 0, fees: 0, total }, worstCaseLoss: 0, fills: i },
  }))
  const pnl = { spread: 2.5, inventory: -4, fees: 0, total: -1.5 }
  const result = madeResult({ runs: [madeRun({ samples: looks, pnl })] })
  const [model] = windowRunOf(result, { fromMs: 0, toMs: 3500 }, 1000).models
  expect(model?.changes).toEqual([1, 2, -4.5])
  expect(model?.pnl).toEqual(pnl)
})
