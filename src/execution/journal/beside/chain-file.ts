// The wallet's transactions on disk beside its orders: `chain.json`, always whole, written before a transaction is sent.

import { join } from 'node:path'
import { z } from 'zod'
import type { ChainKeeper } from '../../../domain/account/chain-transaction.js'
import { exactText } from '../../../domain/json.js'
import type { Address } from '../../../domain/market/market.js'
import type { Durability } from '../../../files/draft.js'
import { replaceFile } from '../../../files/replace-file.js'
import { conditionId, hex } from './kept-values.js'
import { readKept, unwritten } from './read-kept.js'

const NAME = 'chain.json'
const VERSION = 1

const raw = z.string().regex(/^\d+$/).transform(BigInt)
const act = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['split', 'merge']), conditionId, setsRaw: raw }),
  z.object({ kind: z.literal('redeem'), conditionId, tokensRaw: z.tuple([raw, raw]), paidRaw: raw }),
  z.object({ kind: z.literal('approve'), spender: hex.transform((text): Address => text), amountRaw: raw }),
])
const nonce = z.int().min(0)
const signed = z.object({ nonce, hash: hex, bytes: z.string(), atMs: z.number() })
const kept = z.object({
  version: z.literal(VERSION),
  nextNonce: nonce,
  pending: z.object({ act, signed: z.array(signed).min(1) }).exactOptional(),
  done: z.array(z.object({ act, hash: hex, atMs: z.number() })).exactOptional(),
})

const KIND = { what: "the wallet's transactions", schema: kept, version: VERSION }

export interface ChainFileOptions {
  /** Of the journal of one wallet. */
  readonly folder: string
  readonly durability: Durability
}

/** Throws `journal-failed` for a file that cannot be read: a transaction must not be forgotten by mistake. */
export function openChainFile({ folder, durability }: ChainFileOptions): ChainKeeper {
  const path = join(folder, NAME)
  const { version: _version, ...state } = readKept(path, KIND) ?? { version: VERSION, nextNonce: 0 }
  return {
    kept: state,
    keep(now) {
      try {
        const text = JSON.stringify({ version: VERSION, ...now }, exactText)
        replaceFile(path, `${text}\n`, { survives: durability })
        return undefined
      } catch (cause) {
        return unwritten(path, cause)
      }
    },
  }
}
