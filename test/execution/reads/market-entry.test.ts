import { expect, test } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { checkDue, type Entry, newEntry, pollDue, sortedBy } from '../../../src/execution/reads/market-entry.js'

const market = { trusted: true, snapshotDueMonoMs: Number.POSITIVE_INFINITY, needsRecheck: false }
const entries: readonly Entry[] = Array.from({ length: 100 }, (_, index) =>
  newEntry(`0x${index}` as ConditionId, { index, sinceMonoMs: 1000 }, market),
)
const [first] = entries as [Entry]

test('of a new market the snapshot is waited for, and the first checks are spread', () => {
  expect(pollDue(first, 1000)).toBe(2500)
  const due = entries.map((entry) => checkDue(entry, entry.bestBids, 30_000)).sort((a, b) => a - b)
  expect(due[0]).toBe(5000)
  expect(due.at(-1)).toBeLessThan(9000)
  const gaps = due.slice(1).map((atMs, i) => atMs - (due[i] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(100)
})

test('after the first it is asked for at its pace', () => {
  const asked = { atMonoMs: 7000, open: false }
  expect(checkDue(first, asked, 30_000)).toBe(37_000)
  expect(pollDue({ ...first, bestBids: asked }, 1000)).toBe(8000)
})

test('the earliest come first, and equals as they were taken up', () => {
  const [a, b, c] = entries as [Entry, Entry, Entry]
  const timeOf = (entry: Entry) => (entry === c ? 1 : 2)
  expect(sortedBy([b, a, c], timeOf)).toEqual([c, a, b])
})
