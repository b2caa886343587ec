// Journals of other wallets beside ours: one that nobody trades with any more, as after a key was replaced, may have left orders at the venue that
// our bot neither sees nor cancels.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import { folderFiles } from './journal-files.js'
import type { SignedLine } from './journal-line.js'
import { lockHolder } from './lock/journal-lock.js'
import { readJournal } from './read-journal.js'

export interface OtherWallet {
  /** As its folder is named: in lower case. */
  readonly account: string
  /** Of its journal. */
  readonly folder: string
  /** Orders that may still be matched, as far as the journal knows. */
  readonly orders: number
  /** When the last of them expires, unix milliseconds; absent where one never does, or nothing could be read. */
  readonly untilMs?: number
  /** Why its journal cannot be read. */
  readonly trouble?: string
}

export interface OtherWalletsOptions {
  /** That holds the folders of all wallets. */
  readonly folder: string
  /** Ours. */
  readonly account: Address
  readonly nowMs: number
  /** Time after its expiration for which an order is still suspected of living. */
  readonly graceMs: number
}

const WALLET = /^0x[0-9a-f]{40}$/

/** Those that have left something, and that no live process holds. Changes nothing. */
export async function otherWallets({ folder, account, ...time }: OtherWalletsOptions): Promise<readonly OtherWallet[]> {
  const names = (await namesIn(folder)).filter((name) => WALLET.test(name) && name !== account.toLowerCase())
  const looked = await Promise.all(
    names.sort().map((name) => leftBy({ account: name, folder: join(folder, name) }, time)),
  )
  return looked.filter((one) => one !== undefined)
}

type Place = Pick<OtherWallet, 'account' | 'folder'>

async function leftBy(
  place: Place,
  { nowMs, graceMs }: Pick<OtherWalletsOptions, 'nowMs' | 'graceMs'>,
): Promise<OtherWallet | undefined> {
  if ((await lockHolder(place.folder, 'lock')) !== undefined) return undefined
  try {
    const { book } = await readJournal(folderFiles(place.folder), graceMs)
    const left = book.live().filter(({ draft }) => endMs(draft) + graceMs > nowMs)
    if (left.length === 0) return undefined
    const untilMs = Math.max(...left.map(({ draft }) => endMs(draft)))
    return { ...place, orders: left.length, ...(untilMs === Number.POSITIVE_INFINITY ? {} : { untilMs }) }
  } catch (thrown) {
    return { ...place, orders: 0, trouble: messageOf(thrown) }
  }
}

const endMs = ({ expirationSec }: SignedLine['draft']): number =>
  expirationSec === 0 ? Number.POSITIVE_INFINITY : expirationSec * 1000

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return []
    throw thrown
  }
}

export const WHAT_TO_DO_WITH_OTHERS =
  'run quoin cancel-all with a configuration of that wallet, or start a bot with it; a bot of another wallet neither sees nor cancels them'

/** `0xabc… may still have 6 orders at the venue, the last until 2026-01-01T00:00:00.000Z, by /data/0xabc…`. */
export function otherWalletWords({ account, folder, orders, untilMs, trouble }: OtherWallet): string {
  if (trouble !== undefined)
    return `${account} may still have orders at the venue: ${folder} cannot be read: ${trouble}`
  const many = orders === 1 ? 'an order' : `${orders} orders`
  const until =
    untilMs === undefined ? 'one of them without an expiration' : `the last until ${new Date(untilMs).toISOString()}`
  return `${account} may still have ${many} at the venue, ${until}, by ${folder}`
}
