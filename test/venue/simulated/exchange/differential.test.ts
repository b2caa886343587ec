// The core against the naive matcher of test/naive-matcher: the same operations must leave the same world.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address, ConditionId } from '../../../../src/domain/market/market.js'
import type { Exchange, MarketSpec } from '../../../../src/venue/simulated/exchange/exchange.js'
import { NaiveMatcher } from '../../../naive-matcher/naive-matcher.js'
import { runs } from '../../../run-counts.js'
import { carryOut, coreVenue, Run, type Venue } from './carry-out.js'
import {
  ACCOUNTS,
  failsAt,
  MARKETS,
  newExchange,
  type Operation,
  operationsArbitrary,
  type Rules,
  rulesArbitrary,
} from './operations.js'

function newNaive({ delayMs, marginMs, takerPays, makerPays, depositRaw, ...rest }: Rules): NaiveMatcher {
  const rules = { delayMs, marginMs, takerPays, makerPays, depositRaw, ...rest }
  const naive = new NaiveMatcher({ delayMs, marginMs, takerPays, makerPays, fails: (n) => failsAt(n, rules) })
  for (const { conditionId, ticksPerUnit, lotRaw, minLots, endMs, feeRateBps } of MARKETS) {
    naive.addMarket({ name: conditionId, tpu: ticksPerUnit, lotRaw, minLots, endMs, fee: feeRateBps })
  }
  for (const account of ACCOUNTS) naive.deposit(account, depositRaw)
  return naive
}

function naiveVenue(naive: NaiveMatcher): Venue {
  return {
    submit: ({ conditionId, nonce = 0, ...order }, nowMs) =>
      void naive.submit({ ...order, nonce, market: conditionId }, nowMs),
    cancel: (hash, account, nowMs) => naive.cancel(hash, account, nowMs),
    cancelAll: (account, spec, nowMs) => naive.cancelAll(account, spec.conditionId, nowMs),
    raiseNonce: (account, nowMs) => naive.raiseNonce(account, nowMs),
    advance: (nowMs) => naive.advance(nowMs),
    split: (account, spec, raw) => naive.split(account, spec.conditionId, raw),
    merge: (account, spec, raw) => naive.merge(account, spec.conditionId, raw),
    redeem: (account, spec) => void naive.redeem(account, spec.conditionId),
    setFee: (spec, feeRateBps) => {
      naive.market(spec.conditionId).fee = feeRateBps
    },
    close: (spec, nowMs) => naive.changeMarket(spec.conditionId, 'CLOSED', -1, nowMs),
    cancelMarket: (spec, nowMs) => naive.changeMarket(spec.conditionId, 'CANCELLED', -1, nowMs),
    resolve: (spec, winner, nowMs) => naive.changeMarket(spec.conditionId, 'RESOLVED', winner, nowMs),
  }
}

function coreWorld(exchange: Exchange) {
  return {
    accounts: ACCOUNTS.map((account) => coreAccount(exchange, account)),
    markets: MARKETS.map(({ conditionId }) => ({
      status: exchange.market(conditionId)?.status,
      book: exchange.book(conditionId),
      bestBids: [undefined, ...ACCOUNTS].map((maker) => exchange.bestBids(conditionId, maker)),
      feeTokens: [...exchange.ledger.feesCollected.tokensRaw(conditionId)],
    })),
    feeCash: exchange.ledger.feesCollected.collateralRaw,
  }
}

function coreAccount(exchange: Exchange, account: Address) {
  const { totalRaw, lockedRaw, pendingRaw, availableRaw } = exchange.ledger.collateral(account)
  return {
    cash: [totalRaw, lockedRaw, pendingRaw, availableRaw],
    tokens: MARKETS.map(({ conditionId }) => {
      const held = exchange.ledger.tokens(account, conditionId)
      return [...held.tokensRaw, ...held.lockedRaw, ...held.pendingRaw]
    }),
    orders: exchange
      .orders({ account })
      .map((o) => [o.hash, o.status, o.originalRaw, o.filledRaw, o.pendingRaw, o.remainingRaw]),
    fills: exchange
      .tradesOf(account)
      .map((f) => [f.tradeId, f.hash, f.price, f.sizeRaw, f.feeRaw, f.liquidity, f.status, f.venueMs]),
  }
}

function naiveWorld(naive: NaiveMatcher) {
  return {
    accounts: ACCOUNTS.map((account) => naiveAccount(naive, account)),
    markets: MARKETS.map((spec) => naiveMarket(naive, spec)),
    feeCash: naive.feeCash,
  }
}

function naiveMarket(naive: NaiveMatcher, { conditionId }: MarketSpec) {
  const side = (outcome: number) => ({
    bids: naive.levels(conditionId, outcome, 'BUY'),
    asks: naive.levels(conditionId, outcome, 'SELL'),
  })
  return {
    status: naive.market(conditionId).status,
    book: [side(0), side(1)],
    bestBids: ['', ...ACCOUNTS].map((maker) => [0, 1].map((o) => naive.levels(conditionId, o, 'BUY', maker)[0])),
    feeTokens: [naive.feeTokensOf(conditionId, 0), naive.feeTokensOf(conditionId, 1)],
  }
}

function naiveAccount(naive: NaiveMatcher, account: Address) {
  const lot = (market: string) => naive.market(market).lotRaw
  return {
    cash: [
      naive.cashOf(account),
      naive.cashBehindOrders(account),
      naive.cashInSettlement(account),
      naive.freeCash(account),
    ],
    tokens: MARKETS.map(({ conditionId }) => [
      ...[0, 1].map((outcome) => naive.tokensOf(account, conditionId, outcome)),
      ...[0, 1].map((outcome) => naive.tokensBehindOrders(account, conditionId, outcome)),
      ...[0, 1].map((outcome) => naive.tokensInSettlement(account, conditionId, outcome)),
    ]),
    orders: naive.orders
      .filter((o) => o.account === account)
      .map((o) => [
        o.hash,
        naive.status(o),
        ...[o.size, o.done, o.waiting, o.left].map((n) => BigInt(n) * lot(o.market)),
      ])
      .reverse(),
    fills: naive.matches
      .flatMap((match) => match.parties.map((party) => ({ match, party })))
      .filter(({ party }) => party.order.account === account)
      .map(({ match, party: { order, price, fee, role } }) => [
        `t${match.number}`,
        order.hash,
        price,
        BigInt(match.size) * lot(order.market),
        fee,
        role,
        match.status,
        match.at,
      ])
      .reverse(),
  }
}

const RUNS = runs(100, 1000)

test('core and naive matcher agree on fills, fees, locks, statuses, settlement and payouts', () => {
  const seen = {
    ...{ mint: 0, merge: 0, direct: 0, settled: 0, failed: 0 },
    ...{ expired: 0, partial: 0, refused: 0, redeemed: 0, revokedAtRest: 0, revokedMatched: 0, revertedTogether: 0 },
  }
  fc.assert(
    fc.property(rulesArbitrary, operationsArbitrary, (rules, operations) => {
      let doing: Operation['do'] | undefined
      let failedTaker: string | undefined
      const exchange = newExchange(rules, (event) => {
        if (event.kind === 'trade') seen[event.trade.matchType] += 1
        if (event.kind === 'settlement') {
          seen[event.status] += 1
          const { taker } = event.trade
          if (event.status === 'failed' && taker.hash === failedTaker) seen.revertedTogether += 1
          failedTaker = event.status === 'failed' ? taker.hash : undefined
        }
        if (event.kind === 'order' && event.record.status === 'expired') seen.expired += 1
        if (event.kind === 'order' && event.record.status === 'partially_filled') seen.partial += 1
        if (event.kind === 'order' && event.record.status === 'cancelled_onchain') {
          seen[doing === 'raiseNonce' ? 'revokedAtRest' : 'revokedMatched'] += 1
        }
      })
      const naive = newNaive(rules)
      const run = new Run()
      const venues = [coreVenue(exchange), naiveVenue(naive)]
      for (const { conditionId } of MARKETS) {
        for (const account of ACCOUNTS) {
          exchange.split(account, conditionId, rules.depositRaw / 4n)
          naive.split(account, conditionId, rules.depositRaw / 4n)
        }
      }
      for (const operation of operations) {
        doing = operation.do
        const [core, plain] = carryOut(operation, run, venues)
        expect(core, JSON.stringify(operation, printable)).toBe(plain)
        if (core !== undefined) seen.refused += 1
        else if (operation.do === 'redeem') seen.redeemed += 1
        expect(coreWorld(exchange)).toEqual(naiveWorld(naive))
      }
    }),
    { numRuns: RUNS, seed: 20_240_601 },
  )
  // a comparison that never reaches a case proves nothing about it
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(RUNS / 50)
})

test('the comparison notices a matcher that charges its fee on the limit price', () => {
  const rules: Rules = {
    delayMs: 0,
    marginMs: 0,
    takerPays: true,
    makerPays: false,
    failEvery: 0,
    depositRaw: 1_000_000n,
  }
  const naive = newNaive(rules)
  const honest = naive.fee.bind(naive)
  naive.fee = (order, _price, size) => honest(order, order.price, size)
  const exchange = newExchange(rules, () => {})
  const run = new Run()
  const venues = [coreVenue(exchange), naiveVenue(naive)]
  const wish = {
    market: 0,
    outcome: 0,
    size: 5,
    type: 'GTC',
    livesSec: undefined,
    staleFee: false,
    wrongNonce: false,
  } as const
  const conditionId = MARKETS[0]?.conditionId ?? ('0x0' as ConditionId)
  for (const [account, price, outcome] of [
    [0, 7, 1],
    [1, 6, 0],
  ] as const) {
    carryOut({ do: 'submit', wish: { ...wish, account, price, outcome, side: 'BUY' } }, run, venues)
  }
  expect(exchange.trades(conditionId)).toHaveLength(1)
  expect(coreWorld(exchange)).not.toEqual(naiveWorld(naive))
})

function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
