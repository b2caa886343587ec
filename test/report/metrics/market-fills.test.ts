import { expect, it } from 'vitest'
import { fillsByMarket } from '../../../src/report/metrics/market-fills.js'
import { madeFill } from '../made-result.js'

const fills = [
  madeFill({ conditionId: '0xa', shares: 1 }),
  madeFill({ conditionId: '0xb', shares: 2 }),
  madeFill({ conditionId: '0xa', shares: 3, status: 'failed' }),
  madeFill({ conditionId: '0xa', shares: 4 }),
]

it('are those of each market, in their order, as often as they are asked for', () => {
  const byMarket = fillsByMarket(fills)
  expect([...byMarket.keys()]).toEqual(['0xa', '0xb'])
  const own = byMarket.get('0xa')
  for (let i = 0; i < 2; i++) expect([...(own ?? [])].map(({ shares }) => shares)).toEqual([1, 3, 4])
  expect(own).toHaveLength(3)
  expect([own?.at(0)?.shares, own?.at(-1)?.shares, own?.at(3)]).toEqual([1, 4, undefined])
})

it('are those alone that are wanted', () => {
  const byMarket = fillsByMarket(fills, ({ conditionId, status }) => conditionId === '0xa' && status !== 'failed')
  expect([...byMarket].map(([id, own]) => [id, own.length])).toEqual([['0xa', 2]])
})
