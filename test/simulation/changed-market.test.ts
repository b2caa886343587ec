// A market that becomes another one while it is quoted: pulled and said aloud, until the operator's setting or a restart accepts it.

import { expect, it } from 'vitest'
import { feedSettings } from '../../src/feed/schema.js'
import { FaultRun } from './faults/fault-run.js'

/** Every market list from now on, with the first market's entry edited as text. */
function edited(run: FaultRun, edit: (entry: Record<string, unknown>) => Record<string, unknown>) {
  const conditionId = run.open[0]
  run.transport.fault = {
    matches: ({ path }) => /\/markets\?/.test(path),
    after: (result) => {
      if (result.kind !== 'response' || result.status !== 200) return result
      const body: unknown = JSON.parse(result.body, (_key, value: unknown) =>
        typeof value === 'object' && value !== null && Reflect.get(value, 'conditionId') === conditionId
          ? edit({ ...value })
          : value,
      )
      return { ...result, body: JSON.stringify(body) }
    },
  }
  if (conditionId === undefined) throw new Error('no market')
  return conditionId
}

const warnings = (run: FaultRun) =>
  run.sim.logs.filter(({ level, message }) => level === 'warn' && message.startsWith('the market '))
const shown = (run: FaultRun, conditionId: string) =>
  run.sim.bot.snapshot().markets.find((market) => market.conditionId === conditionId)

it.each([
  [
    'question',
    { question: 'Will it be something else?' },
    /question: expected ".*", got "Will it be something else\?"/,
  ],
  ['end', { endTimestamp: '2099-01-01T00:00:00.000Z' }, /end: expected \S+, got 2099-01-01T00:00:00.000Z/],
  ['exchange', { exchange: `0x${'9'.repeat(40)}` }, /exchange: expected \S+, got 0x9+/],
])(
  'a changed %s pulls the quotes of that market alone, once said, and they are back with the old one',
  (_name, change, words) => {
    const run = new FaultRun({ seed: 61 })
    expect(run.run(20_000, () => run.allTwoSided())).toBeDefined()
    const changed = edited(run, (entry) => ({ ...entry, ...change }))
    expect(run.run(10_000, () => run.resting(changed).length === 0)).toBeDefined()
    run.run(20_000)
    expect(run.resting(changed)).toEqual([])
    expect(shown(run, changed)?.changed).toMatch(words)
    expect(run.open.filter((id) => id !== changed && run.isTwoSided(id))).not.toEqual([])
    expect(warnings(run)).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })])

    run.transport.fault = undefined
    expect(run.run(20_000, () => run.isTwoSided(changed))).toBeDefined()
    expect(shown(run, changed)).not.toHaveProperty('changed')
    expect(run.violations).toEqual([])
  },
)

const ACCEPTING = { feed: feedSettings.parse({ acceptMarketChanges: true }) }

it('with feed.acceptMarketChanges another question is said and quoted on', () => {
  const run = new FaultRun({ seed: 62, core: ACCEPTING })
  expect(run.run(20_000, () => run.allTwoSided())).toBeDefined()
  const changed = edited(run, (entry) => ({ ...entry, question: 'Will it be something else?' }))
  expect(run.run(10_000, () => shown(run, changed)?.question === 'Will it be something else?')).toBeDefined()
  run.run(5000)
  expect(run.isTwoSided(changed)).toBe(true)
  expect(warnings(run)).toHaveLength(1)
})

it('with feed.acceptMarketChanges too, another exchange waits for a restart', () => {
  const run = new FaultRun({ seed: 63, core: ACCEPTING })
  expect(run.run(20_000, () => run.allTwoSided())).toBeDefined()
  const changed = edited(run, (entry) => ({ ...entry, exchange: `0x${'9'.repeat(40)}` }))
  expect(run.run(10_000, () => run.resting(changed).length === 0)).toBeDefined()
  expect(shown(run, changed)?.changed).toContain('exchange')
})
