// What a process serves at telemetry's port while it waits for its wallet: it works, it cannot quote, and why. So that whoever supervises a
// machine that stands by takes it for what it is, and not for a dead one.

import type { Config } from '../../../config/config.js'
import { messageOf } from '../../../domain/error.js'
import { startTelemetry, type TelemetryServer } from '../../../telemetry/http.js'
import type { BotMetrics } from '../../../telemetry/metrics/bot-metrics.js'

export interface StandbyParts {
  readonly config: Pick<Config, 'telemetry'>
  readonly metrics: Pick<BotMetrics, 'standbyText'>
  readonly logger: Readonly<Record<'warn', (message: string) => void>>
}

export class StandbyPort {
  readonly #parts: StandbyParts
  #server: Promise<TelemetryServer | undefined> | undefined
  #reason = ''

  constructor(parts: StandbyParts) {
    this.#parts = parts
  }

  /** It is open from the first reason on. */
  waits(reason: string): void {
    this.#reason = reason
    this.#server ??= this.#open()
  }

  /** The port is free again for the bot. */
  async close(): Promise<void> {
    await (await this.#server)?.close()
  }

  async #open(): Promise<TelemetryServer | undefined> {
    const { config, metrics, logger } = this.#parts
    try {
      return await startTelemetry(
        {
          metrics: () => metrics.standbyText(),
          health: () => ({ ok: true, reasons: [] }),
          ready: () => ({ ok: false, reasons: [this.#reason] }),
          status: () => undefined,
        },
        config.telemetry,
      )
    } catch (error) {
      // the bot that comes says so as an error
      logger.warn(`nothing is served while it waits: ${messageOf(error)}`)
      return undefined
    }
  }
}
