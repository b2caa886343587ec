import { expect, it } from 'vitest'
import { AlertDesk } from '../../src/alerts/alert-desk.js'
import { Outbox } from '../../src/alerts/outbox.js'
import type { Market } from '../../src/domain/market/market.js'
import type { Fill } from '../../src/domain/orders/fill.js'
import { FakeClock } from './fake-clock.js'

function openDesk() {
  const clock = new FakeClock()
  const said: string[] = []
  const settings = { waitsLongerSec: 30, noQuotesSec: 120, digestSec: 300, nearLimit: 0.8 }
  const desk = new AlertDesk({ settings, clock, send: ({ kind, text }) => said.push(`${kind}: ${text}`) })
  return { clock, said, desk }
}
const market = (question: string) => ({ question, unitRaw: 1_000_000n }) as Market
const fill = (tradeId: string, side: 'BUY' | 'SELL', sizeRaw = 2_000_000n) =>
  ({ tradeId, hash: '0x1', side, sizeRaw }) as unknown as Fill
const wait = { cause: 'venue', reason: 'no answer' } as const

it('tells a halt and its end at once', () => {
  const { desk, said } = openDesk()
  desk.standing({ kind: 'halted', cause: 'loss', reason: '251 of 250', actor: 'the bot', atMs: 0 })
  desk.standing({ kind: 'resumed', cause: 'loss', reason: 'seen', actor: 'ann' })
  desk.standing({ kind: 'resumed', cause: 'operator', reason: 'lunch is over', actor: 'ann' })
  desk.standing({ kind: 'resumed', reason: 'to be sure', actor: 'bob' })
  expect(said).toEqual([
    'halted: loss by the bot: 251 of 250',
    'resumed: it is halted no more, by ann: seen; losses count anew from here',
    'resumed: it is halted no more, by ann: lunch is over',
    'resumed: it was not halted, by bob: to be sure',
  ])
})

it('tells a wait once it has lasted, and then its end; a short one never', async () => {
  const { desk, said, clock } = openDesk()
  desk.standing({ kind: 'waiting', ...wait })
  await clock.pass(29_000)
  desk.standing({ kind: 'waited', ...wait, forMs: 29_000 })
  await clock.pass(60_000)
  expect(said).toEqual([])
  desk.standing({ kind: 'waiting', ...wait })
  await clock.pass(30_000)
  desk.standing({ kind: 'waited', ...wait, forMs: 45_000 })
  expect(said).toEqual(['waiting: for 30 s, venue: no answer', 'waited: over after 45 s (venue)'])
})

it('does not say of a halted bot that the end of a wait brings its quotes back', async () => {
  const { desk, said, clock } = openDesk()
  const besides = '; it is halted besides, and quotes nothing until it is resumed'
  desk.standing({ kind: 'waiting', ...wait })
  desk.standing({ kind: 'halted', cause: 'loss', reason: '251 of 250', actor: 'the bot', atMs: 0 })
  await clock.pass(30_000)
  desk.standing({ kind: 'waited', ...wait, forMs: 45_000 })
  expect(said.slice(1)).toEqual([
    `waiting: for 30 s, venue: no answer${besides}`,
    `waited: over after 45 s (venue)${besides}`,
  ])
  desk.standing({ kind: 'resumed', cause: 'loss', reason: 'seen', actor: 'ann' })
  desk.standing({ kind: 'waiting', ...wait })
  await clock.pass(30_000)
  expect(said.at(-1)).toBe('waiting: for 30 s, venue: no answer')
  const after = openDesk()
  after.desk.stillHalted({ cause: 'loss', reason: '251 of 250', actor: 'the bot', atMs: 0 })
  after.desk.standing({ kind: 'waiting', ...wait })
  await after.clock.pass(30_000)
  expect(after.said.at(-1)).toBe(`waiting: for 30 s, venue: no answer${besides}`)
})

it('counts from the newest cause of a wait', async () => {
  const { desk, said, clock } = openDesk()
  desk.standing({ kind: 'waiting', ...wait })
  await clock.pass(20_000)
  desk.standing({ kind: 'waiting', cause: 'clock', reason: 'unsure' })
  await clock.pass(20_000)
  expect(said).toEqual([])
  await clock.pass(10_000)
  expect(said).toEqual(['waiting: for 30 s, clock: unsure'])
})

it('tells that nothing is quoted', async () => {
  const { desk, said, clock } = openDesk()
  for (let sec = 0; sec < 200; sec += 10) {
    desk.look({ markets: [] })
    await clock.pass(10_000)
  }
  expect(said).toEqual(['not-quoting: nothing for 120 s: no market is chosen'])
})

it('makes one message of the fills of a while, each counted once, most of them first', async () => {
  const { desk, said, clock } = openDesk()
  desk.filled([fill('1', 'BUY'), fill('1', 'BUY')], () => market('few'))
  for (let n = 2; n < 5; n++) desk.filled([fill(`${n}`, n === 4 ? 'SELL' : 'BUY')], () => market('many'))
  desk.filled([fill('9', 'BUY')], () => undefined)
  await clock.pass(300_000)
  expect(said).toEqual(['fills: 4 fills\nmany: 2 bought, 1 sold, 6.00 shares\nfew: 1 bought, 0 sold, 2.00 shares'])
  await clock.pass(600_000)
  expect(said).toHaveLength(1)
})

it('names five markets, and how many more', async () => {
  const { desk, said, clock } = openDesk()
  for (let n = 0; n < 7; n++) desk.filled([fill(`${n}`, 'BUY')], () => market(`m${n}`))
  await clock.pass(300_000)
  expect(said[0]?.split('\n')).toHaveLength(7)
  expect(said[0]).toMatch(/\nand 2 more markets$/)
})

it('makes one message of a fault that comes again, and sends what waits at a stop', () => {
  const { desk, said, clock } = openDesk()
  desk.fault('Rain?', 'strategy: x')
  desk.fault('Rain?', 'strategy: x')
  desk.fault('Snow?', 'program: y')
  desk.standing({ kind: 'waiting', ...wait })
  desk.stop()
  expect(said).toEqual(['fault: Rain?: strategy: x (2 times)\nSnow?: program: y'])
  expect(clock.waiting).toBe(0)
})

it('holds up no halt by the faults of many markets before it', async () => {
  const clock = new FakeClock()
  const posted: [atMs: number, text: string][] = []
  const box = new Outbox({
    post: async ({ kind, text }) => {
      posted.push([clock.monoMs(), `${kind}: ${text}`])
      return { kind: 'taken' }
    },
    ...{ clock, perMinute: 10, told: () => undefined },
  })
  const settings = { waitsLongerSec: 30, noQuotesSec: 120, digestSec: 300, nearLimit: 0.8 }
  const desk = new AlertDesk({ settings, clock, send: (alert) => box.send(alert) })
  for (let n = 0; n < 60; n++) desk.fault(`m${n}`, 'strategy: x')
  await clock.pass(300_000)
  desk.standing({ kind: 'halted', cause: 'loss', reason: '251 of 250', actor: 'the bot', atMs: 0 })
  await clock.pass(600_000)
  expect(posted).toEqual([
    [300_000, `fault: ${[0, 1, 2, 3, 4].map((n) => `m${n}: strategy: x`).join('\n')}\nand 55 more`],
    [306_000, 'halted: loss by the bot: 251 of 250'],
  ])
})

it('tells a loss near each limit once, until it was away; a limit of 0 is none', () => {
  const { desk, said } = openDesk()
  const limits = { maxLoss: 100, maxDailyLoss: 50, maxDrawdown: 0 }
  const pnl = (total: number) => ({ day: 1, total, dayStart: 0, start: 0, peak: 500, realised: 0 })
  for (const total of [-39, -40, -45, -79, -80, -69, -81]) desk.losses(pnl(total), limits)
  expect(said.map((text) => text.split(';')[0])).toEqual([
    'near-limit: loss of the day at the best bids 40.00 of 50 allowed',
    'near-limit: loss at the best bids 80.00 of 100 allowed',
    'near-limit: loss at the best bids 81.00 of 100 allowed',
  ])
})
