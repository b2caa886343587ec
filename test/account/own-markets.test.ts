import { expect, it } from 'vitest'
import { marketNamed, marketsOf } from '../../src/account/own-markets.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import { market } from '../risk/builders.js'

const [KETTLE, TEA] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as [ConditionId, ConditionId]
const kettle = market(KETTLE, { question: 'Will the kettle boil?' })
const tea = market(TEA, { question: 'Will the tea be hot?' })

it('finds the one market that is meant, and none where a part of the question is that of two', () => {
  expect(marketNamed('KETTLE', [kettle, tea])).toBe(kettle)
  expect(marketNamed(TEA.toUpperCase().replace('0X', '0x'), [kettle, tea])).toBe(tea)
  expect(() => marketNamed('will the', [kettle, tea])).toThrow('one of 2: Will the kettle boil?; Will the tea be hot?')
  expect(() => marketNamed('coffee', [kettle, tea])).toThrow('a name of none')
})

it('reads each market once', async () => {
  const asked: string[] = []
  const readMarket = (id: string, done: (answer: { ok: true; value: typeof kettle }) => void) => {
    asked.push(id)
    done({ ok: true, value: id === KETTLE ? kettle : tea })
  }
  expect(await marketsOf([KETTLE, TEA, KETTLE], { readMarket })).toEqual(
    new Map([
      [KETTLE, kettle],
      [TEA, tea],
    ]),
  )
  expect(asked).toEqual([KETTLE, TEA])
})
