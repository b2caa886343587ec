// What a strategy of groups does amiss, in a bot process at a real venue: it costs all markets of its group, and no other.

import { afterEach, expect, it, vi } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { type Deed, lineOf, toldStrategy } from '../loopback/told-strategy.js'
import { sumOf } from './metric-causes.js'

const WAIT = { timeout: 60_000, interval: 50 }
/** Slower than this is never called slow, but for the deed that is. */
const SLOW_AFTER_MS = 300

let venue: LoopbackVenue
let bot: BotProcess
afterEach(async () => {
  killAll()
  await venue.close()
})

async function read(name: 'metrics' | 'status'): Promise<string> {
  if (bot.isOver) throw new Error(bot.stderr)
  return (await fetch(String(Reflect.get(Object(bot.line('running')), name)))).text()
}

async function allQuoted(markets: readonly ConditionId[]): Promise<void> {
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(markets.filter((id) => !venue.isTwoSided(id))).toEqual([])
  }, WAIT)
}

/** The markets of one group, and those of all others. */
function parted(): readonly [readonly ConditionId[], readonly ConditionId[]] {
  const { markets } = venue.server.api
  const all = markets.all()
  const ofFirst = all.filter(({ groupId }) => all.filter((other) => other.groupId === groupId).length > 1)
  const [first] = ofFirst
  const isIn = (id: ConditionId) => all.some((m) => m.conditionId === id && m.groupId === first?.groupId)
  return [venue.open.filter(isIn), venue.open.filter((id) => !isIn(id))]
}

it('is named in each market of the group, with file and line, until it stops', async () => {
  venue = await openVenue({ world: { ...BUSY_WORLD, markets: { ...BUSY_WORLD.markets, count: 6 } } })
  const settings = { slowAfterMs: SLOW_AFTER_MS }
  const select = '{ select: { max: 6, minTimeLeftSec: 2 } }'
  const strategy = toldStrategy(venue, { scope: 'group', settings, markets: select })
  bot = runLive(strategy.config)
  const [group, others] = parted()
  expect(group.length).toBeGreaterThan(1)
  expect(others.length).toBeGreaterThan(0)
  await allQuoted([...group, ...others])

  const deeds: readonly (readonly [Deed, RegExp])[] = [
    ['throws', new RegExp(`as its group was told \\(.*told\\.mjs:${lineOf('as its group was told', 'group')}:`)],
    ['nonsense', /markets: expected a list/],
    [{ busyMs: 2 * SLOW_AFTER_MS }, /it took \d+\.\d ms, allowed 300 ms, again and again/],
  ]
  for (const [deed, words] of deeds) {
    strategy.tell({ [group[0] ?? '0x']: deed })
    await vi.waitFor(async () => {
      expect(venue.resting().filter(({ conditionId }) => group.includes(conditionId))).toEqual([])
      const { markets }: BotSnapshot = JSON.parse(await read('status'))
      const faults = markets.filter(({ conditionId }) => group.includes(conditionId)).map(({ fault }) => fault)
      expect(faults).toEqual(group.map(() => expect.stringMatching(words)))
    }, WAIT)
    await allQuoted(others)
    strategy.tell({})
    await allQuoted(group)
  }
  const text = await read('metrics')
  const faultsOf = (id: ConditionId) => sumOf(text, `quoin_market_faults_total{market="${id}"}`)
  for (const id of group) expect(faultsOf(id)).toBeGreaterThan(0)
  for (const id of others) expect(faultsOf(id)).toBe(0)
}, 240_000)
