// A stop while an order is on its way of which nothing is heard any more: a list that shows nothing proves nothing then.

import { expect, it } from 'vitest'
import type { StopReport } from '../../src/bot/stop-report.js'
import { asLogit } from '../../strategies/as-logit.js'
import { ACCOUNT, simulate } from './virtual/simulate.js'

const DEADLINE_MS = 3000

/** Orders of the bot that are sent once it is told to reach the venue so late; nobody hears of them sooner. */
function start(lateMs: number) {
  const held: string[] = []
  let isHolding = false
  const sim = simulate({
    ...{ seed: 6, server: { world: { markets: { count: 4, minSec: 1800, maxSec: 2400 } } }, strategy: asLogit },
    transport: (network, clock) => ({
      openSocket: (auth, handlers) => network.openSocket(auth, handlers),
      http: (request, done) => {
        if (!isHolding || request.routeClass !== 'write') return network.http(request, done)
        held.push(request.path)
        clock.after(DEADLINE_MS, () => done({ kind: 'failed', reason: 'no answer', mayHaveArrived: true }))
        clock.after(lateMs, () => network.http(request, () => undefined))
      },
    }),
  })
  sim.bot.start()
  const run = (ms: number) => sim.clock.runUntil(sim.clock.monoMs() + ms)
  const hold = () => {
    isHolding = true
  }
  return { ...sim, held, hold, run }
}

async function stopped({ bot, clock, run }: ReturnType<typeof start>) {
  let report: StopReport | undefined
  const from = clock.monoMs()
  void bot.stop(4200).then((r) => {
    report = r
  })
  for (let n = 0; n < 50 && report === undefined; n++) {
    run(100)
    await Promise.resolve()
  }
  return { report, ms: clock.monoMs() - from }
}

/** At the venue. */
function resting({ api }: ReturnType<typeof start>): readonly string[] {
  const orders = api.exchange.orders({ account: ACCOUNT, statuses: ['open', 'partially_filled'] })
  return orders.flatMap(({ hash, remainingRaw }) => (remainingRaw > 0n ? [hash] : []))
}

async function stoppedBefore(lateMs: number) {
  const sim = start(lateMs)
  sim.run(10_000)
  sim.hold()
  while (sim.held.length === 0) sim.run(100)
  // given up, and looked up in vain
  sim.run(3500)
  const { report, ms } = await stopped(sim)
  const atEnd = resting(sim)
  const later = new Set<string>()
  for (let n = 0; n < 100; n++) {
    sim.run(100)
    for (const hash of resting(sim)) later.add(hash)
  }
  return { report, ms, atEnd, later: [...later] }
}

it('one that comes later than the stop may wait is named, and nothing is said to be verified', async () => {
  const { report, ms, atEnd, later } = await stoppedBefore(9000)
  expect(report?.verified).toBe(false)
  expect(ms).toBeLessThanOrEqual(4300)
  expect(atEnd).toEqual([])
  expect(later.length).toBeGreaterThan(0)
  expect(report?.unconfirmed?.orders.map(({ hash }) => hash)).toEqual(expect.arrayContaining(later))
})

it('one that comes while the stop waits is cancelled', async () => {
  const { report, later } = await stoppedBefore(5000)
  expect(report).toMatchObject({ verified: true, openOrders: [] })
  expect(later).toEqual([])
})
