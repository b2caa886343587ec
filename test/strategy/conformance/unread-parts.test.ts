import { expect, test } from 'vitest'
import { UnreadParts } from '../../../src/strategy/conformance/unread-parts.js'

const READ = 'expected no parts but quotes, fair, note, terms, memory'

test('what is misspelt is named with what there is, and where it was first', () => {
  const parts = new UnreadParts()
  parts.note('the first', { quotes: [], fair: 0.5, note: 'why', terms: {}, memory: 1 })
  expect([...parts.found]).toEqual([])
  parts.note('the second', { quotes: [], fairValue: 0.5 })
  parts.note('the third', { quotes: [], fairValue: 0.5, notes: 'why' })
  expect([...parts.found]).toEqual([
    [`fairValue: ${READ}`, 'the second'],
    [`notes: ${READ}`, 'the third'],
  ])
})

test('of its quotes likewise', () => {
  const quote = { outcome: 0, side: 'BUY', price: 0.4, size: 1, terms: {} }
  const parts = new UnreadParts()
  parts.note('a', { quotes: [quote] })
  parts.noteGroup('a', { markets: [{ conditionId: '0x1', quotes: [quote] }] })
  expect([...parts.found]).toEqual([])
  parts.note('b', { quotes: [quote, { ...quote, expirySec: 10 }] })
  parts.noteGroup('b', { markets: [{ conditionId: '0x1', quotes: [{ ...quote, postOnly: true }] }] })
  const read = 'expected no parts but outcome, side, price, size, terms'
  expect([...parts.found]).toEqual([
    [`quotes.expirySec: ${read}`, 'b'],
    [`markets.quotes.postOnly: ${read}`, 'b'],
  ])
})

test('of a group likewise, beside the markets and in each', () => {
  const parts = new UnreadParts()
  parts.noteGroup('a', { markets: [{ conditionId: '0x1', quotes: [], fair: 0.5, note: '', terms: {} }], memory: 1 })
  expect([...parts.found]).toEqual([])
  parts.noteGroup('b', { markets: [{ conditionId: '0x1', quotes: [], fairs: 0.5 }], memmory: 1 })
  expect([...parts.found]).toEqual([
    ['memmory: expected no parts but markets, memory', 'b'],
    ['markets.fairs: expected no parts but conditionId, quotes, fair, note, terms', 'b'],
  ])
})

test.each([undefined, null, 'words', [1], { markets: 'none' }, { markets: [null, 'words'] }])(
  '%j is no wish of a group: the fault that it is says so',
  (wish) => {
    const parts = new UnreadParts()
    parts.noteGroup('a view', wish)
    expect([...parts.found]).toEqual([])
  },
)

test.each([undefined, null, 'words', [1], Promise.resolve({})])('%j is no wish', (wish) => {
  const parts = new UnreadParts()
  parts.note('a view', wish)
  expect([...parts.found]).toEqual([])
})
