// One process of a user per wallet and chain, wherever each keeps its journal: a lock in the user's state folder, and beside it the number of
// its last holder.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf, QuoinError } from '../../../domain/error.js'
import type { Address } from '../../../domain/market/market.js'
import { replaceFile } from '../../../files/replace-file.js'
import { type Lease, type LeaseWait, StoppedWaiting } from '../../lease.js'
import { makeFolder } from '../segments.js'
import { type LockHolder, lockHolder, lockJournal } from './journal-lock.js'

export interface WalletLockOptions {
  /** The user's state folder; created when missing. */
  readonly folder: string
  readonly chainId: number
  readonly account: Address
}

/** Throws `journal-failed` while another process holds the wallet, unless that is waited for, or when the folder cannot be used. */
export async function lockWallet({ folder, chainId, account }: WalletLockOptions, wait?: LeaseWait): Promise<Lease> {
  const place = placeOf(folder)
  try {
    await makeFolder(place)
    const name = nameOf(chainId, account)
    const lock = await lockJournal(place, name, wait)
    try {
      const fence = nextFence(walletFile({ folder, chainId, account }, 'fence'))
      const lost = () => (lock.isHeld() ? undefined : lostWords(join(place, name)))
      return { fence, lost, release: () => lock.release() }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (cause) {
    if (cause instanceof QuoinError || cause instanceof StoppedWaiting) throw cause
    const got = messageOf(cause)
    const message = `${place}: expected a state folder that can be written to (see QUOIN_STATE_DIR), got ${got}`
    throw new QuoinError('journal-failed', message, { cause })
  }
}

const AGAIN = 'restart the bot, which locks it again, and resume it then'

/** Whoever finds none may take it, and nobody may have. The words stand in the halt, which the next run shows too. */
function lostWords(path: string): string {
  try {
    readFileSync(path)
    return `another process has taken the wallet over (${path})`
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      return `the lock of the wallet cannot be read, and another process may have it by now (${messageOf(error)}, ${path}): ${AGAIN}`
    return `the lock of the wallet is gone, and another process may have it by now (${path}): ${AGAIN}`
  }
}

/** The live process that holds the wallet, as far as this state folder knows. Takes and changes nothing. */
export function walletHolder({ folder, chainId, account }: WalletLockOptions): Promise<LockHolder | undefined> {
  return lockHolder(placeOf(folder), nameOf(chainId, account))
}

/** Where a live bot of the wallet shows that it works. */
export const heartbeatPath = (wallet: WalletLockOptions): string => walletFile(wallet, 'beat')

/** A file beside the lock. */
export const walletFile = ({ folder, chainId, account }: WalletLockOptions, ending: string): string =>
  join(placeOf(folder), `${chainId}-${account.toLowerCase()}.${ending}`)

/** For the holder alone: another count has given it this number, and the next holder here comes after it. */
export function raiseFence(wallet: WalletLockOptions, fence: number): void {
  keepFence(walletFile(wallet, 'fence'), fence)
}

const placeOf = (folder: string) => join(folder, 'wallets')

const nameOf = (chainId: number, account: Address) => `${chainId}-${account.toLowerCase()}.lock`

/** One more than the last; on disk when this returns. Throws where the file says no number: a number must never come twice. */
function nextFence(path: string): number {
  const fence = lastFence(path) + 1
  keepFence(path, fence)
  return fence
}

function keepFence(path: string, fence: number): void {
  replaceFile(path, `${fence}\n`, { survives: 'machine', ending: String(process.pid) })
}

function lastFence(path: string): number {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return 0
    throw cause
  }
  const fence = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(fence) && fence > 0) return fence
  throw new QuoinError('journal-failed', `${path}: expected a number above 0, got ${JSON.stringify(text.slice(0, 40))}`)
}
