// What happens to a core in one sample.
//
//   unchanged       a size moves the fair value and no quote: the strategy is asked, nothing else follows
//   quotes-change   the wish moves by a tick, inside the tolerance of what rests: decided anew, nothing sent
//   reprice         the wish moves by three ticks: cancel, fee, two new orders, and every answer to them

import { BEST_BID, type Move, RESTING_SHARES, type Stage } from './stage.js'
import { linesOf, movesOf, quietMoves } from './tape.js'

export type SceneName = 'unchanged' | 'quotes-change' | 'reprice'

export interface Scene {
  /** Played as often as a sample needs. */
  play(): void
  /** Operations of one play. */
  readonly operations: number
  /** Throws when something else happened than the scene says. */
  check(plays: number): void
}

/** Events of the fixed tape. */
const TAPE_EVENTS = 5000
/** Of a market: both outcomes' bids move. */
const LEGS = 2
/** Markets that a pass of the other scenes moves, spread evenly over all. */
const MOST_MOVED = 100
/** Size of the others' best YES bid that lifts the fair value by a tick, and by three: their books are twelve ticks apart. */
const ONE_TICK_SHARES = 140
const THREE_TICKS_SHARES = 300
/** No timer comes due on the way. */
const SOON_MS = 0.1
/** Between two reprices of a market: more than the shortest time allowed. */
const REPRICE_MS = 600

export function tapeOf(markets: number, events: number = TAPE_EVENTS): readonly string[] {
  return linesOf(quietMoves(events, markets))
}

export function sceneOf(name: SceneName, stage: Stage, markets: number): Scene {
  if (name === 'unchanged') return unchanged(stage, markets)
  return name === 'quotes-change' ? quotesChange(stage, markets) : reprice(stage, markets)
}

function unchanged(stage: Stage, markets: number): Scene {
  const tape = stage.prepare(movesOf(tapeOf(markets)))
  // once through, so that every book stands as the tape leaves it
  tape.push()
  const { strategyCalls, placed } = stage
  const wish = ticksOf(stage)
  return {
    play: () => tape.push(),
    operations: TAPE_EVENTS,
    check(plays) {
      // timers may ask too; a book that a pass leaves as the next one begins has not moved then, and nobody is asked
      const moving = TAPE_EVENTS - LEGS * markets
      expect('calls of the strategy, at least', stage.strategyCalls - strategyCalls >= plays * moving)
      expect('no order', stage.placed === placed)
      expect('the same ticks', ticksOf(stage) === wish)
    },
  }
}

function quotesChange(stage: Stage, markets: number): Scene {
  const { moves, moved } = upAndDown(markets, ONE_TICK_SHARES, SOON_MS)
  const up = stage.prepare(moves.slice(0, moved))
  const down = stage.prepare(moves.slice(moved))
  const { placed } = stage
  // the wish must differ by a tick between the two
  down.push()
  const low = ticksOf(stage)
  up.push()
  const high = ticksOf(stage)
  down.push()
  expect('another wish', low !== high && ticksOf(stage) === low)
  return {
    play() {
      up.push()
      down.push()
    },
    operations: 2 * moved,
    check: () => expect('no order', stage.placed === placed),
  }
}

function reprice(stage: Stage, markets: number): Scene {
  const { moves, moved } = upAndDown(markets, THREE_TICKS_SHARES, REPRICE_MS)
  const both = stage.prepare(moves)
  const { placed } = stage
  return {
    play: () => both.pushAndAnswer(),
    operations: 2 * moved,
    check: (plays) =>
      expect(`${4 * moved * plays} orders, not ${stage.placed - placed}`, stage.placed - placed === 4 * moved * plays),
  }
}

/** Each market up, then each back down; `everyMs` between two moves of the same market. */
function upAndDown(markets: number, shares: number, everyMs: number): { moves: Move[]; moved: number } {
  const moved = Math.min(markets, MOST_MOVED)
  const to = (size: number) =>
    Array.from({ length: moved }, (_, i): Move => {
      const market = Math.floor((i * markets) / moved)
      return { market, outcome: 0, price: BEST_BID, shares: size, afterMs: everyMs / moved }
    })
  return { moves: [...to(shares), ...to(RESTING_SHARES)], moved }
}

function ticksOf(stage: Stage): string {
  return stage
    .lastWish()
    .map((price) => Math.floor(price * 100 + 1e-9))
    .join()
}

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`the scene is not what it says: expected ${what}`)
}
