// Where a running bot is asked and told: the port of telemetry with the page, and the control port. One desk answers for both.

import type { Bot } from '../../bot/bot.js'
import type { BotMemory } from '../../control/bot-memory.js'
import { Curves } from '../../dashboard/curves.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import type { Lease } from '../../execution/lease.js'
import { startTelemetry } from '../../telemetry/http.js'
import { type Served, telemetrySources } from '../bot/telemetry-sources.js'
import type { Reloading } from '../reload/reloading.js'
import { unusableAddress } from '../unusable-address.js'
import { type ControlPortParts, controlDesk, openControlPort } from './control-port.js'
import { servedPage } from './served-page.js'

export interface Doors {
  readonly addresses: Readonly<Record<string, string>>
  /** What the curves are made of: a look each second. */
  look(snapshot: BotSnapshot): void
  close(): Promise<void>
}

export interface DoorParts extends Omit<ControlPortParts, 'clock' | 'logger' | 'lately' | 'fleet'> {
  readonly bot: Bot
  readonly memory: BotMemory
  /** Of the wallet; absent on paper. */
  readonly lease: Lease | undefined
}

interface Run extends Served {
  readonly reloading: Pick<Reloading, 'now'>
}

const TELEMETRY_KEYS = { host: 'telemetry.host', port: 'telemetry.port' }

/** Rejects with `bad-config` where a place is taken or a token cannot be used; nothing is open then. */
export async function openDoors(running: Run, { bot, memory, lease, ...parts }: DoorParts): Promise<Doors> {
  const { config, about } = parts
  const { clock, logger, lately, reloading, fleet } = running
  const limits = () => reloading.now.config.risk.killSwitch
  const termNotes = () => reloading.now.strategy.definition.termNotes ?? {}
  const desk = controlDesk(bot, memory, { ...parts, limits, termNotes, clock, logger, lately, fleet: () => fleet.view })
  const curves = new Curves()
  const pages = servedPage(config, { desk, curves, clock, logger, env: parts.env })
  const sources = telemetrySources(running, { config: () => reloading.now.config, bot, memory, about, lease, pages })
  const telemetry = await startTelemetry(sources, config.telemetry).catch((cause: unknown) => {
    throw unusableAddress({ ...config.telemetry, keys: TELEMETRY_KEYS }, cause)
  })
  const control = await openControlPort(desk, parts).catch(async (cause: unknown) => {
    await telemetry.close()
    throw cause
  })
  const { url } = telemetry
  return {
    addresses: {
      ...(pages === undefined ? {} : { page: `${url}/` }),
      ...{ metrics: `${url}/metrics`, status: `${url}/status` },
      ...(control === undefined ? {} : { control: control.at }),
    },
    look: (snapshot) => curves.look(snapshot, clock.wallMs()),
    async close() {
      await control?.close()
      await telemetry.close()
    },
  }
}
