// What former runs have left of tokens, as it was kept, less what transactions have taken since: the end of one is on disk before what is held
// is, and a kill may come in between.

import { paidRaw, takenRaw } from '../../chain/policy.js'
import type { UnreadHolding } from '../../domain/account/account.js'
import type { ChainAct, ChainEvent, KeptChain } from '../../domain/account/chain-transaction.js'
import type { ConditionId, Hex, Market } from '../../domain/market/market.js'
import { NO, YES } from '../../domain/market/side.js'
import type { HeldTokens, Standing } from '../../domain/run/standing.js'

/** The standing as a start takes it up. `unitRaw`: a unit of collateral. */
export function caughtUp(standing: Standing, { done = [] }: Pick<KeptChain, 'done'>, unitRaw: bigint): Standing {
  // what is not among them any more was confirmed before all of them
  const known = done.findIndex(({ hash }) => hash === standing.exchanged)
  const since = done.slice(known + 1)
  const newest = since.at(-1)
  if (newest === undefined || standing.held === undefined) return standing
  const held = since.reduce((left, { act }) => without(left, act, unitRaw), standing.held)
  return { ...standing, held, exchanged: newest.hash }
}

export class KeptHeld {
  #held: ReadonlyMap<ConditionId, HeldTokens> = new Map()
  #exchanged: Hex | undefined

  /** As it was kept, until the account is read. */
  get held(): readonly HeldTokens[] {
    return [...this.#held.values()]
  }

  /** In a market; `undefined` where nothing was. */
  of(conditionId: ConditionId): HeldTokens | undefined {
    return this.#held.get(conditionId)
  }

  /** The last transaction that is counted in what is held. */
  get exchanged(): Hex | undefined {
    return this.#exchanged
  }

  restore({ held = [], exchanged }: Standing): void {
    this.#keep(held)
    this.#exchanged = exchanged
  }

  #keep(held: readonly HeldTokens[]): void {
    this.#held = new Map(held.map((one) => [one.conditionId, one]))
  }

  ended(
    { act, outcome, hash }: Extract<ChainEvent, { kind: 'chain-ended' }>,
    markets: ReadonlyMap<ConditionId, Pick<Market, 'unitRaw'>>,
  ): void {
    if (outcome !== 'confirmed' || act.kind === 'approve' || hash === undefined) return
    this.#exchanged = hash
    this.#keep(without(this.held, act, markets.get(act.conditionId)?.unitRaw))
  }

  /** Of markets not read yet, as it was kept; what is new there, unless it has to be known first. */
  inUnread(unread: readonly UnreadHolding[], isNewLeftOut: boolean): HeldTokens[] {
    return unread.flatMap(({ conditionId, tokens }) => {
      const known = this.#held.get(conditionId)
      if (known !== undefined || isNewLeftOut) return known ?? []
      const [one, other] = tokens.map(({ totalRaw }) => totalRaw)
      return { conditionId, tokensRaw: [one ?? 0n, other ?? 0n], unordered: true }
    })
  }
}

/**
 * A redemption takes all of them. The worth that is left beside no tokens is what they were counted wrong by; one that counts from what an earlier
 * run held stays, and what was exchanged is found beside that.
 */
function without(all: readonly HeldTokens[], act: ChainAct, unitRaw: bigint | undefined): readonly HeldTokens[] {
  if (act.kind === 'approve') return all
  return all.map((one) => {
    if (one.conditionId !== act.conditionId) return one
    const { worth, tokensRaw, ...rest } = one
    const taken = act.kind === 'redeem' ? tokensRaw : takenRaw(act)
    const left = [tokensRaw[YES] - taken[YES], tokensRaw[NO] - taken[NO]] as const
    if (one.fromRaw !== undefined) return { ...one, tokensRaw: left }
    if (worth === undefined || unitRaw === undefined) return { ...rest, tokensRaw: left }
    return { ...rest, tokensRaw: left, worth: worth - Number(paidRaw(act)) / Number(unitRaw) }
  })
}
