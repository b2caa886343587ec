// One process of the bot, from its start to its end, however that comes: over the journal that the one before has left.

import type { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import { Bot } from '../../../src/bot/bot.js'
import type { StopReport } from '../../../src/bot/stop-report.js'
import { ChainDesk } from '../../../src/chain/chain-desk.js'
import { toVerify, withAmounts } from '../../../src/cli/bot/hold-wallet.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import { caughtUp } from '../../../src/core/standing/kept-held.js'
import { type Failure, toFailure } from '../../../src/domain/error.js'
import type { Random } from '../../../src/domain/random.js'
import type { HeldTokens, Standing } from '../../../src/domain/run/standing.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'
import { openOrders } from '../../../src/execution/journal/journal.js'
import type { JournalWriter } from '../../../src/execution/journal/journal-writer.js'
import type { MarketChoice } from '../../../src/feed/schema.js'
import { createSession } from '../../../src/venue/session/session.js'
import type { SocketLink, Transport } from '../../../src/venue/session/transport.js'
import { collateralUnitRaw, type VenueProfile } from '../../../src/venue/wire/profile.js'
import { ACCOUNT } from '../virtual/simulate.js'
import { tagSigner } from '../virtual/tag-crypto.js'
import { WorkingClock } from '../virtual/working-clock.js'
import { sessionSettings } from './configured.js'
import { heardBy } from './heard-by.js'
import type { LifeWatch } from './life-watch.js'
import type { SimulatedChain } from './simulated-chain.js'
import type { DiskStep, SimulatedDisk } from './simulated-disk.js'
import type { SimulatedSignal } from './simulated-signal.js'
import type { SimulatedSigner } from './simulated-signer.js'
import { budgetAfter } from './simulated-use.js'
import type { Heartbeats } from './watchdog-process.js'

/** Where a bot may die. */
export type DyingPoint = DiskStep | 'send' | 'answer' | 'chain-send'

export interface LifeParts {
  readonly number: number
  readonly venue: VirtualClock
  readonly wallAheadMs: number
  readonly network: Transport
  readonly disk: SimulatedDisk
  readonly profile: VenueProfile
  readonly apiKey: string
  /** Of the configuration, when it is read. */
  readonly settings: () => CoreSettings
  readonly choice: () => MarketChoice
  readonly durability: 'process' | 'machine'
  readonly rollBytes: number
  /** On average. */
  readonly signingMs: number
  readonly random: Random
  readonly watch: LifeWatch
  /** Where its sign of life is left, if anybody looks at it. */
  readonly beats?: Heartbeats | undefined
  /** Where what is held is exchanged, if it is. */
  readonly chain?: SimulatedChain | undefined
  /** What carries fair values, if anything does. */
  readonly signal?: SimulatedSignal | undefined
  readonly signer: SimulatedSigner
  /** Asked at each point where it may die; kills it or not. */
  readonly mayDie: (point: DyingPoint) => void
  /** It has ended by itself, or could not start. */
  readonly ended: (why: Failure) => void
}

/** What the bot's work costs, microseconds. */
const WORK = { step: 60, marked: 40, strategy: 30, signature: 400 }
export const SLOW_AFTER_MS = 5
const STOP_DEADLINE_MS = 4200

export class BotLife {
  readonly clock: WorkingClock
  readonly parts: LifeParts
  #bot: Bot | undefined
  #writer: JournalWriter | undefined
  /** Those that it has not closed. */
  readonly #links = new Set<SocketLink>()
  #lastTurnMs: number
  readonly #heart: ReturnType<Heartbeats['begin']> | undefined
  /** It is being stopped, or was. */
  isStopping = false
  startedMs: number | undefined
  /** What it has read of its configuration, and was told of it since. */
  settings: CoreSettings
  /** Which markets it is to quote, as it was told. */
  choice: MarketChoice
  /** What former lives had left. */
  keptAtStart: Standing | undefined
  /** Of what was kept, what is held, less what transactions took since. */
  leftAtStart: readonly HeldTokens[] = []

  constructor(parts: LifeParts) {
    this.parts = parts
    this.settings = parts.settings()
    this.choice = parts.choice()
    this.clock = new WorkingClock(parts.venue, parts.wallAheadMs, { table: WORK })
    const { clock } = this
    this.#lastTurnMs = clock.monoMs()
    this.#heart = parts.beats?.begin({ run: `${parts.number}`, clock, lastTurnMs: () => this.#lastTurnMs })
  }

  get bot(): Bot | undefined {
    return this.#bot
  }

  get isOver(): boolean {
    return this.clock.isOver
  }

  /** A socket of it is open, or being opened. */
  get isConnected(): boolean {
    return this.#links.size > 0
  }

  /** Runs, and is not on its way out. */
  get isWorking(): boolean {
    return this.#bot !== undefined && !this.isOver && !this.isStopping
  }

  async start(): Promise<void> {
    const { disk, durability, rollBytes } = this.parts
    const settings = this.parts.settings()
    const user = { clock: this.clock, step: (step: DiskStep) => this.#stateAt(step) }
    try {
      const { writer, ...left } = await openOrders(disk.files(user), {
        ...{ durability, rollBytes, folder: 'journal', nowMs: this.clock.wallMs() },
        ...{ graceMs: settings.execution.unknownGraceSec * 1000, isHeld: () => true },
        ...{ wallMs: () => this.clock.wallMs(), heldMs: () => disk.standing?.heldMs ?? Number.NEGATIVE_INFINITY },
        onTrouble: ({ message }) => this.parts.watch.log('warn', message, this),
      })
      if (this.isOver) return
      const former = withAmounts(left)
      this.#writer = writer
      this.parts.watch.found(former, this)
      const { standing } = disk
      this.keptAtStart = standing
      const restored = standing && caughtUp(standing, disk.keptChain, collateralUnitRaw(this.parts.profile))
      const verify = toVerify(former, restored, settings)
      this.leftAtStart = verify?.held ?? []
      this.clock.hear(() => this.#begin({ ...former, restored, verify, keeper: disk.keeper(user) }))
    } catch (cause) {
      if (!this.isOver) this.parts.ended(toFailure(cause))
    }
  }

  /** As a signal does. */
  async stop(): Promise<StopReport | undefined> {
    const bot = this.#bot
    if (bot === undefined || this.isOver || this.isStopping) return undefined
    this.isStopping = true
    const report = await bot.stop(STOP_DEADLINE_MS)
    await this.#writer?.close()
    if (this.isOver) return undefined
    if (report.verified) this.#heart?.end()
    return report
  }

  /** Nothing that it would do from here on happens; its connections break. */
  kill(): void {
    if (this.isOver) return
    this.clock.end()
    for (const link of this.#links) link.close()
  }

  #stateAt(point: DyingPoint): 'alive' | 'dies' | 'dead' {
    if (this.isOver) return 'dead'
    this.parts.mayDie(point)
    return this.isOver ? 'dies' : 'alive'
  }

  #lives(point: DyingPoint): boolean {
    return this.#stateAt(point) === 'alive'
  }

  #begin(found: Pick<ConstructorParameters<typeof Bot>[0], 'recovered' | 'past' | 'restored' | 'verify' | 'keeper'>) {
    const { watch, profile, number, disk } = this.parts
    const log = (level: string, message: string) => watch.log(level, message, this)
    // a process that is on its way up reads its configuration last
    const settings = this.parts.settings()
    this.settings = settings
    this.choice = this.parts.choice()
    const { recovered, past, restored, verify, keeper } = found
    const { desk, session } = this.#connect(settings)
    const { trading, marketData, venueClock } = session
    const writer = this.#writer
    if (trading === undefined || writer === undefined) throw new Error('expected a wallet and a journal')
    const bot = new Bot({
      ...{ settings, marketData, trading, recovered, venueClock, clock: this.clock, seed: number },
      ...(past === undefined ? {} : { past }),
      ...(restored === undefined ? {} : { restored }),
      ...(verify === undefined ? {} : { verify }),
      ...(keeper === undefined ? {} : { keeper }),
      ...this.#chainDesk(),
      signals: this.parts.signal === undefined ? [] : [this.parts.signal.connect(this.clock)],
      slowAfterMs: SLOW_AFTER_MS,
      choice: this.choice,
      journal: {
        append: (lines, done) => {
          watch.written(lines, this)
          writer.append(lines, done)
        },
      },
      budget: budgetAfter(disk, { budget: { limits: profile.limits, desk }, clock: this.clock, log }),
      tap: {
        event: (event) => {
          this.clock.charge('step')
          if (event.kind === 'settings') this.settings = settings.changed?.(event) ?? settings
          watch.event(event, this)
        },
        step: (decision) => {
          this.clock.charge('marked', decision.markets.length)
          this.#lastTurnMs = this.clock.monoMs()
          watch.decided(decision, this)
        },
        standing: (change) => watch.stood(change, this),
        log,
      },
    })
    this.#bot = bot
    this.startedMs = this.parts.venue.monoMs()
    void bot.stoppedItself.then((cause) => {
      if (!this.isOver) this.parts.ended(cause)
    })
    bot.start()
  }

  #chainDesk(): { readonly chain?: ChainDesk } {
    const { chain, disk } = this.parts
    if (chain === undefined) return {}
    const keeper = disk.chainKeeper({ clock: this.clock, step: (step) => this.#stateAt(step) })
    const connected = chain.connect(this.clock, () => this.#lives('chain-send'))
    const { costRefusal } = chain
    return { chain: new ChainDesk({ chain: connected, keeper, clock: this.clock, costRefusal }) }
  }

  #connect(settings: CoreSettings) {
    const { profile, apiKey, random, watch } = this.parts
    const desk = new Desk()
    const signer = this.parts.signer.over(tagSigner(ACCOUNT, profile.typedData, random.fork('salt')), this.clock)
    const signing = random.fork('signing')
    const session = createSession({
      ...{ profile, desk, clock: this.clock, apiKey, settings: sessionSettings(settings) },
      transport: heardBy(watch, { life: this, machine: this.clock.listening(this.#watched()) }),
      signer: {
        ...signer,
        signOrder: (message, context, done) => {
          this.clock.charge('signature')
          watch.signing(message, this)
          this.clock.after(signing.exponential(this.parts.signingMs), () => signer.signOrder(message, context, done))
        },
      },
    })
    return { desk, session }
  }

  /** Between the bot's machine and the network. */
  #watched(): Transport {
    const { network, watch } = this.parts
    return {
      http: (request, done) => {
        if (!this.#lives('send')) return
        const reason = request.routeClass === 'write' ? this.#heart?.refusal() : undefined
        if (reason !== undefined) {
          this.clock.hear(() => done({ kind: 'failed', reason, mayHaveArrived: false }))
          return
        }
        watch.sent(request, this)
        network.http(request, (result) => {
          if (!this.#lives('answer')) return
          watch.answered(request, result, this)
          done(result)
        })
      },
      openSocket: (auth, handlers) => {
        const link = network.openSocket(auth, handlers)
        this.#links.add(link)
        const close = () => {
          this.#links.delete(link)
          link.close()
        }
        return { emit: (...told) => link.emit(...told), reconnect: () => link.reconnect(), close }
      },
    }
  }
}
