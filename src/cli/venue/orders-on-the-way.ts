// Orders that a bot has sent just before it died: no list shows them yet, and they may still come to rest.

import type { Config } from '../../config/config.js'
import type { Address } from '../../domain/market/market.js'
import { lastAppendedMs } from '../../execution/journal/last-appended.js'
import { walletFolder } from '../bot/settings/journal-settings.js'

/** By the wallet's journal on this machine: how long one of them may still arrive, milliseconds; 0 for none. */
export async function mayArriveForMs(config: Config, account: Address): Promise<number> {
  const lastMs = await lastAppendedMs(walletFolder(config, account))
  if (lastMs === undefined) return 0
  const inFlightMs = config.execution.submitInFlightSec * 1000
  return Math.min(inFlightMs, Math.max(0, lastMs + inFlightMs - Date.now()))
}

/** What a person who waits for it is told. */
export function stillListed(forMs: number): string {
  return `a bot of this wallet wrote its journal just now: what it had sent may still arrive, and is looked for ${Math.ceil(forMs / 1000)} s longer`
}
