import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Bot } from '../../../src/bot/bot.js'
import { type WatchedRun, watchRun } from '../../../src/cli/bot/watch-run.js'
import type { Market } from '../../../src/domain/market/market.js'
import { readEarned } from '../../../src/ranking/earned-file.js'
import { createLogger } from '../../../src/telemetry/log/log.js'
import { FakeClock } from '../../alerts/fake-clock.js'
import { configWith } from '../../keys/bot-file.js'
import { SAMPLE, SAMPLE_MARKET } from '../../telemetry/sample-snapshot.js'
import { captureContext } from '../commands/sandbox.js'

const { conditionId } = SAMPLE_MARKET

it('has the log, the metrics, messages, the page and the earnings look each second, and writes what was earned at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-watch-'))
  try {
    const clock = new FakeClock()
    const seen: string[] = []
    const write = (text: string) => seen.push(JSON.parse(text).event)
    const beliefs = {
      markets: new Map([[conditionId, {} as Market]]),
      positions: { pnl: (_market: Market, fair: number) => ({ total: fair * 10 }) },
      // marks, which the core asks for, would move what it decides later
      estimates: { seenMarks: () => ({ fair: 0.7 }) },
    }
    const config = configWith({})
    let monoMs = 0
    const run = {
      ...{ config, mode: 'live' as const, bot: { core: { beliefs } } as unknown as Bot },
      context: captureContext(false, { QUOIN_STATE_DIR: folder }).context,
      clock: clock as unknown as WatchedRun['clock'],
      logger: createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false }),
      metrics: { turnedMonoMs: () => undefined, look: () => void seen.push('metrics') },
      alerts: { look: () => void seen.push('alerts') },
      snapshot: () => {
        monoMs += 1000
        return { ...SAMPLE, monoMs }
      },
    }
    const end = watchRun(run, { look: () => void seen.push('doors') })
    await clock.pass(1000)
    await clock.pass(1000)
    expect(seen).toEqual(['metrics', 'alerts', 'doors', 'quoting', 'metrics', 'alerts', 'doors'])
    end()
    await clock.pass(5000)
    expect(seen).toHaveLength(7)
    const { url: venue, profile } = config.venue
    const place = { folder, chainId: profile.typedData.domain.chainId }
    const earned = readEarned(place, { venue, mode: 'live' }, (path) => expect.unreachable(path))
    expect(earned.get(conditionId)).toMatchObject({ pnl: 7, runs: 1 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
