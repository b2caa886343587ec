// The ramp: which share of the wished sizes is quoted. It grows by steps while what happens agrees with what was expected, and shrinks at
// once when it does not.
//
//   grows     a period is over, there were fills enough, and markout and fill ratio are as expected
//   shrinks   fills enough say otherwise, or the venue held other tokens than we counted; then a period begins anew
//
// A period goes on over restarts, and counts the time in which a bot runs: who restarts often is judged by as many fills as anybody.

import type { RampCounts, RampPeriod, Standing } from '../../domain/run/standing.js'
import type { RampLimits } from './ramp-schema.js'

/** What has happened so far in this run. */
export interface LiveRecord extends RampCounts {
  /** Holdings set right after the venue had others. */
  readonly corrections: number
}

export interface RampStep {
  readonly from: number
  readonly to: number
  /** What was compared with what, for a person. */
  readonly reason: string
}

/** Less than this is no step. */
const TINY = 1e-9

export class Ramp {
  readonly #limits: RampLimits
  #share: number
  #since: { readonly monoMs: number; readonly record: LiveRecord } | undefined
  #latest: { readonly monoMs: number; readonly record: LiveRecord } | undefined
  /** What former runs have counted in it. */
  #former: RampPeriod | undefined

  constructor(limits: RampLimits) {
    this.#limits = limits
    this.#share = limits.startAt
  }

  /** Of the wished sizes, above 0 and at most 1. */
  get share(): number {
    return this.#share
  }

  /** Where a former run has left it; `period`: absent in what older releases kept. */
  restore(share: number, period?: RampPeriod): void {
    this.#share = Math.min(1, Math.max(this.#limits.startAt, share))
    this.#former = period
    this.#since = undefined
  }

  /** What a restart must not forget. */
  get kept(): Pick<Standing, 'ramp' | 'rampPeriod'> {
    const period = this.#period()
    return period === undefined ? { ramp: this.#share } : { ramp: this.#share, rampPeriod: period }
  }

  /** Returns what has become of the share, if anything has. */
  judge(record: LiveRecord, nowMonoMs: number): RampStep | undefined {
    this.#since ??= begun(record, nowMonoMs, this.#former)
    this.#latest = { monoMs: nowMonoMs, record }
    const { monoMs, record: before } = this.#since
    const trouble = this.#troubleIn(before, record)
    if (trouble !== undefined) return this.#step(this.#share * this.#limits.shrinkTo, trouble, { nowMonoMs, record })
    const { periodSec, minFills, step } = this.#limits
    const judged = record.markouts - before.markouts
    if (nowMonoMs - monoMs < periodSec * 1000 || judged < minFills) return undefined
    return this.#step(this.#share + step, `as expected over ${judged} fills`, { nowMonoMs, record })
  }

  /** What has been counted since the last step. */
  #period(): RampPeriod | undefined {
    const [since, latest] = [this.#since, this.#latest]
    if (since === undefined || latest === undefined) return this.#former
    return { forMs: latest.monoMs - since.monoMs, ...difference(latest.record, since.record) }
  }

  #troubleIn(before: LiveRecord, now: LiveRecord): string | undefined {
    if (now.corrections > before.corrections) return 'the venue held other tokens than we counted'
    const { minFills, maxMarkout, minFillRatio, maxFillRatio } = this.#limits
    const weight = now.markoutWeight - before.markoutWeight
    const markout = (now.markoutSum - before.markoutSum) / weight
    if (now.markouts - before.markouts >= minFills && weight > 0 && !(markout <= maxMarkout)) {
      return `markout ${markout.toFixed(4)} a share, expected at most ${maxMarkout}`
    }
    if (now.fills - before.fills < minFills) return undefined
    const ratio = (now.filledShares - before.filledShares) / (now.sentShares - before.sentShares)
    if (ratio < minFillRatio) return `fill ratio ${ratio.toFixed(3)}, expected at least ${minFillRatio}`
    // what was sent before the period began may fill in it
    return ratio > maxFillRatio && maxFillRatio < 1
      ? `fill ratio ${ratio.toFixed(3)}, expected at most ${maxFillRatio}`
      : undefined
  }

  #step(to: number, reason: string, now: { readonly nowMonoMs: number; readonly record: LiveRecord }) {
    this.#since = { monoMs: now.nowMonoMs, record: now.record }
    const from = this.#share
    this.#share = Math.min(1, Math.max(this.#limits.startAt, to))
    return Math.abs(this.#share - from) < TINY ? undefined : { from, to: this.#share, reason }
  }
}

/** When and with which sums it would have begun in this run. */
function begun(record: LiveRecord, nowMonoMs: number, former: RampPeriod | undefined) {
  if (former === undefined) return { monoMs: nowMonoMs, record }
  const before = { corrections: record.corrections, ...difference(record, former) }
  return { monoMs: nowMonoMs - former.forMs, record: before }
}

function difference(now: RampCounts, before: RampCounts): RampCounts {
  return {
    fills: now.fills - before.fills,
    filledShares: now.filledShares - before.filledShares,
    sentShares: now.sentShares - before.sentShares,
    markoutSum: now.markoutSum - before.markoutSum,
    markoutWeight: now.markoutWeight - before.markoutWeight,
    markouts: now.markouts - before.markouts,
  }
}
