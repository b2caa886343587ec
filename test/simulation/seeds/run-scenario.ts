// Plays one scenario from its start to the end of the bot's stop, and holds everything that happens against the invariants.

import { setImmediate as othersTurn } from 'node:timers/promises'
import type { PublicTrade } from '../../../src/domain/orders/fill.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import { apply, nameOf } from './apply-disturbance.js'
import type { BotLife } from './bot-life.js'
import { AtTheVenue } from './invariants/at-the-venue.js'
import { Believed } from './invariants/believed.js'
import { BookWatch } from './invariants/book.js'
import { JournalSize } from './invariants/journal-size.js'
import { Looks } from './invariants/looks.js'
import { differences, minedTwice, orphans } from './invariants/quiescence.js'
import { Recovery } from './invariants/recovery.js'
import { Sending } from './invariants/sending.js'
import { Violations } from './invariants/violation.js'
import { Watched } from './invariants/watched.js'
import type { LifeWatch } from './life-watch.js'
import type { Played, PlayOptions } from './played.js'
import { endOf, LASTS_MS, RECOVERS_WITHIN_MS, type Scenario, STOPS_AT_MS } from './scenario.js'
import { Spells } from './spells.js'
import { Truth } from './truth.js'
import { World } from './world.js'

/** Promises are kept, and looks taken, this often. */
const STEP_MS = 25
const QUIET_MS = 20_000
const STOP_MS = 8000
const SUDDEN = { kind: 'bot-crash', when: 'now', loses: 'process', survives: 1, downMs: 100 } as const
/** What was on its way has arrived. */
const CALM_MS = 10_000
/** A bot that is stopped so soon after its start knows little. */
const BARELY_STARTED_MS = 300

export function play(scenario: Scenario, options: PlayOptions = {}): Promise<Played> {
  return new Play(scenario, options).run()
}

class Play {
  readonly #scenario: Scenario
  readonly #options: PlayOptions
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations
  readonly #venue: AtTheVenue
  readonly #believed: Believed
  readonly #sending: Sending
  readonly #watched: Watched
  readonly #looks: Looks
  readonly #journalSize: JournalSize
  readonly #spells: Spells
  readonly #reached = new Map<string, number>()
  #recovery: Recovery | undefined
  #books: BookWatch | undefined
  #isTurnEnd = false

  constructor(scenario: Scenario, options: PlayOptions) {
    this.#scenario = scenario
    this.#options = options
    this.#spells = new Spells(
      () => this.#world,
      () => this.#looks,
    )
    this.#world = new World({
      scenario,
      quoter: (life, reload) => this.#spells.quoter(scenario.setting, life, reload),
      watch: this.#watch(),
      onWatchdog: (news) => {
        if (news.event === 'verified' && news.isLast) this.#count('watchdog')
        this.#watched?.told(news)
      },
      onExchange: (event) => {
        this.#looks?.happened(event)
        if (event.kind === 'order') {
          this.#venue?.changed(event.record)
          this.#believed?.changed(event.record)
        } else if (event.kind === 'settlement' && event.status === 'failed') {
          this.#venue?.surprise(event.trade.conditionId)
          for (const { hash } of [event.trade.maker, event.trade.taker]) this.#venue?.failed(hash)
        }
        if (event.kind === 'trade') this.#traded(event.trade)
      },
    })
    this.#world.trace.keeps = options.keeps ?? 0
    this.#truth = new Truth(this.#world)
    this.#violations = new Violations(() => this.#world.clock.monoMs())
    this.#venue = new AtTheVenue(this.#world, this.#truth, this.#violations)
    const parts = { world: this.#world, truth: this.#truth, venue: this.#venue, violations: this.#violations }
    const isSurprised: AtTheVenue['isSurprised'] = (id) => parts.venue.isSurprised(id)
    this.#sending = new Sending(this.#world, this.#violations, isSurprised)
    const isReturned: AtTheVenue['isReturned'] = (hash) => parts.venue.isReturned(hash)
    this.#believed = new Believed({ ...parts, isReturned })
    this.#watched = new Watched(parts)
    this.#journalSize = new JournalSize(this.#world, this.#violations)
    this.#looks = new Looks({ ...parts, isSurprised, isReturned, reached: (caution) => this.#count(caution) })
  }

  async run(): Promise<Played> {
    const [{ clock }, { disturbances }] = [this.#world, this.#scenario]
    const startMs = clock.monoMs()
    const at = (ms: number) => startMs + ms
    for (const one of disturbances) {
      this.#reached.set(nameOf(one), 0)
      clock.after(one.atMs, () => apply(one, this.#stage()))
    }
    this.#world.start()
    const calmMs = Math.max(0, ...disturbances.map(endOf))
    await this.#runUntil(at(calmMs))
    this.#endOfFaults()
    await this.#runUntil(at(calmMs + CALM_MS))
    this.#world.isCalm = true
    await this.#runUntil(at(Math.max(STOPS_AT_MS, calmMs + RECOVERS_WITHIN_MS)))
    this.#recovery?.look()
    if (this.#isClean) await this.#end()
    if (this.#isClean) await this.#runUntil(at(LASTS_MS))
    const faults = this.#world.serverFaults
    if (faults.length > 0) this.#violations.add('program', `the venue: ${String(faults[0])}`)
    return {
      scenario: this.#scenario,
      violations: this.#violations.found,
      simulatedMs: clock.monoMs() - startMs,
      reached: this.#reached,
      traceHash: this.#world.trace.digest(),
      fills: this.#truth.fills(),
      lives: this.#world.lives.length,
      outcomes: this.#recovery?.found ?? new Map(),
      last: this.#world.trace.last,
    }
  }

  get #isClean(): boolean {
    return this.#violations.found.length === 0
  }

  #endOfFaults(): void {
    this.#world.note('calm')
    const others = { sending: this.#sending, looks: this.#looks }
    this.#recovery = new Recovery(this.#world, this.#truth, this.#violations, others)
    this.#books = new BookWatch(this.#world, this.#truth, this.#violations)
  }

  async #runUntil(untilMs: number, until: () => boolean = () => false): Promise<void> {
    const { clock } = this.#world
    while (clock.monoMs() < untilMs && this.#isClean && !until()) {
      clock.runUntil(Math.min(untilMs, clock.monoMs() + STEP_MS))
      await othersTurn()
      this.#venue.lookAround()
      this.#recovery?.look()
      this.#books?.look()
      this.#watched.look()
      this.#looks.look()
      this.#journalSize.look()
      if (this.#world.lives.some((life) => life.clock.hangs))
        this.#violations.add('turn-ends', 'the bot works without an end')
    }
  }

  /** Everything is settled, then the bot is stopped. */
  async #end(): Promise<void> {
    const { life } = this.#world
    if (!life?.bot) {
      this.#violations.add('two-sided', `no bot runs: ${this.#world.lives.length} lives`)
      return
    }
    if (this.#sending.isIdle) this.#violations.add('trades', 'nothing was ever placed')
    const unknown = orphans(this.#truth, life)
    if (unknown.length > 0 && life.bot.core.standing.halted?.cause !== 'second-writer')
      this.#violations.add('orphan', `not known to the bot: ${unknown.join()}`)
    for (const act of minedTwice(this.#world)) this.#violations.add('chain-once', `${act} was mined twice`)
    if (this.#scenario.setting.end === 'halt-and-stop') await this.#settle(life)
    const last = this.#scenario.setting.end === 'crash-and-stop' && this.#isClean ? await this.#startedAgain() : life
    if (this.#isClean && last) await this.#stop(last)
  }

  async #startedAgain(): Promise<BotLife | undefined> {
    const [{ clock }, lives] = [this.#world, this.#world.lives.length]
    this.#world.crash({ ...SUDDEN, atMs: clock.monoMs() }, () => undefined)
    await this.#runUntil(
      clock.monoMs() + STOP_MS,
      () => this.#world.lives.length > lives && this.#world.life?.bot !== undefined,
    )
    await this.#runUntil(clock.monoMs() + BARELY_STARTED_MS)
    const { life } = this.#world
    if (!life?.bot) this.#violations.add('turn-ends', 'no bot runs after the last start')
    return life
  }

  /** Others move what the bot holds: it may find other tokens than it counted. */
  get #isByHand(): boolean {
    return this.#scenario.disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
  }

  async #settle(life: BotLife): Promise<void> {
    const { clock } = this.#world
    life.bot?.operate('halt', { actor: 'test', reason: 'the end' }, () => {
      this.#world.isKilled = true
    })
    const isWhole = this.#world.lives.length === 1 && !this.#isByHand
    const differ = () => [
      ...differences(this.#world, this.#truth, { life, isWhole }),
      ...(life.bot?.core.standing.halted?.cause === 'second-writer'
        ? []
        : this.#truth.resting().map(({ hash }) => `${hash} rests after the halt`)),
    ]
    await this.#runUntil(clock.monoMs() + QUIET_MS, () => differ().length === 0)
    for (const what of differ()) this.#violations.add('ledger', what)
  }

  async #stop(life: BotLife): Promise<void> {
    this.#world.isEnding = true
    let isOver = false
    void life.stop().then((report) => {
      isOver = true
      const mayName = this.#scenario.setting.end === 'crash-and-stop' && this.#truth.isLost(report)
      if (report?.verified !== true && !mayName) this.#violations.add('orphan', 'the stop is not verified')
      const left = this.#truth.resting()
      if (left.length > 0) this.#violations.add('orphan', `${left.length} orders rest after the stop`)
      if (life.isConnected) this.#violations.add('turn-ends', 'the stop leaves a socket open')
      life.kill()
    })
    await this.#runUntil(this.#world.clock.monoMs() + STOP_MS, () => isOver)
    if (!isOver && this.#isClean) this.#violations.add('turn-ends', 'the stop does not end')
  }

  #traded({ tradeId, conditionId, price, sizeRaw }: PublicTrade): void {
    this.#world?.note(`trade ${tradeId} ${price} ${sizeRaw}`)
    this.#looks?.streams.traded(tradeId, conditionId)
  }

  #count(name: string, times = 1): void {
    this.#reached.set(name, (this.#reached.get(name) ?? 0) + times)
  }

  #stage() {
    return {
      world: this.#world,
      spells: this.#spells,
      reached: (name: string, times?: number) => this.#count(name, times),
      byHand: (conditionId: Parameters<AtTheVenue['surprise']>[0]) => this.#venue.surprise(conditionId),
      stranger: (hash: Parameters<Truth['strangers']['add']>[0]) => this.#truth.strangers.add(hash),
    }
  }

  #watch(): LifeWatch {
    return {
      event: (event, life) => this.#heard(event, life),
      decided: (decision, life) => {
        this.#believed.decided(decision, life)
        this.#looks.decided(decision)
        if (this.#isTurnEnd) for (const eye of [this.#believed, this.#looks]) eye.turned(decision, life)
        const [first] = decision.corrected
        if (first !== undefined && this.#world.lives.length === 1 && !this.#isByHand)
          this.#violations.add('fill-once', `${first.conditionId} was corrected by ${first.differenceRaw.join()}`)
        for (const { conditionId, differenceRaw } of decision.corrected)
          if (differenceRaw.every((raw) => raw === 0n))
            this.#violations.add('fill-once', `${conditionId} was corrected by nothing`)
      },
      found: (former) => {
        this.#believed.found(former)
        this.#journalSize.found(former)
      },
      sent: (request, life) => {
        this.#world.note(`> ${life.parts.number} ${request.method} ${request.path} ${request.body ?? ''}`)
        this.#sending.sent(request, life)
        this.#looks.sent(request, life)
      },
      answered: (request, result, life) => {
        const status = result.kind === 'response' ? result.status : result.reason
        this.#world.note(`< ${life.parts.number} ${request.method} ${request.path} ${status}`)
        this.#sending.answered(request, result, life)
        this.#looks.answered(request, result, life)
        this.#recovery?.answered(request, result)
      },
      linked: (isUp, life) => this.#looks.streams.linked(isUp, life),
      received: (life) => this.#looks.streams.received(life),
      showed: (news) => this.#looks.tokens.told(news),
      framed: (name, payload, life) => this.#looks.framed(name, payload, life),
      stood: (change, life) => this.#looks.stood(change, life),
      signing: (message, life) => this.#sending.signing(message, life),
      written: (lines, life) => {
        this.#believed.written(lines)
        this.#journalSize.written(lines)
        this.#sending.written(lines, life)
      },
      log: (level, message, life) => {
        this.#options.log?.(`${Math.round(this.#world.clock.monoMs())} ${life.parts.number} ${level} ${message}`)
        if (message.startsWith('a step failed')) this.#violations.add('program', message)
      },
    }
  }

  #heard(event: CoreEvent, life: BotLife): void {
    this.#isTurnEnd = event.kind === 'turn-end'
    if (event.kind === 'level') this.#looks.streams.took(event, life)
    if (event.kind === 'lease') this.#sending.leaseTold(event.reason === undefined, life)
    this.#believed.heard(event, life)
    this.#looks.heard(event, life)
    if (event.kind === 'signed') this.#venue.signed(event.hash, `${life.parts.number}/${event.intentId}`)
  }
}
