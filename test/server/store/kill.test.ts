// A server killed without warning in the middle of a load loses nothing that it acknowledged. QUOIN_KILLS sets how often.

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { DEPOSIT, lost, Trader, wealth } from './acknowledged-load.js'
import { cleanUp, keptServer, serverFiles } from './kept-server.js'

afterEach(cleanUp)

const KILLS = Number(process.env['QUOIN_KILLS'] ?? 5)

it(`keeps every acknowledged order, cancel and fill over ${KILLS} kills`, {
  timeout: 30_000 + KILLS * 20_000,
}, async () => {
  const traders = [new Trader(), new Trader(), new Trader()]
  const files = serverFiles({
    settlement: { delayMs: 50, failureRate: 0.05 },
    accounts: traders.map(({ account }) => ({ address: account.address, collateral: DEPOSIT })),
  })
  const deposited = BigInt(traders.length * DEPOSIT) * 1_000_000n
  const count = (of: (trader: Trader) => number) => traders.reduce((sum, trader) => sum + of(trader), 0)
  const orders = () => count((t) => t.orders.size)
  for (let kill = 0; kill <= KILLS; kill++) {
    const server = await keptServer(files)
    for (const trader of traders) await trader.connect(server.url)
    const problems = (await Promise.all(traders.map(lost))).flat()
    expect(problems, `after kill ${kill}`).toEqual([])
    expect(await wealth(traders)).toBe(deposited)
    if (kill === KILLS) break
    let isOver = false
    const load = Promise.allSettled(traders.flatMap((t) => [t, t, t].map((trader) => trader.trade(() => isOver))))
    // by count, not by time: a slow machine shall carry the same load
    const enough = orders() + 20 + randomInt(60)
    while (orders() < enough) await sleep(5)
    await sleep(randomInt(20))
    await server.kill()
    isOver = true
    await load
  }
  // the load was one
  expect(orders()).toBeGreaterThan(KILLS * 10)
  expect(count((t) => t.fills.size)).toBeGreaterThan(KILLS * 2)
  expect(count((t) => [...t.orders.values()].filter(({ cancelled }) => cancelled).length)).toBeGreaterThan(KILLS)
})
