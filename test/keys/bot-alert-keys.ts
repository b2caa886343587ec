// Keys of the bot's messages: all of them are seen by a server that gets the messages.

import type { KeyRows } from './key-rows.js'

const coveredBy = 'test/cli/alerts/open-alerts.test.ts'

export const alertKeys: KeyRows = {
  'alerts.name': { coveredBy },
  'alerts.webhooks[].kind': { coveredBy },
  'alerts.webhooks[].urlFile': { coveredBy },
  'alerts.webhooks[].urlEnv': { coveredBy },
  'alerts.webhooks[].chatId': { coveredBy },
  'alerts.webhooks[].alerts': { coveredBy },
  'alerts.waitsLongerSec': { coveredBy },
  'alerts.noQuotesSec': { coveredBy: 'test/ci/limits.test.ts' },
  'alerts.digestSec': { coveredBy },
  'alerts.perMinute': { coveredBy },
  'alerts.nearLimit': { coveredBy },
}
