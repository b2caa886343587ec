// One process of a user per wallet and chain, wherever each keeps its journal: a lock in the user's state folder.

import { join } from 'node:path'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market.js'
import { type JournalLock, lockJournal } from './journal-lock.js'
import { makeFolder } from './segments.js'

export interface WalletLockOptions {
  /** The user's state folder; created when missing. */
  readonly folder: string
  readonly chainId: number
  readonly account: Address
}

/** Throws `journal-failed` while another process holds the wallet, or when the folder cannot be used. */
export async function lockWallet({ folder, chainId, account }: WalletLockOptions): Promise<JournalLock> {
  const place = join(folder, 'wallets')
  try {
    await makeFolder(place)
    return await lockJournal(place, `${chainId}-${account.toLowerCase()}.lock`)
  } catch (cause) {
    if (cause instanceof QuoinError) throw cause
    const got = cause instanceof Error ? cause.message : String(cause)
    const message = `${place}: expected a state folder that can be written to (see QUOIN_STATE_DIR), got ${got}`
    throw new QuoinError('journal-failed', message, { cause })
  }
}
