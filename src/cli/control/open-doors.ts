// Where a running bot is asked and told: the port of telemetry with the page, and the control port. One desk answers for both.

import type { DeskParts } from '../../control/control-desk.js'
import { Curves } from '../../dashboard/curves.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import { startTelemetry } from '../../telemetry/http.js'
import type { StartedRun } from '../bot/bot-run.js'
import { telemetrySources } from '../bot/telemetry-sources.js'
import { unusableAddress } from '../unusable-address.js'
import { controlDesk, openControlPort } from './control-port.js'
import { servedPage } from './served-page.js'

export interface Doors {
  readonly addresses: Readonly<Record<string, string>>
  /** What the curves are made of: a look each second. */
  look(snapshot: BotSnapshot): void
}

const TELEMETRY_KEYS = { host: 'telemetry.host', port: 'telemetry.port' }

/** Rejects with `bad-config` where a place is taken or a token cannot be used. */
export async function openDoors(run: StartedRun, reload: DeskParts['reload']): Promise<Doors> {
  const { config, clock, closing, logger } = run
  const desk = controlDesk(run, reload)
  const curves = new Curves()
  const pages = servedPage(config, { desk, curves, clock, logger, env: run.context.env })
  const telemetry = await startTelemetry(telemetrySources(run, pages), config.telemetry).catch((cause: unknown) => {
    throw unusableAddress({ ...config.telemetry, keys: TELEMETRY_KEYS }, cause)
  })
  closing.add('the port of telemetry could not be closed', () => telemetry.close())
  const control = await openControlPort(desk, run)
  closing.add('the control port could not be closed', () => control?.close())
  const { url } = telemetry
  return {
    addresses: {
      ...(pages === undefined ? {} : { page: `${url}/` }),
      ...{ metrics: `${url}/metrics`, status: `${url}/status` },
      ...(control === undefined ? {} : { control: control.at }),
    },
    look: (snapshot) => curves.look(snapshot, clock.wallMs()),
  }
}
