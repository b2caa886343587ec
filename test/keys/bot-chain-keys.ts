// Keys of the bot that say what is done on the chain.

import { coreSettings } from '../../src/cli/bot/settings/core-settings.js'
import type { Config } from '../../src/config/config.js'
import type { ChainReading } from '../../src/domain/account/chain-transaction.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { CoreDriver, ofKind } from '../core/core-driver.js'
import { A } from '../risk/builders.js'
import { seenBy } from './bot-file.js'
import type { Changes, KeyRows, Probe } from './key-rows.js'

const SPENDER = `0x${'1'.repeat(40)}` as const
const READING: ChainReading = {
  costs: { split: 0.05, merge: 0.05, redeem: 0.05, approve: 0.05 },
  collateralRaw: 0n,
  allowances: [{ spender: SPENDER, raw: 50_000_000n }],
}

/** What a core with ten sets and an allowance of 50 wants of the chain, one after the other. */
function actsOf(config: Config): unknown {
  const driver = new CoreDriver(coreSettings(config, bindStrategy(fixedSpread, {})))
  driver.fund(1000, [10, 10], 1)
  driver.start()
  driver.push({ kind: 'chain-read', reading: READING })
  const acts = []
  for (let n = 0; n < 3; n++) {
    const [command] = ofKind(driver.wake(600), 'chain-act')
    if (command === undefined) break
    acts.push(command.act)
    driver.push({ kind: 'chain-ended', act: command.act, outcome: 'confirmed', cost: 0 })
    driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 })
  }
  return acts
}

const MERGES = { 'chain.actions': 'merge' }
const ALLOWS = { 'chain.actions': 'all', 'chain.allowance': { spender: SPENDER, amount: 100, refillBelow: 60 } }
const allowing = (change: object): Probe =>
  seenBy(actsOf, { 'chain.allowance': { spender: SPENDER, amount: 100, refillBelow: 60, ...change } }, ALLOWS)
const wanting = (changes: Changes): Probe => seenBy(actsOf, changes, MERGES)

export const chainKeys: KeyRows = {
  'chain.actions': wanting({ 'chain.actions': 'redeem' }),
  'chain.mergeMin': wanting({ 'chain.mergeMin': 11 }),
  'chain.maxCostShare': wanting({ 'chain.maxCostShare': 0.001 }),
  'chain.rpc.url': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.urlEnv': { coveredBy: 'test/cli/venue/chain-worker.test.ts' },
  'chain.rpc.timeoutMs': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.pollMs': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.confirmations': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.stuckAfterSec': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.conditionalTokens': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.collateral': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.maxGasPriceGwei': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.maxGas': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.rpc.gasTokenPrice': { coveredBy: 'test/chain/rpc/rpc-chain.test.ts' },
  'chain.allowance.spender': allowing({ spender: `0x${'2'.repeat(40)}` }),
  'chain.allowance.amount': allowing({ amount: 200 }),
  'chain.allowance.refillBelow': allowing({ refillBelow: 40 }),
}
