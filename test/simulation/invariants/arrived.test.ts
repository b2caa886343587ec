import { expect, it } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { BotLife } from '../seeds/bot-life.js'
import { Arrived } from '../seeds/invariants/arrived.js'

const ID = '0xa'
const NOBODY = [Number.NaN, Number.NaN] as const

/** Ten tokens of YES are there when the bot begins. */
function open(tokens: readonly [bigint, bigint] = [10_000_000n, 0n]) {
  const found: string[] = []
  const arrived = new Arrived((what) => found.push(what))
  const state = {
    tokens,
    came: tokens,
    fills: 0,
    earned: 0,
    fair: 0.5,
    isFirm: true,
    bids: NOBODY as readonly number[],
  }
  let monoMs = 0
  const market = { conditionId: ID, id: 'm', status: 'OPEN', unitRaw: 1_000_000n }
  const beliefs = {
    markets: new Map([[ID, market]]),
    funds: { snapshot: {} },
    positions: {
      ...{ isOpen: () => true, fills: () => state.fills, worstPnl: () => state.earned },
      ...{ tokensRaw: () => state.tokens, arrivedRaw: () => state.came },
    },
    estimates: { seenMarks: () => ({ fair: state.fair, isFirm: state.isFirm, bids: state.bids }) },
  }
  const life = { bot: { core: { beliefs } } } as unknown as BotLife
  const look = (change: Partial<typeof state>, kind = 'level') => {
    Object.assign(state, change)
    monoMs += 2000
    const of = kind === 'account' ? {} : { conditionId: ID }
    arrived.decided({ kind, at: { monoMs }, ...of } as CoreEvent, life)
  }
  return { look, found }
}

it('what is there at the start has earned what its value has moved by since', () => {
  const { look, found } = open()
  look({ bids: [0.48, 0.48] }, 'account')
  look({ fair: 0.6, bids: [0.58, 0.38], earned: 1 })
  look({ fair: 0.4, bids: [0.5, 0.5], earned: -0.8 })
  expect(found).toEqual([])
})

it('it is marked down to the first bid from its value then, however late that comes', () => {
  const { look, found } = open()
  look({})
  look({ fair: 0.6, earned: 1 })
  look({ fair: 0.6, bids: [0.5, 0.3], earned: 1 })
  look({ fair: 0.6, bids: [0.4, 0.3], earned: 0 })
  expect(found).toEqual([])
})

it('a book that is believed in a turn counts as it stood when the next change of it was told, not at the end of the turn', () => {
  const { look, found } = open()
  look({}, 'feed')
  look({ bids: [0.48, 0.48] })
  look({ bids: [0.5, 0.5], earned: 0.2 })
  look({}, 'turn-end')
  expect(found).toEqual([])
})

it.each<[what: string, first: readonly number[], earned: number]>([
  ['earns by its being there', [0.48, 0.48], 5],
  ['is not marked down', [0.48, 0.48], -0.2],
])('it is told of one that %s', (_what, bids, earned) => {
  const { look, found } = open()
  look({ bids, earned })
  expect(found).toHaveLength(1)
})

it('pairs are worth a unit whatever the price is', () => {
  const { look, found } = open([10_000_000n, 14_000_000n])
  look({ bids: [0.48, 0.46] })
  look({ fair: 0.3, bids: [0.28, 0.68], earned: 4 * (0.68 - 0.46) })
  expect(found).toEqual([])
})

it('nothing is said before a firm value, nor after a fill or another arrival', () => {
  const { look, found } = open()
  look({ isFirm: false, earned: 9 })
  look({ isFirm: true, earned: 0, bids: [0.5, 0.5] })
  look({ fills: 1, earned: 9 })
  look({ fills: 0, earned: 9 })
  expect(found).toEqual([])
})
