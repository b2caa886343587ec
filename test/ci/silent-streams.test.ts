// Streams that the venue mutes, seen from outside: a bot process at a server process, its quotes by the account's own list, the true
// best bids by REST, and the bot's metrics.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { killAll } from '../loopback/bot-process.js'
import { isWhole } from '../run-counts.js'
import { Outsider } from './outsider.js'

const STALE_AFTER_MS = 3000
/** The cancel on its way, our own looks, and a machine that others use too. */
const SLACK_MS = 2500
const LOOKS_MS = 12_000
const WAIT = { timeout: 60_000, interval: 200 }
const UPDATES = { kind: 'socket-silent', event: 'orderbook.update' }
const SNAPSHOTS = { kind: 'socket-silent', event: 'orderbook.snapshot' }

let outsider: Outsider
beforeEach(async () => {
  outsider = await Outsider.start()
})
afterEach(async () => {
  killAll()
  await outsider.close()
})

it.each([
  { name: 'the books of all markets, while trades go on', faults: [UPDATES, SNAPSHOTS], most: 4 },
  ...(isWhole ? [{ name: 'the books of one market', faults: [UPDATES, SNAPSHOTS], most: 1 }] : []),
  { name: 'everything but the pings', faults: [{ kind: 'socket-silent' }], most: 4 },
])(
  '$name: quotes do not rest on what was left behind, and come back',
  async ({ name, faults, most }) => {
    const all = await vi.waitFor(async () => {
      const markets = await outsider.markets()
      expect([...(await outsider.quoted())].toSorted()).toEqual([...markets.keys()].toSorted())
      expect(await outsider.healthy()).toEqual([1, 1, 1, 1])
      return markets
    }, WAIT)
    const muted = new Map([...all].slice(0, most))
    for (const fault of faults) {
      if (most > 1) await outsider.fault(fault)
      else for (const conditionId of muted.keys()) await outsider.fault({ ...fault, conditionId })
    }

    const { pulledAfterMs, longestWrongMs } = await outsider.watch(muted, LOOKS_MS)
    console.log(
      `${name}: pulled after ${[...pulledAfterMs.values()].map(Math.round).join(', ')} ms, wrong for ${Math.round(longestWrongMs)} ms`,
    )
    expect([...pulledAfterMs.keys()].toSorted()).toEqual([...muted.keys()].toSorted())
    expect(Math.max(...pulledAfterMs.values())).toBeLessThan(STALE_AFTER_MS + SLACK_MS)
    // without a stream at all polls may stand in, which are right; a stream that lies is waited for
    if (faults[0] === UPDATES) {
      expect(longestWrongMs).toBeLessThan(STALE_AFTER_MS + SLACK_MS)
      expect((await outsider.healthy()).filter((value) => value === 0)).toHaveLength(muted.size)
      expect([...(await outsider.quoted())].filter((id) => muted.has(id))).toEqual([])
    }

    await outsider.clearFaults()
    await vi.waitFor(async () => {
      expect(await outsider.healthy()).toEqual([1, 1, 1, 1])
      const quoted = await outsider.quoted()
      expect([...muted.keys()].filter((id) => !quoted.has(id))).toEqual([])
    }, WAIT)
  },
  240_000,
)
