import { expect, test } from 'vitest'
import { z } from 'zod'
import { StrategyFault } from '../../../src/strategy/call-strategy.js'
import { ConformanceAsks } from '../../../src/strategy/conformance/conformance-asks.js'
import { defineStrategy } from '../../../src/strategy/contract.js'
import { bindStrategy } from '../../../src/strategy/parse-params.js'

const base = { name: 'sample', description: 'A sample.', params: z.strictObject({}) }

test('shows a strategy what it declares, and notes what it reads', () => {
  const asks = new ConformanceAsks(
    bindStrategy(
      defineStrategy({
        ...base,
        inputs: ['fair', 'signals'],
        signals: ['model'],
        quote: (view) => ({
          quotes: [],
          note: `${Object.keys(view).sort().join()} ${view.fair?.p} ${view.signal('model')?.value}`,
        }),
      }),
    ),
  )
  const asked = asks.ask('here', { fair: { p: 0.3 } })
  expect(asked).toMatchObject({ wish: { note: 'fair,market,signal 0.3 0.49' } })
  expect([...asks.read]).toEqual([
    ['fair', 'here'],
    ['signal', 'here'],
    ['signal(model)', 'here'],
  ])
  expect(asks.undeclared()).toEqual([])
})

test('gives what the core would call a fault', () => {
  const throws = defineStrategy({
    ...base,
    inputs: [],
    quote: () => {
      throw new Error('no')
    },
  })
  expect(new ConformanceAsks(bindStrategy(throws)).ask('here', {})).toBeInstanceOf(StrategyFault)
})
