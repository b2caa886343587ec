// What stands for a wallet's transactions on the bundled server alone. No live venue has these.

import { keccak256, stringToBytes } from 'viem/utils'
import { z } from 'zod'
import type { Address, Hex } from '../../domain/market/market.js'
import { address, bytes32, rawAmount, uintString } from './primitives.js'

const positive = uintString.refine((text) => /[1-9]/.test(text) && text.length <= 40, {
  message: 'expected 1 to 40 digits, more than 0',
})
const nonce = z
  .int()
  .min(0)
  .meta({ examples: [0] })
const hash = bytes32.meta({ examples: [`0x${'ab'.repeat(32)}`] })

export const transactionBody = z
  .object({
    nonce,
    act: z.enum(['split', 'merge', 'redeem']),
    conditionId: z.string(),
    amount: positive
      .optional()
      .meta({ description: 'Raw sets; not for redeem, which takes all', examples: ['5000000'] }),
  })
  .refine(({ act, amount }) => (act === 'redeem') === (amount === undefined), {
    path: ['amount'],
    message: 'expected for split and merge alone',
  })
export type WireAct = z.infer<typeof transactionBody>

export const transaction = z
  .object({
    hash,
    nonce,
    status: z.enum(['confirmed', 'reverted']),
    paid: rawAmount.meta({ description: 'Raw collateral that it brought' }),
    reason: z.string().optional().meta({ description: 'Why it was reverted' }),
  })
  .meta({ id: 'Transaction' })
export type WireTransaction = z.infer<typeof transaction>

export const walletOnChain = z.object({ account: address, nonce }).meta({ id: 'WalletOnChain' })

/** Known before it is sent. */
export function sandboxTransactionHash(account: Address, { nonce: number, act, conditionId, amount }: WireAct): Hex {
  const said = [account.toLowerCase(), number, act, conditionId, amount ?? 'all'].join('/')
  return keccak256(stringToBytes(said))
}
