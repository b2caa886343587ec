// Who brought whom, and what that earns. The first code given counts for ever; trades before it do not count.
//
//   reward = fees of the referees in collateral × rewardBps / 10^4        epoch: a week from Monday 00:00 UTC

import { keccak256, stringToBytes } from 'viem/utils'
import type { Address } from '../../../domain/market/market.js'
import { DurableMap, type DurableValues } from '../kept/durable-values.js'
import type { SettledFill } from '../orders/settled-fill.js'
import { ApiError } from '../requests/error-table.js'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 10

export interface Referee {
  readonly account: Address
  readonly referrer: Address
  readonly referredMs: number
  /** Since then; raw collateral. */
  volumeRaw: bigint
  feesRaw: bigint
  /** Fees of the epoch that `epochMs` begins. */
  epochMs: number
  epochFeesRaw: bigint
}

export class ReferralBook {
  readonly #byCode = new Map<string, Address>()
  readonly #referees: DurableMap<Referee>
  readonly #ofReferrer = new Map<Address, Referee[]>()
  readonly #paid: DurableMap<bigint>

  constructor(values: DurableValues) {
    this.#referees = new DurableMap(values, 'referee')
    this.#paid = new DurableMap(values, 'referral-payment')
    for (const referee of this.#referees.values()) this.#index(referee)
  }

  /** Takes note of an account, so that its code is known. */
  register(account: Address): void {
    this.#byCode.set(codeOf(account), account)
  }

  /** The referrer, and whether this call made it so. Throws `invalid_referral_code` or `self_referral`. */
  attribute(account: Address, code: string, nowMs: number): { referrer: Address; changed: boolean } {
    const referrer = this.#byCode.get(code.trim().toUpperCase())
    if (referrer === undefined) throw new ApiError('invalid_referral_code', `code: nobody has the code ${code}`)
    if (referrer === account) throw new ApiError('self_referral', 'code: expected the code of somebody else')
    const known = this.#referees.get(account)
    if (known !== undefined) return { referrer: known.referrer, changed: false }
    const start = { volumeRaw: 0n, feesRaw: 0n, epochMs: epochStart(nowMs), epochFeesRaw: 0n }
    const referee: Referee = { account, referrer, referredMs: nowMs, ...start }
    this.#referees.set(account, referee)
    this.#index(referee)
    return { referrer, changed: true }
  }

  add({ account, volumeRaw, feeRaw }: SettledFill, nowMs: number): void {
    const referee = this.#referees.get(account)
    if (referee === undefined) return
    referee.volumeRaw += volumeRaw
    referee.feesRaw += feeRaw
    const epochMs = epochStart(nowMs)
    referee.epochFeesRaw = feeRaw + (referee.epochMs === epochMs ? referee.epochFeesRaw : 0n)
    referee.epochMs = epochMs
    this.#referees.set(account, referee)
  }

  /** In the order of their attribution. */
  refereesOf(referrer: Address): readonly Referee[] {
    return this.#ofReferrer.get(referrer) ?? []
  }

  referrers(): Address[] {
    return [...this.#ofReferrer.keys()]
  }

  paidRaw(referrer: Address): bigint {
    return this.#paid.get(referrer) ?? 0n
  }

  notePayment(referrer: Address, raw: bigint): void {
    this.#paid.set(referrer, this.paidRaw(referrer) + raw)
  }

  #index(referee: Referee): void {
    this.#ofReferrer.set(referee.referrer, [...this.refereesOf(referee.referrer), referee])
  }
}

/** The account's own code: the same on every server. */
export function codeOf(account: Address): string {
  let rest = BigInt(keccak256(stringToBytes(`referral/${account.toLowerCase()}`)))
  let code = ''
  for (let i = 0; i < CODE_LENGTH; i++) {
    code += CODE_ALPHABET.charAt(Number(rest % BigInt(CODE_ALPHABET.length)))
    rest /= BigInt(CODE_ALPHABET.length)
  }
  return code
}

/** Beginning of the week, unix milliseconds. */
export function epochStart(nowMs: number): number {
  return Math.floor((nowMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
}

export function epochEnd(nowMs: number): number {
  return epochStart(nowMs) + WEEK_MS
}

export function rewardRaw(feesRaw: bigint, rewardBps: number): bigint {
  return (feesRaw * BigInt(rewardBps)) / 10_000n
}

/** Fees of the referee in the epoch of `nowMs`. */
export function epochFeesRaw({ epochMs, epochFeesRaw: feesRaw }: Referee, nowMs: number): bigint {
  return epochMs === epochStart(nowMs) ? feesRaw : 0n
}
