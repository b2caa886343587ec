// A bot: the core in its loop, the pipeline around it, the executor behind it, and the chores of a run (selection, clock, budgets, stop).
// It gets its parts from outside and cannot tell live, paper and simulated ones apart.

import { Core } from '../core/core.js'
import { signalsRead } from '../core/settings.js'
import type { Failure } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import type { BotSnapshot } from '../domain/run/snapshot.js'
import { LocalCount } from '../execution/budget/local-count.js'
import { type CancelOutcome, cancelEverything } from '../execution/effects/cancel-everything.js'
import { Executor } from '../execution/effects/executor.js'
import type { Unrenewed } from '../execution/lease.js'
import { Adoption } from './adoption.js'
import { countInCore } from './bot-budget.js'
import type { BotChange, BotParts } from './bot-parts.js'
import { BotSelection } from './bot-selection.js'
import { ClaimDesk } from './claim-desk.js'
import { clockScheduler } from './clock-scheduler.js'
import { ClockWatch } from './clock-watch.js'
import { Loop } from './loop.js'
import { emergencyTrading, MassCancel } from './mass-cancel.js'
import { OperatorOrders } from './operator-orders.js'
import { createPipeline, type Order, type Pipeline } from './pipeline.js'
import { Repeated } from './repeated.js'
import { SignalDesk } from './signal-desk.js'
import { FREEING, StandingWatch } from './standing-watch.js'
import { StepFaults } from './step-faults.js'
import { marketsToCancel } from './stop-markets.js'
import { type StopReport, stopReport } from './stop-report.js'
import { StrangerWatch } from './stranger-watch.js'
import { StrategyMeter } from './strategy-meter.js'

export class Bot {
  readonly core: Core
  #announceStop: (cause: Failure) => void = () => undefined
  /** Resolves with the cause when the bot finds that it must end. */
  readonly stoppedItself = new Promise<Failure>((resolve) => {
    // what starts next must know of a halt
    this.#announceStop = (cause) => this.#standing.whenKept(() => resolve(cause))
  })
  readonly #parts: BotParts
  readonly #executor: Executor
  readonly #loop: Loop
  readonly #pipeline: Pipeline
  readonly #selection: BotSelection
  readonly #adoption: Adoption
  readonly #claims: ClaimDesk
  readonly #clock: ClockWatch
  readonly #signals: SignalDesk
  readonly #strangers: StrangerWatch
  readonly #standing: StandingWatch
  readonly #orders = new OperatorOrders()
  readonly #repeated: Repeated
  readonly #massCancel: MassCancel
  #stopCount: LocalCount | undefined
  #slowAfterMs: number

  constructor(parts: BotParts) {
    this.#parts = parts
    this.#slowAfterMs = parts.slowAfterMs ?? Number.POSITIVE_INFINITY
    const { marketData, clock, settings } = parts
    const emit = (input: CoreInput) => this.#pipeline.inputs(input)
    const meter = new StrategyMeter({
      ...{ monoMs: () => clock.monoMs(), slowAfterMs: () => this.#slowAfterMs, emit },
      onCall: (durationMs) => parts.tap.asked?.(durationMs),
    })
    this.core = new Core({ ...settings, measured: (conditionId, call) => meter.measured(conditionId, call) })
    this.#executor = this.#carriesOut(emit)
    this.#repeated = new Repeated(clock)
    this.#massCancel = this.#cancelsAll()
    this.#loop = this.#takesTurns(meter)
    this.#pipeline = this.#mergesStreams()
    const { beliefs, standing } = this.core
    this.#claims = new ClaimDesk({ ...parts, emit, beliefs, standing, selected: () => this.#selection.chosen })
    const known = (conditionId: ConditionId) => beliefs.markets.get(conditionId)
    const isClear = (id: ConditionId) => this.#claims.isClear(id) && beliefs.orders.untoldOf(id).length === 0
    this.#selection = new BotSelection({ ...parts, known, isClear }, (input) => this.#claims.selected(input))
    this.#adoption = new Adoption(parts.recovered, {
      isAwaited: () => standing.unverified !== undefined,
      ...{ marketData, emit, known },
      isSelected: (conditionId) => this.#selection.market(conditionId) !== undefined,
    })
    this.#clock = new ClockWatch({
      venueClock: parts.venueClock,
      maxOffsetSec: settings.feed.maxClockOffsetSec,
      log: (level, message) => parts.tap.log(level, message),
    })
    this.#standing = this.#watchStanding()
    this.#signals = new SignalDesk({
      ...{ ...parts, sources: parts.signals ?? [], names: () => signalsRead(this.core.settings.core) },
      emit,
    })
    this.#strangers = this.#watchStrangers()
  }

  start(): void {
    const { restored, verify, seed } = this.#parts
    this.#pipeline.start()
    if (restored?.halt?.cause === 'second-writer') this.#strangers.giveWay()
    if (restored !== undefined) this.#pipeline.inputs({ kind: 'restored', standing: restored })
    if (verify !== undefined) this.#pipeline.inputs({ kind: 'verify', ...verify })
    if (seed !== undefined) this.#pipeline.inputs({ kind: 'seed', seed })
    countInCore(this.#parts.budget, (input) => this.#pipeline.inputs(input), this.core.budget)
    const lookAtClock = () => this.#pipeline.inputs(this.#clock.look())
    // before anything that is judged by the venue's time
    lookAtClock()
    this.#repeated.every(() => this.#clock.everyMs, lookAtClock)
    this.#selection.start()
    this.#claims.start()
    this.#selection.refresh()
    this.#signals.start()
    this.#parts.chain?.start((event) => this.#pipeline.inputs(event))
    this.#orders.begin()
  }

  snapshot(): BotSnapshot {
    return { ...this.core.snapshot(this.#loop.now()), ...this.#massCancel.shown() }
  }

  /** `done`: the turn in which it took effect is over, and what a restart must not forget of it is kept, or is not: what frees has no effect then. */
  operate(action: Order['action'], by: Omit<Order, 'action'>, done?: (unkept?: Failure) => void): void {
    if (this.#orders.holds(() => this.operate(action, by, done))) return
    const frees = FREEING.has(action)
    const refused = frees ? this.#standing.keepAhead(action, by.conditionId) : undefined
    if (refused) {
      this.#parts.tap.log('error', `${action}: not done, for a restart would forget it: ${refused.message}`)
      done?.(refused)
      return
    }
    if (action === 'resume') this.#strangers.resume()
    if (action === 'give-way') this.#strangers.giveWay()
    if (done !== undefined) this.#orders.wait({ action, ...by }, () => done(frees ? undefined : this.#standing.unkept))
    this.#pipeline.operate({ action, ...by })
  }

  /** While the right to trade is not renewed nothing is quoted. */
  leaseTold(told: Unrenewed | undefined): void {
    this.#strangers.leaseOver(told?.isOver === true)
    this.#pipeline.inputs({ kind: 'lease', ...told })
  }

  /** `reason`: why nothing can be signed; nothing is quoted until it is told that it can again. */
  signerTold(reason: string | undefined): void {
    this.#pipeline.inputs(reason === undefined ? { kind: 'signer' } : { kind: 'signer', reason })
  }

  /** From the next turn on it works by another configuration. `done`: the first such turn is over. */
  change({ event, choice, slowAfterMs }: BotChange, done: () => void): void {
    this.#orders.waitFor((input) => input.kind === 'settings' && input.hash === event.hash, done)
    this.#pipeline.inputs({ kind: 'settings', ...event })
    this.#slowAfterMs = slowAfterMs
    if (choice !== undefined) this.#selection.choose(choice)
  }

  /** Cancels everything and verifies by listing; gives up `deadlineMs` from now and says so. */
  async stop(deadlineMs: number): Promise<StopReport> {
    const { clock, budget, settings } = this.#parts
    this.#massCancel.stop()
    this.#pipeline.operate({ action: 'drain', actor: 'stop', reason: 'the bot stops' })
    // a stop must not wait for the turns of a core that may be what is wrong: it takes from the same count
    const { budget: count, beliefs } = this.core
    count.hurry()
    this.#stopCount = new LocalCount({ ...budget, clock, budget: count })
    const result = await new Promise<CancelOutcome>((done) => {
      cancelEverything({
        markets: () => (this.#strangers.gaveWay ? [] : marketsToCancel(beliefs, count, clock.monoMs())),
        ...{ trading: this.#massCancel.trading, clock, done },
        isLeft: (hash) => this.#strangers.isLeft(hash),
        inFlight: () => this.#executor.inFlight + this.#executor.lost.within(settings.execution.submitInFlightSec),
        deadlineMonoMs: clock.monoMs() + deadlineMs,
      })
    })
    this.halt()
    return this.#reportOf(result)
  }

  /** The report of a stop that nothing has confirmed. */
  unconfirmedStop(): StopReport {
    return this.#reportOf({ verified: false, open: [], pending: [], cancelled: 0 })
  }

  /** Stops working at once; nothing is cancelled. */
  halt(): void {
    this.#repeated.stop()
    this.#massCancel.stop()
    this.#stopCount?.stop()
    this.#selection.stop()
    this.#signals.stop()
    this.#parts.chain?.stop()
    this.#pipeline.stop()
    this.#loop.close()
    this.#standing.close()
  }

  /** Why no order may leave to this market any more, whoever wanted it. */
  #withdrawnFor(conditionId: ConditionId): string | undefined {
    const stopping = this.#stopCount && 'the bot stops'
    return this.core.standing.withdrawnFor(conditionId) ?? stopping ?? this.#claims.refusal(conditionId)
  }

  #carriesOut(emit: (input: CoreInput) => void): Executor {
    const { marketData, trading, journal, chain, clock, budget, recovered } = this.#parts
    const executor = new Executor({
      market: (conditionId) => this.core.beliefs.markets.get(conditionId),
      ...{ marketData, trading, journal, chain, clock, emit, ...budget },
      ...{ fees: this.core.fees, stop: this.#announceStop },
      stopped: (conditionId) => this.#withdrawnFor(conditionId),
    })
    executor.restore(recovered)
    return executor
  }

  #takesTurns(meter: StrategyMeter): Loop {
    const { venueClock, clock, tap, budget } = this.#parts
    const faults = new StepFaults({
      log: (message, details) => tap.log('error', message, details),
      halt: (reason) => this.operate('halt', { cause: 'program-fault', actor: 'fault', reason }),
      ...{ askAgain: () => budget.desk.askAgain(), end: this.#announceStop },
    })
    return new Loop({
      ...{ core: this.core, executor: this.#executor, clock, venueMs: () => venueClock.venueMs(), tap },
      strategyCalls: () => meter.callsInTurn(),
      onTaken: (event) => this.#taken(event),
      onFault: (error, event) => faults.failed(error, event),
    })
  }

  #mergesStreams(): Pipeline {
    const { marketData, trading, clock, settings, tap } = this.#parts
    return createPipeline({
      ...{ marketData, trading, push: (input) => this.#push(input), nowMonoMs: () => clock.monoMs() },
      onLink: (state) => tap.link?.(state),
      ...{ feed: this.core.settings.core.feed, scheduler: clockScheduler(clock) },
      followsRaisedNonce: settings.execution.raisedNonce === 'follow',
      report: (message, details) => tap.log('warn', message, details),
    })
  }

  #cancelsAll(): MassCancel {
    const { trading, clock, settings, tap, budget } = this.#parts
    return new MassCancel({
      trading: emergencyTrading(trading, this.#executor, budget.desk),
      ...{ clock, inFlight: () => this.#executor.inFlight, isLeft: (hash) => this.#strangers.isLeft(hash) },
      believed: () => [...this.core.beliefs.orders.living()].length,
      inFlightMs: settings.execution.submitInFlightSec * 1000,
      tell: (news) => tap.massCancel?.(news),
    })
  }

  #watchStrangers(): StrangerWatch {
    const { recovered, past = [], tap } = this.#parts
    return new StrangerWatch({
      former: new Set([...recovered.map(({ hash }) => hash), ...past]),
      ...{ orders: this.core.beliefs.orders, markets: this.core.beliefs.markets },
      now: () => this.#loop.now(),
      log: (message, details) => tap.log('error', message, { ...details }),
      giveWay: (reason) => this.operate('give-way', { cause: 'second-writer', actor: 'second writer', reason }),
    })
  }

  #watchStanding(): StandingWatch {
    const { tap, keeper } = this.#parts
    return new StandingWatch({
      changed: (change) => tap.standing?.(change),
      ...{ standing: this.core.standing, keeper },
      failed: (failure, isTriedAgain) => {
        // said also where the bot is on its way out already
        const until = isTriedAgain
          ? 'a restart would forget it; tried again every second'
          : 'a restart begins without it'
        tap.log('error', `halts, pauses and P&L could not be kept: ${until}: ${failure.message}`, { ...failure })
        if (!isTriedAgain) this.#announceStop(failure)
      },
    })
  }

  #push(input: CoreInput): void {
    this.#strangers.pushed(input)
    this.#loop.push(input)
  }

  #taken(input: CoreEvent): void {
    if (this.#stopCount === undefined) this.#massCancel.look(this.core.standing)
    this.#strangers.taken(input)
    this.#orders.taken(input)
    if (input.kind === 'turn-end') {
      this.#standing.turnEnded(input.at.monoMs)
      this.#orders.turnEnded()
    }
    this.#adoption.taken(input)
    this.#signals.taken(input)
    this.#selection.heard(input)
  }

  #reportOf(result: CancelOutcome): StopReport {
    return stopReport(result, { beliefs: this.core.beliefs, signed: this.#executor.signed() })
  }
}
