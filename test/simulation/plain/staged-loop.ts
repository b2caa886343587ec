// A core alone, whose events are brought about: of all kinds of event and phases of order, each turn takes a pair that has been met least.
// What the closed loop meets seldom, or once in a million, is met often here. After each turn the core's conclusions are held against the
// plain ones.

import { Core } from '../../../src/core/core.js'
import type { OrderPhase, OwnOrder } from '../../../src/domain/orders/own-order.js'
import { type Random, seededRandom } from '../../../src/domain/random.js'
import type { CoreEvent, CoreInput } from '../../../src/domain/run/core-event.js'
import { bindStrategy } from '../../../src/strategy/parse-params.js'
import { settings } from '../../core/core-driver.js'
import { at } from '../../execution/builders.js'
import { TrueOrder } from '../../state/true-order.js'
import type { ClosedLoop } from './closed-loop.js'
import { isImpossible } from './impossible-pairs.js'
import { worldOptions } from './loop-world.js'
import { EVENT_KINDS, type EventKind, Occasions, type Pair, PHASES } from './occasions.js'
import { OwedAnswers } from './owed-answers.js'
import { PlainConclusions } from './plain-conclusions.js'
import { plainMaker } from './plain-maker.js'
import type { Difference } from './plain-turn.js'
import { type Staged, stagedEvents } from './staged-events.js'
import { StagedVenue } from './staged-venue.js'

export interface StagedLoopOptions {
  readonly seed: number
  readonly events: number
  readonly progress?: (events: number) => void
}

/** Answers that would otherwise never come late. */
const COMES_ANYWAY: ReadonlySet<Pair> = new Set<Pair>([
  ...([
    'signed signing',
    'submitted sent',
    'submit-failed sent',
    'looked-up unknown',
    'look-up-failed unknown',
  ] as const),
  ...(['cancel-answered cancelling', 'cancel-failed cancelling', 'resent unknown'] as const),
])
/** What was met so often is left alone, so that there is peace for what is missing. */
const ENOUGH = 600
/** Can be brought about at any time, beside any order. */
const ANY_TIME = 'level'
const MARKETS = 6
const LIFE_EVENTS = 3000
/** Orders that a former run has left; half of them are heard of before the journal names them. */
const LEFT = 6
/** Events that are brought about in a turn at most. */
const MOST_FORCED = 3
/** Chance that a book moves in a turn. */
const MOVES = 0.3
const MARKET_MS = 60_000
const AMENDS_MS = 250
const BY = { actor: 'test', reason: 'go on' } as const

export function runStagedLoop(options: StagedLoopOptions): ClosedLoop {
  const pairs = new Map<Pair, number>()
  const counts = { turns: 0, quoting: 0, wishes: 0, totals: 0, bound: 0 }
  let events = 0
  for (let life = 0; events < options.events; life++) {
    const staged = new Life(seededRandom(options.seed, `life ${life}`), pairs, focusOf(life, pairs))
    const until = Math.min(LIFE_EVENTS, options.events - events)
    while (staged.events < until && staged.differences.length === 0) staged.turn()
    events += staged.events
    for (const [name, count] of Object.entries(staged.counts)) if (isCount(name)) counts[name] += count
    options.progress?.(events)
    if (staged.differences.length > 0) return { events, pairs, counts, differences: staged.differences, faults: [] }
  }
  return { events, pairs, counts, differences: [], faults: [] }

  function isCount(name: string): name is keyof typeof counts {
    return Object.hasOwn(counts, name)
  }
}

/** They take turns, those of which enough was seen left out. */
function focusOf(life: number, pairs: ReadonlyMap<Pair, number>): OrderPhase {
  const wanting = PHASES.filter((phase) => isWanted(`${ANY_TIME} ${phase}`, pairs))
  return wanting[life % wanting.length] ?? 'open'
}

function isWanted(pair: Pair, pairs: ReadonlyMap<Pair, number>): boolean {
  return (pairs.get(pair) ?? 0) < ENOUGH && !COMES_ANYWAY.has(pair)
}

/** One core, from its start. */
class Life {
  events = 0
  readonly differences: (Difference & { atMs: number })[] = []
  readonly #random: Random
  readonly #focus: OrderPhase
  readonly #pairs: Map<Pair, number>
  readonly #venue: StagedVenue
  readonly #owed: OwedAnswers
  readonly #made: ReturnType<typeof stagedEvents>
  readonly #core: Core
  readonly #plain: PlainConclusions
  readonly #occasions: Occasions
  #amends: { readonly dueMonoMs: number; readonly events: readonly CoreInput[] }[] = []
  #orders: readonly OwnOrder[] = []
  #monoMs = 1000

  /** `focus`: phase of the orders beside which events are brought about. */
  constructor(random: Random, pairs: Map<Pair, number>, focus: OrderPhase) {
    this.#focus = focus
    this.#random = random
    this.#pairs = pairs
    this.#venue = new StagedVenue(random.fork('venue'))
    this.#owed = new OwedAnswers(this.#venue, random.fork('owed'), focus)
    this.#made = stagedEvents({ venue: this.#venue, random: random.fork('made'), seq: () => this.events })
    const {
      core = {},
      estimates = {},
      exclusiveGroups = {},
    } = worldOptions({ seed: random.below(6), markets: MARKETS, scope: 'market' })
    const quoter = bindStrategy(plainMaker, {})
    this.#core = new Core(settings({ ...core, ...estimates, exclusiveGroups, quoter, holdingsLagMs: 1000 }))
    this.#plain = new PlainConclusions(this.#core, 'plain')
    this.#occasions = new Occasions(this.#core.beliefs, pairs)
    this.#begin()
  }

  get counts() {
    return this.#plain.counts
  }

  turn(): void {
    this.#monoMs += 5 + this.#random.below(120)
    const now = at(this.#monoMs)
    this.#venue.age(now.venueMs)
    for (const event of [...this.#due(), ...this.#owed.due(now)]) this.#take(event)
    this.#live()
    for (let n = this.#random.below(MOST_FORCED + 1); n > 0; n--) this.#force()
    if (this.#core.standing.halted !== undefined && this.#random.next() < 0.2)
      this.#take({ kind: 'operator', action: 'resume', ...BY })
    if (this.#random.next() < 0.3) this.#take({ kind: 'wake' })
    this.#endTurn()
  }

  #begin(): void {
    for (const routeClass of ['read', 'write', 'cancel', 'account'] as const)
      this.#take({ kind: 'budget', routeClass, perSecond: 200, perMinute: 6000 })
    this.#take({ kind: 'seed', seed: this.#random.below(1000) })
    this.#take({ kind: 'clock', errorMs: 20 })
    for (let n = 0; n < MARKETS; n++) this.#open()
    this.#recover()
    this.#take({ kind: 'session', signedIn: true, detail: 'signed in' })
    this.#endTurn()
  }

  #open(): void {
    const market = this.#venue.list(at(this.#monoMs + MARKET_MS * (1 + this.#random.next())).venueMs)
    const { conditionId } = market
    this.#take({ kind: 'market', market })
    this.#take({ kind: 'book', conditionId, book: this.#venue.book(conditionId), via: 'socket' })
    this.#take({ kind: 'feed', conditionId, health: 'live', reason: 'snapshot' })
  }

  #recover(): void {
    const { venueMs } = at(this.#monoMs)
    const ids = [...this.#venue.markets.keys()]
    for (let n = 0; n < LEFT; n++) {
      const conditionId = ids[n % ids.length]
      const hash = `0xf${n}` as const
      const order = new TrueOrder(
        { hash, ...(conditionId ? { conditionId } : {}), price: 30 + n, expirationSec: Math.ceil(venueMs / 1000) + 20 },
        venueMs,
      )
      this.#venue.orders.set(order.hash, order)
      if (n % 2 === 0) this.#venue.live(order, venueMs)
      if (n % 3 === 0) this.#take({ kind: 'order', record: order.record() })
      this.#take({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
    }
  }

  /** The world goes on: books move, orders are matched and settled, markets end. */
  #live(): void {
    const { venueMs } = at(this.#monoMs)
    const standing = [...this.#venue.orders.values()]
    const order = standing[this.#random.below(Math.max(1, standing.length))]
    if (order !== undefined && this.#random.next() < 0.3) {
      const settled = this.#venue.live(order, venueMs)
      const { conditionId } = order.draft
      if (settled !== undefined && this.#random.next() < 0.5)
        this.#take({ kind: 'settlement', conditionId, ...settled })
      if (this.#random.next() < 0.6) this.#take({ kind: 'order', record: order.record() })
    }
    for (const { conditionId, status, endMs } of this.#core.beliefs.markets.values()) {
      if (status === 'OPEN' && this.#random.next() < MOVES)
        this.#take({ kind: 'book', conditionId, book: this.#venue.moved(conditionId), via: 'socket' })
      if (endMs > venueMs || status === 'RESOLVED') continue
      for (const { hash, draft } of this.#venue.orders.values())
        if (draft.conditionId === conditionId) this.#venue.orders.get(hash)?.cancel(venueMs)
      const end = status === 'OPEN' ? ({ status: 'CLOSED' } as const) : ({ status: 'RESOLVED', winner: 0 } as const)
      this.#take({ kind: 'market-status', conditionId, ...end })
      if (status === 'OPEN') this.#open()
    }
  }

  #due(): readonly CoreInput[] {
    const due = this.#amends.filter(({ dueMonoMs }) => dueMonoMs <= this.#monoMs)
    this.#amends = this.#amends.filter((amends) => !due.includes(amends))
    return due.flatMap(({ events }) => events)
  }

  /** The pair that was met least, of those that can be brought about now. */
  #force(): void {
    for (const { kind, order } of this.#wanted()) {
      const now = at(this.#monoMs)
      const owed = this.#owed.early(kind, order, now)
      const made: Staged | undefined = owed === undefined ? this.#made[kind]?.(order, now) : { events: owed }
      if (made === undefined) continue
      for (const event of made.events) this.#take(event)
      const dueMonoMs = this.#monoMs + this.#random.below(AMENDS_MS)
      if (made.amends !== undefined) this.#amends.push({ dueMonoMs, events: made.amends })
      return
    }
  }

  #wanted(): readonly { readonly kind: EventKind; readonly order: OwnOrder }[] {
    const { orders: own } = this.#core.beliefs
    const orders = this.#orders.flatMap(({ intentId }) => own.byIntent(intentId) ?? [])
    const phase = this.#focus
    const there = orders.filter((order) => order.phase === phase)
    const order = there[this.#random.below(Math.max(1, there.length))]
    if (order === undefined) return []
    const found: { kind: EventKind; order: OwnOrder; count: number }[] = []
    for (const kind of EVENT_KINDS) {
      const pair: Pair = `${kind} ${phase}`
      if (!isImpossible(kind, phase) && isWanted(pair, this.#pairs))
        found.push({ kind, order, count: this.#pairs.get(pair) ?? 0 })
    }
    return found.sort((a, b) => a.count - b.count)
  }

  #take(input: CoreInput): void {
    const event: CoreEvent = { ...input, seq: ++this.events, at: at(this.#monoMs) }
    this.#occasions.hear(event)
    this.#plain.hear(event)
    const decision = this.#core.step(event)
    this.#plain.decided(decision)
    for (const command of decision.commands) this.#owed.asked(command, event.at)
  }

  #endTurn(): void {
    this.#take({ kind: 'turn-end' })
    this.#orders = this.#plain.orders()
    this.#occasions.look(this.#orders)
    const now = at(this.#monoMs)
    for (const difference of this.#plain.compare(now, this.#orders))
      this.differences.push({ ...difference, atMs: now.monoMs })
  }
}
