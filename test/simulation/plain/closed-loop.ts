// Bots and their venue in virtual time, one bot after the other: each is killed, and the next begins with its journal. A shared limit
// binds, and much goes wrong (weather.ts). After each turn the bot's conclusions are held against the plain ones.

import type { Bot } from '../../../src/bot/bot.js'
import { type Random, seededRandom } from '../../../src/domain/random.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import { FaultyTransport } from '../faults/faulty-transport.js'
import { simulate } from '../virtual/simulate.js'
import { KeptJournal } from './kept-journal.js'
import { hasSlowSpells, isRough, type LoopWorld, SLOW_CALLS, worldOptions } from './loop-world.js'
import { Occasions, type Pair } from './occasions.js'
import { PlainConclusions } from './plain-conclusions.js'
import { plainGroupMaker, plainMaker } from './plain-maker.js'
import type { Difference } from './plain-turn.js'
import { SlowSpells } from './slow-spells.js'
import { ToldSignal } from './told-signal.js'
import { Weather } from './weather.js'

export interface ClosedLoop {
  readonly events: number
  /** How often each kind of event met an order in each phase. */
  readonly pairs: ReadonlyMap<Pair, number>
  readonly counts: PlainConclusions['counts']
  /** The first of them, and when. */
  readonly differences: readonly (Difference & { readonly atMs: number })[]
  /** Of the venue, and steps of the bot that failed. */
  readonly faults: readonly unknown[]
}

export interface ClosedLoopOptions extends Partial<Omit<LoopWorld, 'seed'>> {
  readonly seed: number
  /** Ends after so many events, or with the first difference. */
  readonly events: number
  /** Told now and then how many events were taken. */
  readonly progress?: (events: number) => void
}

/** A bot is killed after so many events. */
const LIFE_EVENTS = 8000
const STEP_MS = 250

export function runClosedLoop(options: ClosedLoopOptions): ClosedLoop {
  return new Loop(options).run()
}

/** One bot, and what is held against it. */
interface Life {
  readonly bot: Bot
  readonly plain: PlainConclusions
  readonly occasions: Occasions
  readonly fromEvent: number
}

class Loop {
  readonly #options: ClosedLoopOptions
  readonly #world: LoopWorld
  readonly #random: Random
  readonly #journal = new KeptJournal()
  readonly #signal = new ToldSignal()
  readonly #spells = new SlowSpells()
  readonly #sim: ReturnType<typeof simulate>
  readonly #pairs = new Map<Pair, number>()
  readonly #counts = { turns: 0, quoting: 0, wishes: 0, totals: 0, bound: 0 }
  readonly #differences: (Difference & { atMs: number })[] = []
  #life: Life
  #last: CoreEvent | undefined
  #events = 0
  #transport: FaultyTransport | undefined

  constructor(options: ClosedLoopOptions) {
    const { seed, markets = 20, scope = 'market' } = options
    this.#options = options
    this.#world = { seed, markets, scope }
    this.#random = seededRandom(seed, 'loop')
    const signing = this.#random.fork('signing')
    this.#sim = simulate({
      ...worldOptions(this.#world),
      strategy: scope === 'group' ? plainGroupMaker : this.#spells.strategy(plainMaker, () => this.#chargeSlow()),
      journal: this.#journal,
      signals: [this.#signal],
      signingMs: () => signing.exponential(20),
      transport: (network, clock) => {
        this.#transport = new FaultyTransport(network, clock)
        return this.#transport
      },
      tap: { event: (event) => this.#hears(event), step: (decision) => this.#stepped(decision) },
    })
    this.#life = this.#lifeOf(this.#sim.bot)
  }

  run(): ClosedLoop {
    const { clock, logs, faults } = this.#sim
    this.#surround()
    this.#life.bot.start()
    for (let ms = clock.monoMs() + STEP_MS; !this.#isOver; ms += STEP_MS) {
      clock.runUntil(ms)
      this.#options.progress?.(this.#events)
      if (this.#events - this.#life.fromEvent >= LIFE_EVENTS) this.#liveAgain()
    }
    this.#addUp()
    const failed = logs.filter(({ message }) => message.startsWith('a step failed')).map(({ message }) => message)
    const found = { pairs: this.#pairs, counts: this.#counts, differences: this.#differences }
    return { events: this.#events, ...found, faults: [...faults, ...failed] }
  }

  get #isOver(): boolean {
    return this.#events >= this.#options.events || this.#differences.length > 0
  }

  #lifeOf(bot: Bot): Life {
    const plain = new PlainConclusions(bot.core, 'plain', this.#events === 0)
    return { bot, plain, occasions: new Occasions(bot.core.beliefs, this.#pairs), fromEvent: this.#events }
  }

  /** The bot is killed; the next one has its journal. */
  #liveAgain(): void {
    this.#addUp()
    this.#life.bot.halt()
    const { bot } = this.#sim.begin(this.#journal.left())
    this.#life = this.#lifeOf(bot)
    bot.start()
  }

  #addUp(): void {
    const { turns, quoting, wishes, totals, bound } = this.#life.plain.counts
    this.#counts.turns += turns
    this.#counts.quoting += quoting
    this.#counts.wishes += wishes
    this.#counts.totals += totals
    this.#counts.bound += bound
  }

  #hears(event: CoreEvent): void {
    this.#events++
    this.#last = event
    const { plain, occasions } = this.#life
    occasions.hear(event)
    plain.hear(event)
  }

  #stepped(decision: Decision): void {
    this.#life.plain.decided(decision)
    if (this.#last?.kind !== 'turn-end' || this.#differences.length > 0) return
    const { at } = this.#last
    const { plain, occasions } = this.#life
    const orders = plain.orders()
    occasions.look(orders)
    for (const difference of plain.compare(at, orders)) this.#differences.push({ ...difference, atMs: at.monoMs })
  }

  #chargeSlow(): void {
    this.#sim.working?.charge('strategy', SLOW_CALLS)
  }

  #surround(): void {
    const sim = this.#sim
    const { clock } = sim
    const bot = () => this.#life.bot
    if (this.#transport) {
      const parts = { sim, transport: this.#transport, bot, isRough: isRough(this.#world) }
      new Weather({ ...parts, random: this.#random.fork('weather') }).begin()
    }
    this.#signal.begin(clock, this.#random.fork('signal'), () => [...bot().core.beliefs.markets.keys()])
    if (hasSlowSpells(this.#world)) this.#spells.begin(clock, this.#random.fork('spells'))
  }
}
