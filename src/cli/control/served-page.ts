// The page that a bot serves, put together: what answers it, who may act, what it remembers.

import type { Config } from '../../config/config.js'
import type { ControlDesk } from '../../control/control-desk.js'
import type { Curves } from '../../dashboard/curves.js'
import { createDashboard } from '../../dashboard/dashboard.js'
import { dashboardPage } from '../../dashboard/page-html.js'
import type { Clock } from '../../domain/time.js'
import type { PageHandler } from '../../telemetry/http.js'
import type { Logger } from '../../telemetry/log/log.js'
import { scrub } from '../../venue/transport/secret.js'
import type { CommandContext } from '../command-context.js'
import { readToken } from './read-token.js'

export interface ServedPageParts {
  readonly desk: Pick<ControlDesk, 'answer'>
  readonly curves: Curves
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  readonly env: CommandContext['env']
}

/** Addresses that no other machine reaches. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** `undefined` where the configuration wants none. Throws `bad-config` for a token that cannot be used. */
export function servedPage(
  config: Config,
  { desk, curves, clock, logger, env }: ServedPageParts,
): PageHandler | undefined {
  const { dashboard, telemetry, folder } = config
  if (!dashboard.serve) return undefined
  const token = readToken('dashboard.tokenFile', { ...dashboard, folder, env })
  if (token !== undefined && !LOOPBACK.has(telemetry.host)) {
    logger.warn(
      { event: 'page', host: telemetry.host },
      'the page takes its token in the clear from other machines: put a proxy with TLS in front of it',
    )
  }
  return createDashboard({
    ...{ page: dashboardPage(), curves, token, scrub },
    ask: (request) => desk.answer(request),
    nowMonoMs: () => clock.monoMs(),
    wallMs: () => clock.wallMs(),
  })
}
