import { expect, it } from 'vitest'
import { Signals } from '../../../src/state/market/signals.js'
import { A, B } from '../../risk/builders.js'

it('a market has its own value of a name, or that of all', () => {
  const signals = new Signals()
  signals.tell({ name: 'model' }, { value: 0.4, atMonoMs: 1 })
  signals.tell({ name: 'model', conditionId: A }, { value: 0.5, atMonoMs: 2 })
  expect([signals.of('model', A)?.value, signals.of('model', B)?.value, signals.of('drift', A)]).toEqual([
    0.5,
    0.4,
    undefined,
  ])
})

it('what is no number, or older than what is known, changes nothing', () => {
  const signals = new Signals()
  signals.tell({ name: 'model' }, { value: 0.4, atMonoMs: 5 })
  signals.tell({ name: 'model' }, { value: Number.NaN, atMonoMs: 6 })
  signals.tell({ name: 'model' }, { value: 0.9, atMonoMs: 4 })
  expect(signals.of('model', A)).toEqual({ value: 0.4, atMonoMs: 5 })
})

it('tells all that is known', () => {
  const signals = new Signals()
  signals.tell({ name: 'model', conditionId: A }, { value: 0.5, atMonoMs: 2 })
  signals.tell({ name: 'drift' }, { value: 0.1, atMonoMs: 3 })
  expect(signals.all()).toEqual([
    { name: 'model', conditionId: A, value: 0.5, atMonoMs: 2 },
    { name: 'drift', value: 0.1, atMonoMs: 3 },
  ])
})
