// Runs the sandbox in virtual time with one test maker in every market and reports what it earned, market by market.

import type { Address, ConditionId } from '../../../src/domain/market/market.js'
import { YES } from '../../../src/domain/market/side.js'
import { seededRandom } from '../../../src/domain/random.js'
import { Exchange } from '../../../src/venue/simulated/exchange/exchange.js'
import { type WorldConfig, type WorldInput, worldSchema } from '../../../src/venue/simulated/traders/schema.js'
import { World } from '../../../src/venue/simulated/traders/world.js'
import { MAKER_DEPOSIT, type Policy, TestMaker } from './test-maker.js'

export interface SandboxRun {
  readonly seed: number
  /** Markets counted: the first ones opened. */
  readonly markets: number
  readonly makePolicy: () => Policy
  readonly config?: WorldInput
}

export interface SandboxResult {
  /** Profit of each market's own account, in collateral, after resolution. */
  readonly profits: readonly number[]
  /** Shares the maker got filled, all markets. */
  readonly filledShares: number
  /** All trades, in shares. */
  readonly tradedShares: number
  /** Profit of an account per market that never trades. */
  readonly bystanders: readonly number[]
  /** Raw units, every market resolved: what all accounts and the fee account gained together, and what is still owed. */
  readonly balance: { readonly gainedRaw: bigint; readonly owedRaw: bigint; readonly accounts: number }
}

const START_MS = 1_700_000_000_000
/** Markets open at once. */
const SLOTS = 30

export function runSandbox(run: SandboxRun): SandboxResult {
  const truths = new Map<ConditionId, number>()
  const accounts: Address[] = []
  const bystanders: Address[] = []
  const random = seededRandom(run.seed)
  const listed: ConditionId[] = []
  const counted = new Set<ConditionId>()
  let resolved = 0
  let tradedRaw = 0n
  let nowMs = START_MS
  const exchange = new Exchange({
    settlement: { delayMs: 1000 },
    autoRedeem: true,
    emit: (event) => {
      if (event.kind === 'level') maker.onChange(event.conditionId)
      if (event.kind !== 'trade') return
      tradedRaw += event.trade.sizeRaw
      maker.onTrade(event.trade)
    },
  })
  const maker = new TestMaker({
    exchange,
    random: random.fork('maker'),
    makePolicy: run.makePolicy,
    truthOf: (conditionId) => truths.get(conditionId) ?? 0.5,
  })
  const world = new World({
    exchange,
    config: crowded(worldSchema.parse(run.config ?? {})),
    random: random.fork('world'),
    nowMs,
    onMarket: ({ spec }) => {
      exchange.addMarket(spec)
      listed.push(spec.conditionId)
      if (counted.size === run.markets) return
      counted.add(spec.conditionId)
      accounts.push(maker.enter(spec, counted.size, nowMs))
      const bystander: Address = `0x8${String(counted.size).padStart(39, '0')}`
      exchange.deposit(bystander, MAKER_DEPOSIT)
      bystanders.push(bystander)
    },
    observer: {
      onProbability: (conditionId, probability) => truths.set(conditionId, probability),
      onResolved: (conditionId) => {
        if (counted.has(conditionId)) resolved += 1
      },
    },
  })
  while (resolved < run.markets) {
    nowMs = earliest(world.nextDueMs(), exchange.nextDueMs(), maker.nextDueMs())
    exchange.advance(nowMs)
    world.advance(nowMs)
    maker.advance(nowMs)
  }
  for (const conditionId of listed) {
    if (exchange.market(conditionId)?.status === 'OPEN') exchange.resolve(conditionId, YES, nowMs)
  }
  exchange.advance(nowMs + 10_000)
  const profitOf = (account: Address) => Number(exchange.ledger.collateral(account).totalRaw - MAKER_DEPOSIT) / 1e6
  return {
    profits: accounts.map(profitOf),
    filledShares: accounts
      .flatMap((a) => exchange.tradesOf(a))
      .reduce((sum, { sizeRaw }) => sum + Number(sizeRaw) / 1e6, 0),
    tradedShares: Number(tradedRaw) / 1e6,
    bystanders: bystanders.map(profitOf),
    balance: balanceOf(exchange),
  }
}

function balanceOf({ ledger }: Exchange): SandboxResult['balance'] {
  const accounts = ledger.accounts()
  const { depositedRaw, withdrawnRaw, backingRaw } = ledger.totals()
  let gainedRaw = ledger.feesCollected.collateralRaw + withdrawnRaw - depositedRaw
  for (const account of accounts) gainedRaw += ledger.collateral(account).totalRaw
  return { gainedRaw, owedRaw: backingRaw, accounts: accounts.length }
}

/** The same wealth per market with more markets at once. */
function crowded(config: WorldConfig): WorldConfig {
  const times = SLOTS / config.markets.count
  return {
    ...config,
    markets: { ...config.markets, count: SLOTS },
    noise: { ...config.noise, population: Math.round(config.noise.population * times) },
    informed: { ...config.informed, wealth: config.informed.wealth * times },
  }
}

function earliest(...times: (number | undefined)[]): number {
  let first = Number.POSITIVE_INFINITY
  for (const time of times) if (time !== undefined && time < first) first = time
  return first
}
