// What a transaction offers for a unit of gas: twice the last block's base fee and a tip, never above the cap.

import type { Fees } from './transaction-signer.js'

/** A node takes a replacement that pays at least a tenth more; an eighth is safe with all of them. */
const MORE_BY = 8n

export interface GasMarket {
  readonly baseFeePerGas: bigint
  readonly tip: bigint
}

/** `undefined` where the cap does not even pay the next block, or the former offer cannot be raised below it. */
export function feesFor({ baseFeePerGas, tip }: GasMarket, cap: bigint, former?: Fees): Fees | undefined {
  const wanted = { maxFeePerGas: 2n * baseFeePerGas + tip, maxPriorityFeePerGas: tip }
  const tipOffered = tipFor(tip, former)
  const enough = larger(baseFeePerGas + tipOffered, former ? raised(former.maxFeePerGas) : 0n)
  if (enough > cap) return undefined
  const generous = larger(wanted.maxFeePerGas, enough)
  return { maxFeePerGas: generous > cap ? cap : generous, maxPriorityFeePerGas: tipOffered }
}

/** The tip that is offered where this one would do. */
export function tipFor(tip: bigint, former?: Pick<Fees, 'maxPriorityFeePerGas'>): bigint {
  return former === undefined ? tip : larger(tip, raised(former.maxPriorityFeePerGas))
}

const raised = (price: bigint) => price + price / MORE_BY + 1n
const larger = (a: bigint, b: bigint) => (a > b ? a : b)
