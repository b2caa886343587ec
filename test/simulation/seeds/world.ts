// The venue, the network, the disk and the bot's lives, one after the other, in virtual time.

import { isDeepStrictEqual } from 'node:util'
import { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import type { BotChange } from '../../../src/bot/bot-parts.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { Failure } from '../../../src/domain/error.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { type Random, seededRandom } from '../../../src/domain/random.js'
import type { AnyQuoter } from '../../../src/strategy/parse-params.js'
import type { ExchangeEvent } from '../../../src/venue/simulated/exchange/exchange.js'
import type { SwitchNews } from '../../../src/watchdog/dead-mans-switch.js'
import { VirtualNetwork } from '../virtual/virtual-network.js'
import { BotLife, type DyingPoint, SLOW_AFTER_MS } from './bot-life.js'
import { Configuration } from './configuration.js'
import { DiskCopies } from './disk-copies.js'
import { KeyOfBot } from './key-of-bot.js'
import type { LifeWatch } from './life-watch.js'
import type { Of, Reload, Scenario } from './scenario.js'
import { ServerCrash } from './server-crash.js'
import { SimulatedChain } from './simulated-chain.js'
import { SimulatedDisk } from './simulated-disk.js'
import { SimulatedSignal } from './simulated-signal.js'
import { SimulatedSigner } from './simulated-signer.js'
import { Storm } from './storm.js'
import { Trace } from './trace.js'
import { VenueProcess } from './venue-process.js'
import { Heartbeats, startWatchdog } from './watchdog-process.js'

const START_WALL_MS = 1_790_000_000_000
/** From the start of a process to the first thing that it does. */
const BOOT_MS = 150
/** A start waits for the right to trade, and asks for it so often. */
const LEASE_AGAIN_MS = 200
/** A supervisor starts a bot again that ended by itself. */
const SUPERVISOR_MS = 1000

export interface WorldParts {
  readonly scenario: Scenario
  readonly quoter: (life: () => BotLife | undefined, reload: Reload | undefined) => AnyQuoter
  readonly watch: LifeWatch
  readonly onExchange: (event: ExchangeEvent) => void
  readonly onWatchdog: (news: SwitchNews) => void
}

type Crash = Of<'bot-crash'>

export class World {
  readonly clock = new VirtualClock(START_WALL_MS)
  readonly startWallMs = START_WALL_MS
  readonly trace = new Trace()
  readonly scenario: Scenario
  readonly random: Random
  readonly disk = new SimulatedDisk()
  readonly storm: Storm
  readonly network: VirtualNetwork
  readonly serverCrash = new ServerCrash(this)
  /** Where a watchdog looks for the bot's sign of life. */
  readonly beats: Heartbeats | undefined
  readonly chain: SimulatedChain | undefined
  readonly signer = new SimulatedSigner(this)
  readonly copies: DiskCopies
  readonly key: KeyOfBot
  /** From outside: it carries fair values while no book does. */
  readonly signal: SimulatedSignal | undefined
  readonly #startedMs = this.clock.monoMs()
  readonly #configuration = new Configuration(this, (reload) => this.#parts.quoter(() => this.life, reload))
  readonly serverFaults: unknown[] = []
  readonly #parts: WorldParts
  readonly venue: VenueProcess
  readonly lives: BotLife[] = []
  /** Waits for the point at which it strikes. */
  #crash: { readonly crash: Crash; readonly struck: () => void } | undefined
  /** Steps of the wall clock, of machines to come too. */
  #wallAheadMs: number
  /** The bot is not to be started any more. */
  isEnding = false
  /** While it is above 0 nobody may trade with the wallet. */
  leaseLosses = 0
  /** Limits were lowered: what is held may be beyond them. */
  wereLowered = false
  /** All faults have been over for a while. */
  isCalm = false
  /** A kill has taken effect, and is kept: nothing may be placed, in this life and the next ones, until a person resumes. */
  isKilled = false
  /** The same could not be kept when it was said: who kills the bot before it is makes the next one forget it. */
  isKillUnkept = false
  /** The same of the pause of a market, by its id at the venue; `true`: it is kept. */
  readonly paused = new Map<string, boolean>()
  /** What people have said to bots is numbered; by market, or of all, when somebody last let it go on. */
  said = 0
  readonly freed = new Map<ConditionId | 'all', number>()

  constructor(parts: WorldParts) {
    this.#parts = parts
    const { scenario } = parts
    this.scenario = scenario
    this.random = seededRandom(scenario.seed, 'world')
    this.#wallAheadMs = scenario.setting.wallAheadMs
    this.venue = new VenueProcess({
      ...{ clock: this.clock, scenario, random: this.random.fork('venue') },
      onFault: (error) => this.serverFaults.push(error),
      onEvent: parts.onExchange,
    })
    this.storm = new Storm(this.random.fork('storm'), () => this.clock.monoMs())
    this.network = new VirtualNetwork({
      ...{ clock: this.clock, random: this.random.fork('network'), weather: this.storm },
      venue: () => (this.venue.isUp ? this.api : undefined),
      dies: (route) => this.serverCrash.meet(route),
      settings: { latency: { leastMs: 5, meanMs: 10 }, socket: scenario.setting.socket },
    })
    this.copies = new DiskCopies(this)
    this.key = new KeyOfBot(this)
    const { signal } = scenario.setting.terms ?? {}
    if (signal) this.signal = new SimulatedSignal(this, signal)
    if (scenario.setting.chain) this.chain = new SimulatedChain(this)
    if (scenario.setting.watchdog) this.beats = this.#startWatchdog()
  }

  /** The network brings requests twice: one that was refused may come to rest. */
  get mayArriveTwice(): boolean {
    return this.scenario.disturbances.some(({ kind }) => kind === 'net-duplicate')
  }

  /** Of a venue that is away: as it was. */
  get api() {
    return this.venue.api
  }

  /** The bot's process of now. */
  get life(): BotLife | undefined {
    const last = this.lives.at(-1)
    return last === undefined || last.isOver ? undefined : last
  }

  get markets(): readonly ConditionId[] {
    return this.api.markets.all().map(({ conditionId }) => conditionId)
  }

  get open(): readonly ConditionId[] {
    return this.markets.filter((conditionId) => this.api.exchange.market(conditionId)?.status === 'OPEN')
  }

  get sinceStartMs(): number {
    return this.clock.monoMs() - this.#startedMs
  }

  /** As the configuration says now. */
  get settings(): CoreSettings {
    return this.#configuration.settings
  }

  start(): void {
    if (this.isEnding || this.life !== undefined) return
    if (this.leaseLosses > 0 || this.signer.isAway) {
      this.clock.after(LEASE_AGAIN_MS, () => this.start())
      return
    }
    const { setting } = this.scenario
    const number = this.lives.length + 1
    const life = new BotLife({
      ...{ number, venue: this.clock, disk: this.disk, settings: () => this.settings },
      network: this.key.over(this.network, number),
      choice: () => this.#configuration.choice,
      wallAheadMs: this.#wallAheadMs,
      ...{
        profile: this.api.profile,
        apiKey: this.venue.keys.bot,
        beats: this.beats,
        chain: this.chain,
        signal: this.signal,
        signer: this.signer,
      },
      ...{ durability: setting.durability, rollBytes: setting.rollBytes, signingMs: setting.signingMs },
      random: this.random.fork(`life-${number}`),
      watch: this.#parts.watch,
      mayDie: (point) => this.#strike(point),
      ended: (why) => void this.#ended(life, why),
    })
    this.lives.push(life)
    this.note(`start ${number}`)
    this.clock.after(BOOT_MS, () => void life.start())
  }

  /** The process dies, now or at the next such point of its work. */
  crash(crash: Crash, struck: () => void): void {
    this.#crash = { crash, struck }
    if (crash.when === 'now') this.#die()
  }

  /** A crash that has met nothing by now strikes at once. */
  crashAnyway(): void {
    if (this.#crash) this.#die()
  }

  async restart(downMs: number): Promise<void> {
    const { life } = this
    if (life === undefined || !life.isWorking) return
    await life.stop()
    life.kill()
    this.#mayForget()
    this.clock.after(downMs, () => this.start())
  }

  /** The configuration says something else from now on, or what it said before. */
  reload(to: Reload | undefined): void {
    const before = this.#configuration.choice
    if (this.#configuration.reload(to)) this.wereLowered = true
    const { choice } = this.#configuration
    this.#change(isDeepStrictEqual(choice, before) ? {} : { choice })
  }

  /** By their ids at the venue; whatever it lists, where there are none. */
  choose(ids: readonly string[] | undefined): void {
    this.#configuration.choose(ids)
    this.#change({ choice: this.#configuration.choice })
  }

  #change(also: Pick<BotChange, 'choice'>): void {
    const { life } = this
    if (!life?.isWorking) return
    const { event } = this.#configuration
    if (also.choice !== undefined) life.choice = also.choice
    life.bot?.change({ event, slowAfterMs: SLOW_AFTER_MS, ...also }, () => undefined)
  }

  stepWall(byMs: number): void {
    this.#wallAheadMs += byMs
    this.life?.clock.stepWall(byMs)
  }

  note(text: string): void {
    this.trace.add(this.clock.monoMs(), text)
  }

  #startWatchdog(): Heartbeats {
    const { clock, network } = this
    const beats = new Heartbeats()
    startWatchdog({
      ...{ clock, network, beats, profile: this.api.profile, apiKey: this.venue.keys.bot },
      random: this.random.fork('watchdog'),
      inFlightMs: this.settings.execution.submitInFlightSec * 1000,
      tell: (news) => {
        this.note(`watchdog ${news.event}`)
        this.#parts.onWatchdog(news)
      },
    })
    return beats
  }

  #strike(point: DyingPoint): void {
    if (this.#crash?.crash.when === point) this.#die()
  }

  #die(): void {
    const { life } = this
    const waiting = this.#crash
    this.#crash = undefined
    if (life === undefined || waiting === undefined) return
    const { crash, struck } = waiting
    this.note(`crash of ${life.parts.number}`)
    life.kill()
    this.#mayForget()
    struck()
    // the disk is left as it is when the stack of the dying is done
    this.clock.soon(() => this.disk.crash(crash))
    this.clock.after(Math.max(1, crash.downMs), () => this.start())
  }

  async #ended(life: BotLife, why: Failure): Promise<void> {
    this.note(`life ${life.parts.number} ends: ${why.code}`)
    this.#parts.watch.log('ended', `${why.code}: ${why.message}`, life)
    if (life.bot !== undefined) await life.stop()
    life.kill()
    this.clock.after(SUPERVISOR_MS, () => this.start())
  }

  /** A bot that was ended by others has not had the time to keep what it could not. */
  #mayForget(): void {
    if (this.isKillUnkept && this.disk.standing?.halt === undefined) this.isKilled = false
    this.isKillUnkept = false
    const kept = new Set(this.disk.standing?.pauses.map(({ conditionId }) => this.api.markets.find(conditionId).id))
    for (const [id, isKept] of this.paused) if (!isKept && !kept.has(id)) this.paused.delete(id)
  }
}
