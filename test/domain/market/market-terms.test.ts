import { describe, expect, it } from 'vitest'
import { changedTerms, describeChanges, isSameGrid } from '../../../src/domain/market/market-terms.js'
import { market } from '../../risk/builders.js'

const before = market(undefined, { question: 'Rain?', endMs: Date.parse('2026-01-01T00:00:00Z') })
const [yes, no] = before.outcomes

describe('terms of a market', () => {
  it.each([
    ['question', { question: 'Snow?' }, false],
    ['end', { endMs: before.endMs + 1000 }, false],
    ['outcomes', { outcomes: [{ ...yes, name: 'Other' }, no] as const }, false],
    ['outcome ids', { outcomes: [{ ...yes, outcomeId: 'other' }, no] as const }, true],
    ['token ids', { outcomes: [yes, { ...no, tokenId: '99' }] as const }, true],
    ['tick', { ticksPerUnit: before.ticksPerUnit * 10 }, true],
    ['size step', { lotRaw: before.lotRaw * 10n }, true],
    ['unit of collateral', { unitRaw: before.unitRaw * 10n }, true],
    ['exchange', { exchange: '0x5155304951553049515530495155304951553049' as const }, true],
  ])('%s', (term, change, isStructural) => {
    expect(changedTerms(before, { ...before, ...change })).toMatchObject([{ term, isStructural }])
  })

  it('swapped tokens are other tokens', () => {
    const swapped = {
      ...before,
      outcomes: [
        { ...yes, tokenId: no.tokenId },
        { ...no, tokenId: yes.tokenId },
      ] as const,
    }
    expect(changedTerms(before, swapped)).toMatchObject([{ term: 'token ids' }])
  })

  it('what changes in the life of every market is none', () => {
    const later = { ...before, status: 'CLOSED', feeRateBps: 70, winner: 1, tagSlugs: ['new'] } as const
    expect(changedTerms(before, later)).toEqual([])
  })

  it('are told with old and new value', () => {
    expect(describeChanges(changedTerms(before, { ...before, question: 'Snow?', endMs: before.endMs + 1000 }))).toBe(
      'question: expected "Rain?", got "Snow?"; end: expected 2026-01-01T00:00:00.000Z, got 2026-01-01T00:00:01.000Z',
    )
  })
})

it('ticks and lots are the same grid whatever else changes, and are said to be all that did', () => {
  const reworded = { ...before, question: '?', unitRaw: 1n }
  expect(isSameGrid(before, reworded)).toBe(true)
  expect(isSameGrid(before, { ...before, ticksPerUnit: before.ticksPerUnit * 10 })).toBe(false)
  expect(isSameGrid(before, { ...before, lotRaw: before.lotRaw * 10n })).toBe(false)
  const now = { ...before, ticksPerUnit: 1000, lotRaw: before.lotRaw * 10n, unitRaw: 1n }
  expect(changedTerms(before, now).map(({ term, isGrid }) => [term, isGrid])).toEqual([
    ['tick', true],
    ['size step', true],
    ['unit of collateral', false],
  ])
})
