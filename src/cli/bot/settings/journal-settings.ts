// What the configuration says of the journal of a live bot.

import { resolve } from 'node:path'
import type { Config } from '../../../config/config.js'
import type { JournalOptions } from '../../../execution/journal/journal.js'

export function journalSettings({ execution }: Config): Pick<JournalOptions, 'folder' | 'durability' | 'graceMs'> {
  const { path, durability = 'machine' } = execution.journal
  return { folder: resolve(path), durability, graceMs: execution.unknownGraceSec * 1000 }
}
