import { expect, it } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { BotLife } from '../seeds/bot-life.js'
import { Said } from '../seeds/invariants/said.js'

const ID = '0xa'
const quote = (outcome: 0 | 1, price: number) => ({ conditionId: ID, outcome, side: 'BUY', price, size: 10, edge: 0 })

/** A bot with these orders; what it says at the end of a turn. */
function open(living: readonly ReturnType<typeof quote>[]) {
  const found: string[] = []
  const said = new Said((what) => found.push(what))
  const beliefs = {
    markets: new Map([[ID, { id: 'm' }]]),
    orders: { livingOf: () => living.map((draft) => ({ draft })), byIntent: () => ({ draft: quote(0, 40) }) },
  }
  const life = { bot: { core: { beliefs, standing: { stoppedFor: undefined } } } } as unknown as BotLife
  const turned = (market: object, commands: readonly object[] = []) => {
    const whole = { conditionId: ID, approved: [], refused: [], waiting: [], ...market }
    said.turned({ markets: [whole], commands } as unknown as Decision, life)
  }
  const heard = (event: object) => said.heard(event as CoreEvent, life)
  return { turned, heard, found }
}

it('what is approved and does not rest waits for something', () => {
  const { turned, found } = open([quote(0, 40)])
  turned({ approved: [quote(0, 41)] })
  turned({ approved: [quote(1, 50)], waiting: ['the fee'] })
  expect(found).toEqual([])
  turned({ approved: [quote(1, 50)] })
  turned({ approved: [quote(0, 41), quote(0, 39)] })
  expect(found).toHaveLength(3)
})

it('an order of ours is there where one is said to be', () => {
  const { turned, found } = open([quote(0, 40)])
  turned({ refused: [{ quote: quote(0, 40), reason: 'duplicate' }] })
  expect(found).toEqual([])
  turned({ refused: [{ quote: quote(1, 40), reason: 'duplicate' }] })
  turned({ refused: [{ quote: quote(0, 41), reason: 'duplicate' }] })
  expect(found).toHaveLength(2)
})

it('a fee that was called into question is asked for anew', () => {
  const { turned, heard, found } = open([])
  const placed = (feeReadAtMonoMs: number) => turned({}, [{ kind: 'place', conditionId: ID, feeReadAtMonoMs }])
  const failed = (code: string) => heard({ kind: 'submit-failed', intentId: 1, failure: { code }, at: { monoMs: 300 } })
  heard({ kind: 'fee-changed', conditionId: ID, at: { monoMs: 100 } })
  failed('withdrawn')
  placed(150)
  expect(found).toEqual([])
  placed(50)
  failed('rejected')
  placed(250)
  expect(found).toHaveLength(2)
})
