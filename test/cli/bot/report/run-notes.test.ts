import { expect, it } from 'vitest'
import { VirtualClock } from '../../../../src/backtest/virtual-clock.js'
import type { Bot } from '../../../../src/bot/bot.js'
import { RunNotes, type RunNotesOptions } from '../../../../src/cli/bot/report/run-notes.js'
import { SAMPLE } from '../../../telemetry/sample-snapshot.js'

const BEGAN_MS = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000

it('counts from the start of the bot, not from when its process began to wait for the wallet', () => {
  const clock = new VirtualClock(BEGAN_MS)
  const options = {
    config: { markets: {}, paper: { queue: 'risk-averse' }, venue: { url: 'http://v', profile: { name: 'v' } } },
    strategy: { name: 's', params: {} },
    ...{ mode: 'live', clock, failed: (message: string) => expect(message).toBe('') },
  } as unknown as RunNotesOptions
  const notes = new RunNotes(options)
  clock.runUntil(10 * HOUR_MS)
  notes.start({
    core: { beliefs: { markets: new Map() } },
    snapshot: () => ({ ...SAMPLE, markets: [] }),
  } as unknown as Bot)
  clock.runUntil(11 * HOUR_MS)
  notes.end()
  const { fromMs, toMs } = notes.report()
  expect([fromMs - BEGAN_MS, toMs - BEGAN_MS]).toEqual([10 * HOUR_MS, 11 * HOUR_MS])
})
