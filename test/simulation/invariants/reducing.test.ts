import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { BotLife } from '../seeds/bot-life.js'
import { type CautionName, calendarWindow, FEE_CAP_BPS } from '../seeds/cautions.js'
import { Reducing } from '../seeds/invariants/reducing.js'
import type { World } from '../seeds/world.js'

const ID = '0xa' as ConditionId
const AMID = calendarWindow(0).fromMs + 5000

interface Given {
  readonly cautions?: readonly CautionName[]
  readonly rateBps?: number
  readonly atMs?: number
  readonly kind?: 'place' | 'cancel'
}

/** 9 YES and 2 NO are held; `resting`: raw sizes of sales of YES that may be matched, `untold`: of purchases of NO that have ended. */
function said(resting: readonly bigint[], untold: readonly bigint[], given: Given = {}) {
  const { cautions = ['calendar-reduce'], rateBps = 0, atMs = AMID, kind = 'place' } = given
  const found: string[] = []
  const world = { startWallMs: 0, scenario: { setting: { cautions } } } as unknown as World
  const eye = new Reducing(world, (what) => found.push(what))
  const orders = {
    livingOf: () => [
      ...resting.map((restingRaw) => ({ draft: { outcome: 0, side: 'SELL' }, restingRaw })),
      // what adds is looked at elsewhere
      { draft: { outcome: 0, side: 'BUY' }, restingRaw: 100n },
    ],
    untoldOf: () => untold.map((sizeRaw) => ({ outcome: 1, side: 'BUY', sizeRaw })),
  }
  const beliefs = { orders, positions: { tokensRaw: () => [9n, 2n] }, markets: new Map() }
  const life = { bot: { core: { beliefs, fees: { rateBps: () => rateBps } } } } as unknown as BotLife
  eye.turned({ commands: [{ kind, conditionId: ID }] } as unknown as Decision, life, {
    monoMs: atMs,
    wallMs: atMs,
    venueMs: atMs,
  })
  return found
}

it('what may be matched closes what is held, and no more, where it may only be reduced', () => {
  expect(said([3n, 2n], [2n])).toEqual([])
  const tooMany = `${ID}: may only be reduced, and what may be matched closes 1 too many`
  expect(said([3n, 3n], [2n])).toEqual([tooMany])
  expect(said([5n, 3n], [], { cautions: ['fee-cap'], rateBps: FEE_CAP_BPS + 1 })).toEqual([tooMany])
})

it.each<[what: string, given: Given]>([
  ['before the calendar says so', { atMs: AMID - 5000 }],
  ['while nothing keeps it from adding', { cautions: ['fee-cap'], rateBps: FEE_CAP_BPS }],
  ['where nothing is placed', { kind: 'cancel' }],
])('nothing is said %s', (_what, given) => {
  expect(said([9n], [], given)).toEqual([])
})
