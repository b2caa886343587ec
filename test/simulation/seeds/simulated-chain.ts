// The chain of the wallet and a node of it, in virtual time: a transaction waits, is mined once for each nonce, changes the venue's ledger, and is
// buried by blocks. The node may be away, lag, or leave transactions lying until they are replaced.

import { createHash } from 'node:crypto'
import type { ChainDeskParts } from '../../../src/chain/chain-desk.js'
import type { Chain, ChainTerms, Sighting } from '../../../src/chain/chain-port.js'
import { costRefusal, paidRaw } from '../../../src/chain/policy.js'
import type { ChainAct, SignedTransaction } from '../../../src/domain/account/chain-transaction.js'
import type { Answer, Failure } from '../../../src/domain/error.js'
import type { Clock } from '../../../src/domain/time.js'
import { ACCOUNT } from '../virtual/simulate.js'
import { chainPolicy } from './configured.js'
import type { World } from './world.js'

const TERMS: ChainTerms = { pollMs: 300, readEveryMs: 4000, confirmations: 3, stuckAfterMs: 4000 }
/** Gas is so many times as dear in a part of each minute, and a transaction that replaces another offers so many times what that did. */
const DEAR = { times: 4, fromMs: 5000, untilMs: 18_000 } as const
const REPLACED = 1.25
const MINUTE_MS = 60_000
const BLOCK_MS = 500
const UNIT = 1e6
/** From the block of a transaction to the one that makes it as deep as is asked. */
const CONFIRMED_MS = (TERMS.confirmations - 1) * BLOCK_MS
const ANSWER_MS = 40
/** Of the node while it is away: whether the request has arrived. */
const AWAY: Failure = { code: 'venue-failed', message: 'the node is away' }

/** What goes wrong with the node, or with what waits there, each for a while. */
export const NODE_TROUBLES = ['away', 'deaf', 'lags', 'stuck', 'reverts'] as const
/** And the chain takes another course, without its last blocks: each transaction falls out of it once at most. */
export const CHAIN_TROUBLES = [...NODE_TROUBLES, 'reorganises'] as const
export type ChainTrouble = (typeof CHAIN_TROUBLES)[number]

interface Pooled {
  readonly act: ChainAct
  readonly signed: SignedTransaction
  /** So often it was replaced by one that pays more. */
  readonly bumps: number
}

interface Mined extends Pooled {
  readonly atMs: number
  readonly reverted: string | undefined
  readonly cost: number
}

export class SimulatedChain {
  readonly #world: World
  /** What was signed, by its hash. */
  readonly #acts = new Map<string, ChainAct>()
  readonly #pool = new Map<string, Pooled>()
  readonly #mined = new Map<string, Mined>()
  /** Fell out of the chain once. */
  readonly #takenBack = new Set<string>()
  /** When each nonce was used up. */
  readonly #usedMs: number[] = []
  readonly #troubles = new Map<ChainTrouble, number>()
  /** How often each has been met. */
  readonly met = new Map<ChainTrouble, number>()
  /** What was mined, reverted or not, and what was asked for. */
  readonly mined: ChainAct[] = []
  readonly asked: ChainAct[] = []
  /** What was signed although it was not to be, in words. */
  readonly unwarranted: string[] = []
  /** What a transaction was said to cost last, in units of collateral. */
  #toldCost = 0

  /** By which the bot's desk looks at what it is about to sign. */
  readonly costRefusal: NonNullable<ChainDeskParts['costRefusal']>

  constructor(world: World) {
    this.#world = world
    const terms = { ...chainPolicy(world.scenario.setting), unitRaw: BigInt(UNIT) }
    this.costRefusal = (act, reading) => costRefusal(act, reading, terms)
    this.#nextBlock()
  }

  /** What transactions have brought that a node does not call confirmed yet. */
  get unconfirmedRaw(): bigint {
    const sinceMs = this.#world.clock.monoMs() - CONFIRMED_MS
    let sumRaw = 0n
    for (const { act, atMs, reverted } of this.#mined.values())
      if (reverted === undefined && atMs > sinceMs) sumRaw += paidRaw(act)
    return sumRaw
  }

  trouble(kind: ChainTrouble, forMs: number): void {
    this.#troubles.set(kind, this.#world.clock.monoMs() + forMs)
  }

  /** For one life of the bot, which is told as long as it lives; `sends`: a transaction leaves it. */
  connect(clock: Pick<Clock, 'after'>, sends: () => boolean): Chain {
    const answer = <T>(done: (answer: Answer<T>) => void, value: () => Answer<T>) =>
      void clock.after(ANSWER_MS, () => done(value()))
    return {
      terms: TERMS,
      read: (done, former) =>
        answer(done, () => {
          if (this.#isOn('away')) return { ok: false, failure: AWAY }
          const cost = this.#costOf(former === undefined ? 0 : bumpsOf(former) + 1)
          this.#toldCost = cost
          const costs = { split: cost, merge: cost, redeem: cost, approve: cost }
          const value = { nonce: this.#countedNonce, costs, collateralRaw: 0n, allowances: [] }
          return { ok: true, value }
        }),
      sign: (act, { nonce, former, atMs }, done) => {
        if (former === undefined) this.asked.push(act)
        this.#judge(act)
        const bumps = former === undefined ? 0 : bumpsOf(former) + 1
        const bytes = `${bumps}/${nonce}/${JSON.stringify(act, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))}`
        const signed = { nonce, bytes, atMs, hash: `0x${createHash('sha256').update(bytes).digest('hex')}` } as const
        answer(done, () => ({ ok: true, value: signed }))
        this.#acts.set(signed.hash, act)
      },
      send: (signed, done) => {
        if (!sends()) return
        const isLost = this.#isOn('away')
        if (!isLost) this.#take(signed)
        // one that answers nothing has taken it all the same
        const failed = isLost || this.#isOn('deaf')
        answer(done, () =>
          failed ? { ok: false, failure: { ...AWAY, mayHaveHappened: true } } : { ok: true, value: undefined },
        )
      },
      look: (signed, done) =>
        answer(done, () =>
          this.#isOn('away') ? { ok: false, failure: AWAY } : { ok: true, value: this.#sighting(signed) },
        ),
    }
  }

  /** Of a transaction that was replaced so often, in units of collateral. */
  #costOf(bumps: number): number {
    const { setting } = this.#world.scenario
    const cost = setting.terms?.chain?.cost ?? 0
    return cost * (this.isDear ? DEAR.times : 1) * REPLACED ** bumps
  }

  /** What a transaction costs now, in units of collateral. */
  get cost(): number {
    return this.#costOf(0)
  }

  /** Gas is. */
  get isDear(): boolean {
    const atMs = this.#world.sinceStartMs % MINUTE_MS
    return atMs >= DEAR.fromMs && atMs < DEAR.untilMs
  }

  /** By the policy, and by what the chain has told it costs. */
  #judge(act: ChainAct): void {
    const { actions, mergeMin, maxCostShare } = chainPolicy(this.#world.scenario.setting)
    const paid = Number(paidRaw(act)) / UNIT
    if (act.kind === 'merge' && (actions === 'redeem' || paid < mergeMin))
      this.unwarranted.push(`${paid} sets are merged, and ${actions} from ${mergeMin} on is allowed`)
    if (this.#toldCost > paid * maxCostShare)
      this.unwarranted.push(
        `a ${act.kind} that brings ${paid} costs ${this.#toldCost}, more than ${maxCostShare} of it`,
      )
  }

  #isOn(kind: ChainTrouble): boolean {
    const isOn = (this.#troubles.get(kind) ?? Number.NEGATIVE_INFINITY) > this.#world.clock.monoMs()
    if (isOn) this.met.set(kind, (this.met.get(kind) ?? 0) + 1)
    return isOn
  }

  /** A node that lags knows of what was mined some blocks ago. */
  get #countedNonce(): number {
    if (!this.#isOn('lags')) return this.#usedMs.length
    const untilMs = this.#world.clock.monoMs() - 4 * BLOCK_MS
    return this.#usedMs.filter((ms) => ms <= untilMs).length
  }

  #take(signed: SignedTransaction): void {
    const act = this.#acts.get(signed.hash)
    if (act === undefined || signed.nonce < this.#usedMs.length) return
    this.#world.note(`chain takes ${signed.hash}`)
    this.#pool.set(signed.hash, { act, signed, bumps: bumpsOf(signed) })
  }

  #sighting({ hash }: SignedTransaction): Sighting {
    const mined = this.#mined.get(hash)
    const ageMs = this.#world.clock.monoMs() - (mined?.atMs ?? 0)
    if (mined !== undefined && !(this.#isOn('lags') && ageMs < 4 * BLOCK_MS)) {
      const reason = mined.reverted === undefined ? {} : { reason: mined.reverted }
      const confirmations = 1 + Math.floor(ageMs / BLOCK_MS)
      return { state: 'mined', isReverted: mined.reverted !== undefined, confirmations, cost: mined.cost, ...reason }
    }
    return this.#pool.has(hash) ? { state: 'waiting' } : { state: 'unknown' }
  }

  #nextBlock(): void {
    const { clock, venue } = this.#world
    clock.after(BLOCK_MS, () => {
      // the ledger is the venue's here, so it stands still with it
      if (venue.isUp && !this.#takeBack()) this.#mine()
      this.#nextBlock()
    })
  }

  /** The last merge, if it is not confirmed: what it did is undone, and it waits to be mined again. Returns whether it was. */
  #takeBack(): boolean {
    const { clock, api } = this.#world
    const last = [...this.#mined].at(-1)
    if (last === undefined) return false
    const [hash, { act, signed, bumps, atMs, reverted }] = last
    const isConfirmed = signed.nonce < this.#usedMs.length - 1 || clock.monoMs() - atMs >= CONFIRMED_MS
    if (isConfirmed || act.kind !== 'merge' || reverted !== undefined || this.#takenBack.has(hash)) return false
    // sets of a market that is over are not made any more
    if (api.exchange.market(act.conditionId)?.status !== 'OPEN' || !this.#isOn('reorganises')) return false
    api.exchange.split(ACCOUNT, act.conditionId, act.setsRaw)
    this.#takenBack.add(hash)
    this.#mined.delete(hash)
    this.#usedMs.pop()
    this.mined.pop()
    this.#pool.set(hash, { act, signed, bumps })
    this.#world.note(`chain takes ${hash} back`)
    return true
  }

  /** The next nonce, by what pays most for it. */
  #mine(): void {
    const nonce = this.#usedMs.length
    const candidates = [...this.#pool.values()].filter(({ signed }) => signed.nonce === nonce)
    const best = candidates.sort((a, b) => b.bumps - a.bumps)[0]
    if (best === undefined || (best.bumps === 0 && this.#isOn('stuck'))) return
    for (const { signed } of candidates) this.#pool.delete(signed.hash)
    const nowMs = this.#world.clock.monoMs()
    this.#usedMs.push(nowMs)
    this.mined.push(best.act)
    const reverted = this.#isOn('reverts') ? 'out of gas' : this.#carryOut(best.act)
    this.#mined.set(best.signed.hash, { ...best, atMs: nowMs, reverted, cost: this.#costOf(best.bumps) })
    this.#world.note(`chain mines ${best.signed.hash} ${reverted ?? ''}`)
  }

  #carryOut(act: ChainAct): string | undefined {
    const { exchange } = this.#world.api
    try {
      if (act.kind === 'merge') exchange.merge(ACCOUNT, act.conditionId, act.setsRaw)
      else if (act.kind === 'redeem') exchange.redeem(ACCOUNT, act.conditionId)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

function bumpsOf({ bytes }: SignedTransaction): number {
  return Number(bytes.slice(0, bytes.indexOf('/')))
}
