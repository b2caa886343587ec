// What the configuration says of the journal of a live bot.

import { join, resolve } from 'node:path'
import type { Config } from '../../../config/config.js'
import type { Address } from '../../../domain/market/market.js'
import type { JournalOptions } from '../../../execution/journal/journal.js'

export function journalSettings({
  execution,
}: Pick<Config, 'execution'>): Pick<JournalOptions, 'folder' | 'durability' | 'graceMs'> {
  const { path, durability = 'machine' } = execution.journal
  return { folder: resolve(path), durability, graceMs: execution.unknownGraceSec * 1000 }
}

/** Where a wallet's journal lies. */
export function walletFolder(config: Pick<Config, 'execution'>, account: Address): string {
  return join(journalSettings(config).folder, account.toLowerCase())
}
