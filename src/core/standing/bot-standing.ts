// Whether the bot may quote at all: halted until a person resumes it, waiting for what passes by itself, or neither; and what of it a
// restart must not forget.

import type { Failure } from '../../domain/error.js'
import type { ConditionId } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Halt, HeldTokens, Pause, Standing, StandingChange, Wait } from '../../domain/run/standing.js'
import type { Instant } from '../../domain/time.js'
import type { Budget } from '../../execution/budget/budget.js'
import { Ramp } from '../../risk/caution/ramp.js'
import type { KillSwitch } from '../../risk/kill-switch.js'
import type { RiskLimits } from '../../risk/schema.js'
import type { Beliefs } from '../../state/beliefs.js'
import { PastMarkets } from '../past-markets.js'
import type { PnlSum } from '../pnl-sum.js'
import { Absence } from './absence.js'
import { Halts } from './halts.js'
import { KeptHeld } from './kept-held.js'
import type { MarketFaults } from './market-faults.js'
import { clockTrouble } from './market-stop.js'
import { nextHeld } from './next-held.js'
import { StartCheck, unexplainedWords } from './start-check.js'
import { Waiting } from './waiting.js'

/** Holdings that differ for so long, while the venue answers, are no lag of its lists. */
const MISMATCH_MS = 60_000
/** What only sums say is looked at this often. */
const RAMP_EVERY_MS = 1000
/** Said by venues that are away or refuse everybody. */
const VENUE_AWAY: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'venue-failed',
  'rate-limited',
  'halted',
  'cancel-only',
  'not-signed-in',
])

const NO_CHANGES: readonly StandingChange[] = []

export interface StandingParts {
  readonly beliefs: Beliefs
  readonly budget: Budget
  readonly kill: KillSwitch
  readonly faults: Pick<MarketFaults, 'stop'>
  readonly risk: RiskLimits
  readonly pnl: Pick<PnlSum, 'isClosed' | 'of' | 'realised'>
  /** What is done about holdings that former runs do not explain. */
  readonly unexplained: 'accept' | 'report' | 'refuse'
}

export class BotStanding {
  readonly #parts: StandingParts
  readonly #halts = new Halts()
  readonly #waiting: Waiting
  readonly #changes: StandingChange[] = []
  readonly #start: StartCheck
  readonly #absence: Absence
  readonly past: PastMarkets
  /** The process is about to end, for good: a restart knows nothing of it. */
  #ending: Halt | undefined
  #mismatchedMonoMs: number | undefined
  /** Somebody has said how well the venue's clock is known. */
  #isClockTold = false
  /** When what is held was last known, and all that it contains: by a former run until the account is read and its fills are. */
  #heldMs = Number.NaN
  #heldVenueMs = Number.NaN
  #formerHeldMs = Number.NaN
  #nowMonoMs = 0
  readonly #kept = new KeptHeld()
  readonly #ramp: Ramp | undefined
  #rampDueMonoMs = Number.NEGATIVE_INFINITY

  constructor(parts: StandingParts) {
    this.#parts = parts
    const { beliefs, budget, risk, pnl } = parts
    this.#start = new StartCheck(beliefs, parts.unexplained === 'refuse')
    this.#absence = new Absence(beliefs, pnl)
    this.past = new PastMarkets({ beliefs, absence: this.#absence, isClosed: (id) => pnl.isClosed(id) })
    this.#ramp = risk.ramp && new Ramp(risk.ramp)
    this.#waiting = new Waiting({
      beliefs,
      ...{ budget, clockTrouble: () => clockTrouble(beliefs, risk) },
      risk,
    })
  }

  /** Until a person resumes it. */
  get halted(): Halt | undefined {
    return this.#ending ?? this.#halts.current
  }

  /** Who has paused the market, and why. */
  pauseOf(conditionId: ConditionId): Pause | undefined {
    return this.#halts.pauseOf(conditionId)
  }

  /** Why no order may leave to this market any more, one that is being signed included; `undefined` while one may. */
  withdrawnFor(conditionId: ConditionId): string | undefined {
    const pause = this.pauseOf(conditionId)
    const paused = pause && `paused by ${pause.actor}: ${pause.reason}`
    const stopped = this.halted?.reason ?? this.waiting?.reason ?? paused
    // as the plan has it, or it would be planned and withdrawn again and again
    return stopped ?? this.#parts.faults.stop(conditionId, this.#nowMonoMs)?.detail
  }

  /** What keeps everything pulled and passes by itself. */
  get waiting(): Wait | undefined {
    return this.#waiting.stop
  }

  /** The same, while quoting is tried again too; since when in unix milliseconds of this machine. */
  get wait(): (Wait & { readonly sinceMs: number }) | undefined {
    return this.#waiting.current
  }

  /** Why nothing may be placed yet after a start. */
  get unverified(): string | undefined {
    return this.#start.unverified
  }

  /** Why nothing is placed anywhere now: the gravest of the reasons; `undefined` where something may be. */
  get stoppedFor(): string | undefined {
    const { beliefs, risk } = this.#parts
    return this.halted?.reason ?? clockTrouble(beliefs, risk) ?? this.waiting?.reason ?? this.unverified
  }

  /** P&L of all runs, units of collateral. */
  get total(): number {
    return this.#parts.kill.total
  }

  /** How often what is held has changed, or been set right. */
  get heldChanges(): number {
    return this.#parts.beliefs.ledger.changes
  }

  /** What orders of former runs were matched for is asked for. */
  get awaitsFills(): boolean {
    return this.#absence.isUndecided
  }

  /** Share of the wished sizes that is quoted; `undefined` without a ramp. */
  get ramp(): number | undefined {
    return this.#ramp?.share
  }

  hear(event: CoreEvent): void {
    this.#waiting.hear(event)
    this.#start.hear(event)
    this.#absence.hear(event)
    if (event.kind === 'account') this.past.look()
    const { beliefs, kill } = this.#parts
    this.#isClockTold ||= event.kind === 'clock'
    if (event.kind === 'restored') {
      const { standing } = event
      this.#halts.restore(standing)
      kill.restore(standing.pnl)
      this.#heldMs = this.#formerHeldMs = standing.heldMs ?? Number.NaN
      this.#kept.restore(standing)
      if (standing.ramp !== undefined) this.#ramp?.restore(standing.ramp, standing.rampPeriod)
    } else if (event.kind === 'verify') this.#heldVenueMs = event.counted?.atVenueMs ?? Number.NaN
    else if (event.kind === 'chain-ended') this.#kept.ended(event, beliefs.markets)
    else if (event.kind === 'operator') {
      const { acceptsLoss } = this.#halts.operate(event, beliefs.markets.present.keys())
      if (acceptsLoss) kill.resume()
      if (event.action === 'resume') this.#mismatchedMonoMs = undefined
    }
  }

  /** `isCancel`: whatever refuses one, it is the venue's trouble. */
  failed(failure: Failure, isCancel = false): void {
    if (isCancel || VENUE_AWAY.has(failure.code)) this.#waiting.failed(failure)
  }

  /** Something that only a person can judge. */
  halt(cause: Halt['cause'], reason: string, at: Instant, actor = 'the bot'): void {
    this.#halts.halt({ cause, reason, actor, atMs: at.wallMs })
  }

  /** The process is about to end. */
  end(reason: string, at: Instant): void {
    this.#ending ??= { cause: 'stopped', reason, actor: 'the bot', atMs: at.wallMs }
  }

  /** At the end of a turn. `pnl`: of this run, units of collateral. */
  judge(at: Instant, pnl: number): void {
    this.#nowMonoMs = at.monoMs
    for (const missed of this.#absence.judge(at.monoMs)) {
      this.#parts.kill.missed(missed.pnl)
      this.#changes.push({ kind: 'missed', ...missed })
    }
    // of orders that ended before it the next run asks as this one does
    if (this.#parts.beliefs.funds.snapshot !== undefined && !this.#absence.isUndecided) {
      this.#heldMs = at.wallMs
      this.#heldVenueMs = at.venueMs
    }
    const tripped = this.#parts.kill.onPnl(pnl, this.#venueMs(at))
    if (tripped) this.halt(tripped.cause, tripped.reason, at, 'kill switch')
    const change = this.#waiting.judge(at)
    if (change) this.#changes.push(change)
    this.#judgeHoldings(at)
    this.#judgeStart(at)
  }

  /** Looks at the ramp once a second. Returns whether another share is quoted from now on. */
  judgeRamp({ monoMs }: Instant): boolean {
    if (this.#ramp === undefined || monoMs < this.#rampDueMonoMs) return false
    this.#rampDueMonoMs = monoMs + RAMP_EVERY_MS
    const { estimates, ledger } = this.#parts.beliefs
    const { fills, filledShares, sentShares, moves, weight, judged } = estimates.ownRecord()
    const markouts = { markoutSum: moves, markoutWeight: weight, markouts: judged }
    const record = { fills, filledShares, sentShares, ...markouts, corrections: ledger.corrections }
    const step = this.#ramp.judge(record, monoMs)
    if (step === undefined) return false
    this.#changes.push({ kind: 'ramped', ...step })
    return true
  }

  /** What has become otherwise since the last call. */
  takeChanges(): readonly StandingChange[] {
    // asked after every turn
    if (this.#changes.length === 0 && !this.#halts.hasChanged) return NO_CHANGES
    return [...this.#halts.take(), ...this.#changes.splice(0)]
  }

  /** What a restart must not forget. */
  standing(): Standing {
    const halt = this.#halts.current
    const pnl = this.#parts.kill.marks(this.#parts.pnl.realised() + this.past.totals.pnl.total)
    // by orders of before it what is not judged yet is explained
    const heldMs = this.#start.open().size === 0 ? this.#heldMs : this.#formerHeldMs
    const { exchanged } = this.#kept
    return {
      ...(halt ? { halt } : {}),
      ...(Number.isNaN(heldMs) ? {} : { heldMs }),
      ...(exchanged === undefined ? {} : { exchanged }),
      ...this.#counted(),
      ...{ pauses: this.#halts.pauses, pnl, held: this.#held() },
      ...this.#ramp?.kept,
    }
  }

  #counted(): Pick<Standing, 'counted'> {
    const atVenueMs = this.#heldVenueMs
    if (Number.isNaN(atVenueMs)) return {}
    const isOpen = (conditionId: ConditionId) => this.#absence.isOpen(conditionId)
    return { counted: { atVenueMs, ...this.#parts.beliefs.ledger.counted.take(this.#nowMonoMs, isOpen) } }
  }

  /** Before the venue has answered it is this machine's clock, which may be wrong at a start. */
  #venueMs({ venueMs }: Instant): number | undefined {
    const { beliefs, risk } = this.#parts
    return this.#isClockTold && clockTrouble(beliefs, risk) === undefined ? venueMs : undefined
  }

  /** Waiting is no time for it: nothing is read then. */
  #judgeHoldings(at: Instant): void {
    const { ledger } = this.#parts.beliefs
    if (!ledger.isAnyMismatched || this.#waiting.current !== undefined) this.#mismatchedMonoMs = undefined
    else this.#mismatchedMonoMs ??= at.monoMs
    if (this.#mismatchedMonoMs === undefined || at.monoMs - this.#mismatchedMonoMs < MISMATCH_MS) return
    // an order that the venue has forgotten is in doubt until it has expired, and no list decides before
    const cure = 'where a resume does not end it, a restart does: it counts what the venue has'
    this.halt('accounting', `the venue has held other tokens than we count for ${MISMATCH_MS / 1000} s; ${cure}`, at)
  }

  /** Where it is halted for something else already, whoever resumes it is told then. */
  #judgeStart(at: Instant): void {
    const { unexplained, beliefs } = this.#parts
    const found = this.#start.judge()
    if (found.length > 0) this.#changes.push({ kind: 'unexplained', found, isAccepted: unexplained === 'accept' })
    if (this.#halts.current !== undefined) return
    const untold = this.#start.takeUntold()
    if (untold.length === 0) return
    const words = untold.map((one) => unexplainedWords(one, beliefs.markets.get(one.conditionId)?.question))
    this.halt('unexplained-position', `holdings that former runs do not explain: ${words.join('; ')}`, at)
  }

  #held(): readonly HeldTokens[] {
    const { beliefs, unexplained } = this.#parts
    const [absence, kept, start, past] = [this.#absence, this.#kept, this.#start, this.past.held]
    return nextHeld({ beliefs, absence, kept, start, past, refuses: unexplained === 'refuse' })
  }
}
