// Who owns what: collateral and outcome tokens per account, fees, and the collateral behind minted sets.
//
//   deposited - withdrawn = accounts + fees + backing       (raw collateral, always)
//   YES supply = NO supply = backing of the market          (until its first redemption)
//
// An account is its address exactly as spelled: callers use one spelling.

import type { CollateralBalance, Holding } from '../../../domain/account/account.js'
import { QuoinError } from '../../../domain/error.js'
import type { Address, ConditionId } from '../../../domain/market/market.js'
import { type Payout, redeemedRaw } from '../../../domain/market/payout.js'
import { OUTCOMES, type Outcome } from '../../../domain/market/side.js'
import { AssetBalance } from './asset-balance.js'
import { FeeAccount } from './fee-account.js'

export type TokenBalances = readonly [AssetBalance, AssetBalance]

/** Hears what has to be kept: whose total moved, which market's backing or fee tokens did. */
export interface LedgerWatch {
  /** Without a place: the account's collateral. */
  balance(account: Address, place?: TokenPlace): void
  market(conditionId: ConditionId): void
}

export interface TokenPlace {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
}

/** What the balances do not say; all raw. */
export interface LedgerSums {
  readonly depositedRaw: bigint
  readonly withdrawnRaw: bigint
  readonly feesRaw: bigint
}

export interface LedgerTotals {
  readonly depositedRaw: bigint
  readonly withdrawnRaw: bigint
  /** All accounts, locked and pending included. */
  readonly accountsRaw: bigint
  readonly feesRaw: bigint
  /** Collateral behind outstanding tokens, of all markets. */
  readonly backingRaw: bigint
}

export class Ledger {
  readonly #collateral = new Map<Address, AssetBalance>()
  readonly #byAccount = new Map<Address, Map<ConditionId, TokenBalances>>()
  readonly #byMarket = new Map<ConditionId, Map<Address, TokenBalances>>()
  readonly #backing = new Map<ConditionId, bigint>()
  readonly #fees = new FeeAccount()
  readonly #watch: LedgerWatch | undefined
  #deposited = 0n
  #withdrawn = 0n

  constructor(watch?: LedgerWatch) {
    this.#watch = watch
  }

  get feesCollected(): Pick<FeeAccount, 'collateralRaw' | 'tokensRaw'> {
    return this.#fees
  }

  deposit(account: Address, raw: bigint): void {
    requirePositive('deposit', raw)
    this.collateralBalance(account).receive(raw)
    this.#deposited += raw
  }

  /** Throws `insufficient-balance`. */
  withdraw(account: Address, raw: bigint): void {
    requirePositive('withdraw', raw)
    this.collateralBalance(account).spend(raw, 'withdraw')
    this.#withdrawn += raw
  }

  collateral(account: Address): CollateralBalance {
    const balance = this.#collateral.get(account)
    if (balance === undefined) return { totalRaw: 0n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 0n }
    const { totalRaw, lockedRaw, pendingRaw, availableRaw } = balance
    return { totalRaw, lockedRaw, pendingRaw, availableRaw }
  }

  tokens(account: Address, conditionId: ConditionId): Holding {
    const balances = this.#byAccount.get(account)?.get(conditionId)
    if (balances === undefined) return { conditionId, tokensRaw: [0n, 0n], lockedRaw: [0n, 0n], pendingRaw: [0n, 0n] }
    const [yes, no] = balances
    return {
      conditionId,
      tokensRaw: [yes.totalRaw, no.totalRaw],
      lockedRaw: [yes.lockedRaw, no.lockedRaw],
      pendingRaw: [yes.pendingRaw, no.pendingRaw],
    }
  }

  /** Markets in which the account holds something. */
  holdings(account: Address): Holding[] {
    const markets = [...(this.#byAccount.get(account)?.keys() ?? [])]
    return markets
      .map((conditionId) => this.tokens(account, conditionId))
      .filter(({ tokensRaw }) => tokensRaw[0] > 0n || tokensRaw[1] > 0n)
  }

  accounts(): Address[] {
    return [...new Set([...this.#collateral.keys(), ...this.#byAccount.keys()])]
  }

  /** Accounts that ever held tokens of the market. */
  holders(conditionId: ConditionId): Address[] {
    return [...(this.#byMarket.get(conditionId)?.keys() ?? [])]
  }

  collateralBalance(account: Address): AssetBalance {
    return entry(this.#collateral, account, () => this.#newBalance(account))
  }

  tokenBalance(account: Address, conditionId: ConditionId, outcome: Outcome): AssetBalance {
    return this.tokenBalances(account, conditionId)[outcome]
  }

  /** Whether the account has any collateral; nothing is made where it has not. */
  holdsCollateral(account: Address): boolean {
    return this.#collateral.get(account)?.isEmpty === false
  }

  /** The account's tokens of the market, if it ever had some. */
  knownTokens(account: Address, conditionId: ConditionId): TokenBalances | undefined {
    return this.#byAccount.get(account)?.get(conditionId)
  }

  /** Of both outcomes; made where there are none. */
  tokenBalances(account: Address, conditionId: ConditionId): TokenBalances {
    const markets = entry(this.#byAccount, account, () => new Map<ConditionId, TokenBalances>())
    return entry(markets, conditionId, () => {
      const balances: TokenBalances = [
        this.#newBalance(account, { conditionId, outcome: 0 }),
        this.#newBalance(account, { conditionId, outcome: 1 }),
      ]
      entry(this.#byMarket, conditionId, () => new Map<Address, TokenBalances>()).set(account, balances)
      return balances
    })
  }

  collectCollateralFee(raw: bigint): void {
    if (raw > 0n) this.#fees.addCollateral(raw)
  }

  collectTokenFee(conditionId: ConditionId, outcome: Outcome, raw: bigint): void {
    if (raw <= 0n) return
    this.#fees.addTokens(conditionId, outcome, raw)
    this.#watch?.market(conditionId)
  }

  /** Sets minted (positive) or burnt (negative): moves the collateral behind the market's tokens. */
  changeBacking(conditionId: ConditionId, raw: bigint): void {
    const backing = this.backingRaw(conditionId) + raw
    if (backing < 0n) throw new QuoinError('internal', `backing of ${conditionId}: expected at least 0, got ${backing}`)
    this.#backing.set(conditionId, backing)
    this.#watch?.market(conditionId)
  }

  backingRaw(conditionId: ConditionId): bigint {
    return this.#backing.get(conditionId) ?? 0n
  }

  /** `raw` collateral becomes `raw` tokens of each outcome. */
  split(account: Address, conditionId: ConditionId, raw: bigint): void {
    requirePositive('split', raw)
    this.collateralBalance(account).spend(raw, 'split')
    for (const balance of this.tokenBalances(account, conditionId)) balance.receive(raw)
    this.changeBacking(conditionId, raw)
  }

  /** `raw` tokens of each outcome become `raw` collateral. */
  merge(account: Address, conditionId: ConditionId, raw: bigint): void {
    requirePositive('merge', raw)
    const [yes, no] = this.tokenBalances(account, conditionId)
    if (no.availableRaw < raw) {
      throw new QuoinError(
        'insufficient-balance',
        `merge: needs ${raw} raw tokens of outcome 1, available ${no.availableRaw}`,
      )
    }
    yes.spend(raw, 'merge, outcome 0')
    no.spend(raw, 'merge, outcome 1')
    this.collateralBalance(account).receive(raw)
    this.changeBacking(conditionId, -raw)
  }

  /** Burns every available token of the account and pays for it. Returns the raw collateral paid. */
  redeem(account: Address, conditionId: ConditionId, payout: Payout): bigint {
    const balances = this.tokenBalances(account, conditionId)
    const tokensRaw: [bigint, bigint] = [balances[0].availableRaw, balances[1].availableRaw]
    for (const outcome of OUTCOMES) balances[outcome].spend(tokensRaw[outcome], 'redeem')
    const paid = redeemedRaw(tokensRaw, payout)
    this.collateralBalance(account).receive(paid)
    this.changeBacking(conditionId, -paid)
    return paid
  }

  /** The same for the tokens collected as fees. */
  redeemFees(conditionId: ConditionId, payout: Payout): bigint {
    const paid = redeemedRaw(this.#fees.takeTokens(conditionId), payout)
    this.#fees.addCollateral(paid)
    this.changeBacking(conditionId, -paid)
    return paid
  }

  totals(): LedgerTotals {
    let accountsRaw = 0n
    for (const balance of this.#collateral.values()) accountsRaw += balance.totalRaw
    let backingRaw = 0n
    for (const raw of this.#backing.values()) backingRaw += raw
    return {
      depositedRaw: this.#deposited,
      withdrawnRaw: this.#withdrawn,
      accountsRaw,
      feesRaw: this.#fees.collateralRaw,
      backingRaw,
    }
  }

  sums(): LedgerSums {
    return { depositedRaw: this.#deposited, withdrawnRaw: this.#withdrawn, feesRaw: this.#fees.collateralRaw }
  }

  /** Only for a ledger without history. */
  restoreSums({ depositedRaw, withdrawnRaw, feesRaw }: LedgerSums): void {
    this.#deposited = depositedRaw
    this.#withdrawn = withdrawnRaw
    this.#fees.addCollateral(feesRaw)
  }

  /** Outstanding tokens of each outcome, those collected as fees included. */
  supplyRaw(conditionId: ConditionId): readonly [bigint, bigint] {
    let [yes, no] = this.#fees.tokensRaw(conditionId)
    for (const balances of this.#byMarket.get(conditionId)?.values() ?? []) {
      yes += balances[0].totalRaw
      no += balances[1].totalRaw
    }
    return [yes, no]
  }

  /** Lets go of a market of which nobody has tokens. */
  forgetMarket(conditionId: ConditionId): void {
    for (const account of this.holders(conditionId)) this.#byAccount.get(account)?.delete(conditionId)
    this.#byMarket.delete(conditionId)
    this.#backing.delete(conditionId)
  }

  #newBalance(account: Address, place?: TokenPlace): AssetBalance {
    const watch = this.#watch
    return watch === undefined ? new AssetBalance() : new AssetBalance(() => watch.balance(account, place))
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function requirePositive(what: string, raw: bigint): void {
  if (raw <= 0n) throw new QuoinError('bad-amounts', `${what}: expected more than 0 raw units, got ${raw}`)
}
