// P&L goes on from life to life without a seam: that of all of them is what the venue's fills add up to, with what is held at its worst. And what
// was won or lost while no bot ran is no guess as long as the venue's list of fills may tell it.

import type { StandingChange } from '../../../../src/domain/run/standing.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { plainWorst } from './plain-worst.js'
import { plainBook, type SettledParts } from './settled.js'

const LOOK_EVERY_MS = 1000
/** The account was read, and a list has told of every match. */
const TOLD_WITHIN_MS = 20_000
/** A list is waited for so long. */
const LIST_MS = 10_000
/** Units: of the rounding of floats, once for each life and market. */
const SLACK = 1e-3

export class GoesOn {
  readonly #parts: SettledParts
  #dueMs = 0
  /** What former lives have left was decided without the venue's word. */
  #isGuessed = false

  constructor(parts: SettledParts) {
    this.#parts = parts
  }

  /** Something in the standing of a life has become otherwise. */
  stood(change: StandingChange, life: BotLife): void {
    if (change.kind !== 'missed' || change.unlistedShares === 0) return
    this.#isGuessed = true
    const { world, violations } = this.#parts
    const ageMs = world.clock.monoMs() - (life.startedMs ?? Number.NEGATIVE_INFINITY)
    const { orders, unclear } = life.keptAtStart?.counted ?? {}
    const mayTell = this.#isOurs && orders !== undefined && unclear?.length === 0
    if (mayTell && ageMs < LIST_MS && !world.copies.mustGuess(life))
      violations.add('settled', `${change.conditionId}: ${change.unlistedShares} shares are guessed after ${ageMs} ms`)
  }

  /** Now and then. */
  look(): void {
    const { world, truth, violations, isSurprised } = this.#parts
    const { clock, life, lives, isCalm, isEnding, markets, api } = world
    if (lives.length < 2 || !isCalm || isEnding || !life?.isWorking || clock.monoMs() < this.#dueMs) return
    this.#dueMs = clock.monoMs() + LOOK_EVERY_MS
    if (world.copies.losesPnl) return
    if (this.#isGuessed || !this.#isOurs || clock.monoMs() - (life.startedMs ?? clock.monoMs()) < TOLD_WITHIN_MS) return
    const last = api.exchange.tradesOf(ACCOUNT, undefined, 1)[0]
    if (last === undefined || clock.wallMs() - last.venueMs < TOLD_WITHIN_MS) return
    const core = life.bot?.core
    if (core === undefined || core.standing.unverified !== undefined || core.standing.halted?.cause === 'second-writer')
      return
    const { beliefs } = core
    const { pnl, held } = core.standing.standing()
    if (beliefs.ledger.inDoubt || held === undefined || held.some(({ fromRaw }) => fromRaw !== undefined)) return
    let here = pnl.total - core.conclusions().pnlMicro / 1e6
    let plain = 0
    for (const conditionId of markets) {
      const market = beliefs.markets.get(conditionId)
      if (market?.status !== 'OPEN' || !truth.isOpen(conditionId) || isSurprised(conditionId)) return
      if (!beliefs.positions.isSettled(conditionId)) return
      const { tokensRaw, assumedFeeRaw } = beliefs.positions.position(market)
      if (assumedFeeRaw.some((raw) => raw > 0n)) return
      const marks = beliefs.estimates.seenMarks(market)
      const { ticksPerUnit = 1 } = api.exchange.market(conditionId)?.spec ?? {}
      const { cashRaw: cashFlowRaw } = plainBook(truth.fillsOf(conditionId), { ...market, ticksPerUnit })
      const worst = plainWorst({ market, tokensRaw, cashFlowRaw }, marks)
      if (worst === undefined) return
      plain += worst
      here += beliefs.positions.worstPnl(market, marks)
    }
    if (Math.abs(here - plain) > SLACK)
      violations.add('settled', `all lives have earned ${here} at the worst, by plain sums ${plain}`)
  }

  /** Nobody else moves what it holds. */
  get #isOurs(): boolean {
    const { disturbances, setting } = this.#parts.world.scenario
    return !setting.chain && !disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
  }
}
