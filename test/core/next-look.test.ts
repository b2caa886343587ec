import { describe, expect, it } from 'vitest'
import { LOOK_AROUND_MS, nextLookMonoMs } from '../../src/core/next-look.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { YES } from '../../src/domain/market/side.js'
import { feedSettings } from '../../src/feed/schema.js'
import { A } from '../risk/builders.js'
import { CoreDriver } from './core-driver.js'

const NEVER = Number.POSITIVE_INFINITY
const POLL_MS = 700

function partsOf(change: { leavesMonoMs?: number; polledMonoMs?: number; behindMs?: number; estimateMonoMs?: number }) {
  const { leavesMonoMs = NEVER, polledMonoMs, behindMs = 0, estimateMonoMs = NEVER } = change
  return {
    orders: { inBookUntilMonoMs: () => leavesMonoMs },
    estimates: { nextMonoMs: () => estimateMonoMs },
    feeds: { polledAt: () => polledMonoMs, answersBehindMs: behindMs },
  } as unknown as Parameters<typeof nextLookMonoMs>[0]
}

describe('a market is looked at again', () => {
  it.each<[name: string, change: Parameters<typeof partsOf>[0], atMonoMs: number]>([
    ['after a second, whatever is known', {}, 5000 + LOOK_AROUND_MS],
    ['when an order of ours is out of its book', { leavesMonoMs: 5300 }, 5300],
    ['when an estimate changes by time', { estimateMonoMs: 5200 }, 5200],
    ['when its poll is too old', { polledMonoMs: 4900 }, 4900 + POLL_MS],
    ['when its poll is too old, and answers are behind', { polledMonoMs: 4900, behindMs: 400 }, 4500 + POLL_MS],
    ['after a second where its poll is too old by now', { polledMonoMs: 4000 }, 5000 + LOOK_AROUND_MS],
  ])('%s', (_name, change, atMonoMs) => {
    const next = nextLookMonoMs(partsOf(change), A, { nowMonoMs: 5000, pollStaleAfterMs: POLL_MS })
    expect(next).toBeCloseTo(atMonoMs, 1)
    expect(next).toBeGreaterThan(5000)
  })

  it('so nothing is approved on a poll that is older than it may be, from the first moment on', () => {
    const feed = feedSettings.parse({ pollStaleAfterMs: 1700 })
    const quotes = [{ outcome: YES, side: 'BUY', price: 0.45, size: 10 }] as const
    const reads = { inputs: ['fair'] as const, everyMs: 60_000, signals: [] }
    const driver = new CoreDriver({ feed, quoter: Object.assign(() => ({ quotes }), { reads }) })
    driver.start()
    driver.push({ kind: 'feed', conditionId: A, health: 'stale', reason: 'link-down' })
    const bid = { price: ticks(48), size: lots(10_000) }
    driver.push({ kind: 'best-bids', conditionId: A, bids: [bid, bid] })
    const polledMonoMs = driver.monoMs
    const approved = () => driver.core.conclusions().approval(A).approved.length
    driver.wake(1)
    expect(approved()).toBeGreaterThan(0)
    while (driver.monoMs < polledMonoMs + 1700) {
      const { wakeAtMonoMs } = driver.decisions.at(-1)!
      driver.wake(Math.max(1, (wakeAtMonoMs ?? NEVER) - driver.monoMs))
    }
    expect(driver.monoMs).toBeLessThan(polledMonoMs + 1702)
    expect(approved()).toBe(0)
  })
})
