// Work follows change, and concludes what it would if it looked at everything: see plain/plain-conclusions.ts.

import { describe, expect, it } from 'vitest'
import { runs } from '../run-counts.js'
import { runClosedLoop } from './plain/closed-loop.js'
import { wronglyImpossible } from './plain/occasions-table.js'
import { runStagedLoop } from './plain/staged-loop.js'

const SEEDS = Array.from({ length: runs(1, 3) }, (_, i) => i + 1)

describe('the core concludes what the plain derivation does, after each turn', () => {
  it.each([...SEEDS.map((seed) => ({ seed, scope: 'market' as const })), { seed: 1, scope: 'group' as const }])(
    'seed $seed, a strategy of a $scope',
    { timeout: 300_000 },
    ({ seed, scope }) => {
      const { differences, faults, counts, events, pairs } = runClosedLoop({ seed, scope, events: runs(900, 10_000) })
      expect(faults).toEqual([])
      expect(differences).toEqual([])
      console.log(`seed ${seed}, ${scope}: ${events} events, ${JSON.stringify(counts)}`)
      // a shared limit binds in at least so many of the turns in which anything may be quoted, and those are not few
      expect(counts.bound).toBeGreaterThan(0.3 * counts.quoting)
      expect(counts.quoting).toBeGreaterThan(0.15 * counts.turns)
      expect(counts.totals).toBeGreaterThan(0.3 * counts.turns)
      expect(wronglyImpossible(pairs)).toEqual([])
    },
  )

  it('where events of every kind are brought about beside orders of every phase', { timeout: 300_000 }, () => {
    const { differences, counts, pairs } = runStagedLoop({ seed: 1, events: runs(3000, 50_000) })
    expect(differences).toEqual([])
    expect(counts.bound).toBeGreaterThan(0.3 * counts.quoting)
    expect(counts.quoting).toBeGreaterThan(0.15 * counts.turns)
    expect(wronglyImpossible(pairs)).toEqual([])
  })
})
