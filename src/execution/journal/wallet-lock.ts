// One process of a user per wallet and chain, wherever each keeps its journal: a lock in the user's state folder.

import { join } from 'node:path'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market.js'
import { type JournalLock, type LockHolder, lockHolder, lockJournal } from './journal-lock.js'
import { makeFolder } from './segments.js'

export interface WalletLockOptions {
  /** The user's state folder; created when missing. */
  readonly folder: string
  readonly chainId: number
  readonly account: Address
}

/** Throws `journal-failed` while another process holds the wallet, or when the folder cannot be used. */
export async function lockWallet({ folder, chainId, account }: WalletLockOptions): Promise<JournalLock> {
  const place = placeOf(folder)
  try {
    await makeFolder(place)
    return await lockJournal(place, nameOf(chainId, account))
  } catch (cause) {
    if (cause instanceof QuoinError) throw cause
    const got = cause instanceof Error ? cause.message : String(cause)
    const message = `${place}: expected a state folder that can be written to (see QUOIN_STATE_DIR), got ${got}`
    throw new QuoinError('journal-failed', message, { cause })
  }
}

/** The live process that holds the wallet, as far as this state folder knows. Takes and changes nothing. */
export function walletHolder({ folder, chainId, account }: WalletLockOptions): Promise<LockHolder | undefined> {
  return lockHolder(placeOf(folder), nameOf(chainId, account))
}

/** Where a live bot of the wallet shows that it works. */
export const heartbeatPath = ({ folder, chainId, account }: WalletLockOptions): string =>
  join(placeOf(folder), `${chainId}-${account.toLowerCase()}.beat`)

const placeOf = (folder: string) => join(folder, 'wallets')

const nameOf = (chainId: number, account: Address) => `${chainId}-${account.toLowerCase()}.lock`
