// `quoin alerts`: sends a message to every address of a configuration, and says what each answered.

import { loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import { testAlerts } from '../../alerts/open-alerts.js'
import type { CommandContext, CommandResult } from '../../command-context.js'

export async function alerts(path: string, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  if ((config.alerts.webhooks ?? []).length === 0) {
    throw new QuoinError('bad-config', 'alerts.webhooks: expected an address or more, got none')
  }
  const told = await testAlerts(config, { mode: config.mode, path, env, clock: createRealClock() })
  out.data({ webhooks: told }, () =>
    told.map(
      ({ webhook, answer }) => `${webhook}: ${answer.kind === 'taken' ? 'taken' : `not taken: ${answer.reason}`}`,
    ),
  )
  return told.every(({ answer }) => answer.kind === 'taken') ? 'ok' : 'failed'
}
