// What is called on a real chain: the contract of the outcome tokens (Gnosis Conditional Tokens) and that of the collateral (ERC-20). Each act
// is one call, built here and nowhere else.

import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { ChainAct } from '../../domain/account/chain-transaction.js'
import type { Address, Hex } from '../../domain/market/market.js'

export const COLLATERAL_ABI = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

const TOKENS_ABI = parseAbi([
  'function splitPosition(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function mergePositions(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function redeemPositions(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] indexSets)',
])

/** Of a market on its own, not one inside the outcome of another. */
const NO_PARENT: Hex = `0x${'0'.repeat(64)}`
/** Each outcome is one bit. */
const BOTH = [1n, 2n] as const

export interface Contracts {
  readonly conditionalTokens: Address
  readonly collateral: Address
}

export interface ContractCall {
  readonly to: Address
  readonly data: Hex
}

export function callOf(act: ChainAct, { conditionalTokens, collateral }: Contracts): ContractCall {
  if (act.kind === 'approve') {
    const args = [act.spender, act.amountRaw] as const
    return { to: collateral, data: encodeFunctionData({ abi: COLLATERAL_ABI, functionName: 'approve', args }) }
  }
  const of = [collateral, NO_PARENT, act.conditionId as Hex, BOTH] as const
  if (act.kind === 'redeem')
    return {
      to: conditionalTokens,
      data: encodeFunctionData({ abi: TOKENS_ABI, functionName: 'redeemPositions', args: of }),
    }
  const functionName = act.kind === 'merge' ? 'mergePositions' : 'splitPosition'
  const data = encodeFunctionData({ abi: TOKENS_ABI, functionName, args: [...of, act.setsRaw] })
  return { to: conditionalTokens, data }
}
