import { expect, it } from 'vitest'
import { MissedWords } from '../../../src/recording/merge/missed-words.js'
import { marketOf } from '../../venue/session/fake-venue.js'

const [{ conditionId: here }, { conditionId: there }] = [marketOf(1), marketOf(2)]
const word = (key: string, atMs: number, conditionId = here, teller = 1) => ({
  ...{ key, whenMs: atMs, conditionId, teller },
  record: { atMs, event: { kind: 'fee', conditionId, feeRateBps: 0 } } as const,
})
const keys = (words: ReturnType<MissedWords['take']>) => words.map(({ key }) => key)

it('are those of the market, in their order, once', () => {
  const missed = new MissedWords(10)
  for (const each of [word('a', 1), word('b', 2, there), word('c', 3), word('a', 4, here, 2)]) missed.add(each)
  const taken = missed.take(here, 5)
  expect(keys(taken)).toEqual(['a', 'c'])
  expect(taken[0]?.teller).toBe(1)
  expect(missed.take(here, 5)).toEqual([])
  expect(keys(missed.take(there, 5))).toEqual(['b'])
})

it('are forgotten when they are told after all, and after a while', () => {
  const missed = new MissedWords(10)
  for (const each of [word('a', 1), word('b', 2)]) missed.add(each)
  expect(missed.told('a')).toBe(1)
  expect(missed.told('a')).toBeUndefined()
  expect(missed.take(here, 13)).toEqual([])
  missed.add(word('c', 20))
  missed.add(word('d', 31))
  expect(keys(missed.take(here, 30))).toEqual(['d'])
})
