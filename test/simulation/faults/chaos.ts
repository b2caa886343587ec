import { seededRandom } from '../../../src/domain/random.js'
import { FaultRun } from './fault-run.js'
import { html } from './faulty-transport.js'
const from = Number(process.argv[2]), to = Number(process.argv[3])
for (let seed = from; seed < to; seed++) {
  const r = seededRandom(seed * 7 + 3)
  const priv = r.next() < 0.5
  let last: any
  const run = new FaultRun({ seed, tap: { step: (d) => { if (d.markets.length > 0) last = d } }, tier: r.next() < 0.5 ? 'DEFAULT' : 'MM', server: {
    world: { markets: { count: 3, minSec: 3000, maxSec: 3600 } },
    switches: { privateEvents: priv, seq: r.next() < 0.5, hash: r.next() < 0.5 }, settlement: { failureRate: r.next() < 0.5 ? 0.2 : 0, delayMs: 300 + r.next() * 4000 },
    fees: { makerPays: r.next() < 0.5 }, globalFeeRateBps: r.next() < 0.5 ? 0 : 30 },
    core: { risk: { ...(await import('./fault-run.js')).LIMITS, killSwitch: { maxLoss: 1e6, maxDrawdown: 1e6, errorRate: { max: 1, windowSec: 60, minCount: 20 } } } as never } })
  const t0 = performance.now()
  const first = run.run(15_000, () => run.allTwoSided())
  const pLoseReq = r.next() * 0.2, pLoseAns = r.next() * 0.2, p5 = r.next() * 0.2, pSlow = r.next() * 0.3
  const f = r.fork('f')
  run.sim.network.fault = () => { const x = f.next(); return x < pLoseReq ? 'lose-request' : x < pLoseReq + pLoseAns ? 'lose-answer' : undefined }
  let mode = 0
  run.transport.fault = { matches: () => { mode = f.next() < p5 ? 1 : f.next() < p5 ? 2 : 0; return mode > 0 }, after: () => html(502) }
  const cut = () => { run.sim.network.cutSockets(); if (on) run.sim.clock.after(2000 + f.next() * 8000, cut) }
  let on = true
  if (r.next() < 0.5) cut()
  run.run(30_000)
  on = false
  run.sim.network.fault = undefined
  run.transport.fault = undefined
  const back = run.run(40_000, () => run.unknown() === 0 && run.allTwoSided())
  if (back === undefined || run.unknown() > 0) for (const o of run.sim.bot.core.beliefs.orders.live()) if (o.phase === 'unknown') console.log('UNKNOWN', o, run.sim.api.exchange.order(o.hash!), run.sim.clock.monoMs(), run.sim.session.venueClock.venueMs())
  if (back === undefined) console.log(run.open.map((id) => [run.isTwoSided(id), last?.markets.find((m) => m.conditionId === id)]), run.sim.bot.core.halted)
  const stats = run.sim.network.log.statuses
  const most = run.mostPerLeg
  const diff = await run.settleAccounts()
  console.log(seed, { priv, first, back, fills: run.fills(), failed: run.failedFills(), most, r429: stats.get(429) ?? 0, ms: Math.round(performance.now() - t0) }, run.violations.slice(0, 3), diff, run.unknown())
}
