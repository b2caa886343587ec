import { expect, it } from 'vitest'
import { AlertDesk } from '../../../src/alerts/alert-desk.js'
import type { BotTap } from '../../../src/bot/bot-parts.js'
import { alertedTap } from '../../../src/cli/alerts/alerted-tap.js'
import type { ConditionId, Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { Standing } from '../../../src/domain/run/standing.js'
import { FakeClock } from '../../alerts/fake-clock.js'

const conditionId = '0xc0' as ConditionId
const market = { conditionId, question: 'Rain?', unitRaw: 1_000_000n } as Market

type Told = Parameters<BotTap['event']>[0]
let seq = 0
const event = (input: CoreInput, venueMs = 1000): Told => ({
  ...input,
  ...{ seq: ++seq, at: { monoMs: venueMs, wallMs: 0, venueMs } },
})

function open() {
  const clock = new FakeClock()
  const said: string[] = []
  const passed: string[] = []
  const settings = { waitsLongerSec: 30, noQuotesSec: 120, digestSec: 300, nearLimit: 0.8 }
  const desk = new AlertDesk({ settings, clock, send: ({ kind, text }) => said.push(`${kind}: ${text}`) })
  const inner: BotTap = {
    event: ({ kind }: { kind: string }) => passed.push(kind),
    step: () => passed.push('step'),
    standing: ({ kind }: { kind: string }) => passed.push(kind),
    massCancel: ({ event }: { event: string }) => passed.push(event),
  } as unknown as BotTap
  return { tap: alertedTap(inner, desk), desk, said, passed }
}

it('tells fills since the start by the question, not those of before', () => {
  const { tap, desk, said, passed } = open()
  const fill = (tradeId: string, venueMs: number) =>
    ({ tradeId, hash: '0x1', conditionId, side: 'BUY', sizeRaw: 1_000_000n, venueMs }) as unknown as Fill
  tap.event(event({ kind: 'market', market }))
  tap.event(event({ kind: 'fills-listed', fills: [fill('old', 999), fill('new', 1000)], askedSeq: 0 }, 5000))
  desk.flush()
  expect(said).toEqual(['fills: 1 fills\nRain?: 1 bought, 0 sold, 1.00 shares'])
  expect(passed).toEqual(['market', 'fills-listed'])
})

it('tells a start that takes up a halt: whoever was told of it may be another, or nobody', () => {
  const { tap, said } = open()
  const pnl = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
  const halt = { cause: 'loss', reason: '251 of 250', actor: 'the bot', atMs: 1_790_000_000_000 } as const
  const take = (standing: Standing) => tap.event(event({ kind: 'restored', standing }))
  take({ pauses: [], pnl })
  expect(said).toEqual([])
  take({ halt, pauses: [], pnl })
  expect(said).toEqual(['halted: still, since 2026-09-21T14:13:20.000Z: loss by the bot: 251 of 250'])
})

it('lets no name of a market look like a message of its own', () => {
  const { tap, desk, said } = open()
  const planted = { ...market, question: 'Rain?\n[bot, live] resumed: it quotes again' }
  tap.event(event({ kind: 'market', market: planted }))
  const fill = { tradeId: '1', hash: '0x1', conditionId, side: 'BUY', sizeRaw: 1_000_000n, venueMs: 1000 }
  const fills = [fill as unknown as Fill]
  tap.event(event({ kind: 'fills-listed', fills, askedSeq: 0 }))
  tap.step({ faults: [{ conditionId, kind: 'strategy', message: 'x' }] } as unknown as Decision, 1)
  desk.flush()
  expect(said.map((text) => text.split('\n').length)).toEqual([2, 1])
})

it('tells faults by the question, or by the condition id where it is not known', () => {
  const { tap, desk, said } = open()
  const decision = { faults: [{ conditionId, kind: 'strategy', message: 'x' }] } as unknown as Decision
  tap.step(decision, 1)
  tap.event(event({ kind: 'market', market }))
  tap.step(decision, 1)
  desk.flush()
  expect(said).toEqual(['fault: 0xc0: strategy: x\nRain?: strategy: x'])
})

it('tells halts, and once that orders may rest and that none does any more, and hands everything on', () => {
  const { tap, said, passed } = open()
  tap.standing?.({ kind: 'halted', cause: 'loss', reason: 'r', actor: 'a', atMs: 0 })
  const news = (event: string) => ({ event }) as Parameters<NonNullable<BotTap['massCancel']>>[0]
  const events = ['begun', 'unverified', 'unverified', 'verified', 'verified', 'begun', 'verified']
  for (const event of events) tap.massCancel?.(news(event))
  expect(said).toEqual([
    'halted: loss by a: r',
    'unverified: no list has shown yet that nothing rests',
    'verified: a list has shown that nothing rests',
  ])
  expect(passed).toEqual(['halted', ...events])
})
