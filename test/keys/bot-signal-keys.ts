// Keys of the bot that say where values from outside come from: what they do shows only where there is something to read.

import type { KeyRows } from './key-rows.js'

const coveredBy = 'test/cli/bot/settings/signal-sources.test.ts'

export const signalKeys: KeyRows = {
  'signals.files[].path': { coveredBy },
  'signals.files[].everyMs': { coveredBy },
  'signals.http[].name': { coveredBy },
  'signals.http[].url': { coveredBy },
  'signals.http[].value': { coveredBy },
  'signals.http[].at': { coveredBy },
  'signals.http[].market': { coveredBy },
  'signals.http[].everySec': { coveredBy },
  'signals.http[].timeoutMs': { coveredBy },
  'signals.http[].maxBytes': { coveredBy },
  'signals.http[].authorizationEnv': { coveredBy },
}
