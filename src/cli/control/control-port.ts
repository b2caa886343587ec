// The control port of a bot that runs: where it listens, what it remembers, and that every command is written down and logged.

import type { Bot } from '../../bot/bot.js'
import type { BotTap } from '../../bot/bot-parts.js'
import type { Config } from '../../config/config.js'
import type { BotMemory } from '../../control/bot-memory.js'
import { ControlDesk, type DeskParts, type OperationEntry } from '../../control/control-desk.js'
import type { LastMinutes } from '../../control/last-minutes.js'
import { lossRooms } from '../../control/loss-room.js'
import { type ControlServer, serveControl } from '../../control/serve-control.js'
import { lookInto } from '../../core/look/look-into.js'
import type { Failure } from '../../domain/error.js'
import type { Clock } from '../../domain/time.js'
import type { Logger } from '../../telemetry/log.js'
import type { LogTail } from '../../telemetry/log-tail.js'
import type { CommandContext } from '../command-context.js'
import { controlPlace } from './control-place.js'

export interface ControlPortParts {
  readonly config: Config
  /** Path of the configuration, or what stands for it. */
  readonly name: string
  readonly env: CommandContext['env']
  readonly clock: Clock
  readonly venueMs: () => number
  readonly logger: Logger
  readonly about: Readonly<Record<string, unknown>>
  readonly tail: LogTail
  /** Reads the configuration again. */
  readonly reload?: DeskParts['reload']
  readonly lately: LastMinutes
  readonly fleet?: DeskParts['fleet']
  /** Writes a command down; absent where nothing outlives the process, as on paper. */
  readonly write?: ((entry: OperationEntry) => Failure | undefined) | undefined
}

/** Remembers what the port shows, beside what the tap already does. */
export function withMemory(tap: BotTap, memory: BotMemory): BotTap {
  return {
    ...tap,
    event(event) {
      tap.event(event)
      memory.event(event)
    },
    step(decision, durationMs) {
      tap.step(decision, durationMs)
      memory.step(decision)
    },
  }
}

/** A command is written down and logged before it is carried out. */
export function journaled({ write, logger }: Pick<ControlPortParts, 'write' | 'logger'>): DeskParts['journal'] {
  return (entry) => {
    const failure = write?.(entry)
    logger.warn({ event: 'command', ...entry }, `${entry.actor}: ${entry.command}`)
    if (failure) logger.error({ ...failure }, 'a command could not be written down')
    return failure
  }
}

export interface DeskInput extends Omit<ControlPortParts, 'config' | 'name' | 'env'> {
  /** What halts the bot, as it counts now. */
  readonly limits: () => Config['risk']['killSwitch']
  /** What the terms of the strategy are, as it counts now. */
  readonly termNotes: DeskParts['termNotes']
}

/** Answers for the bot, whoever asks: the control port and the page. */
export function controlDesk(bot: Bot, memory: BotMemory, parts: DeskInput): ControlDesk {
  const { limits, termNotes, clock, venueMs, logger, about, write, tail, lately, reload, fleet } = parts
  const journal = journaled({ write, logger })
  const after = (delayMs: number, run: () => void) => void clock.after(delayMs, run)
  const { standing, beliefs } = bot.core
  const now = () => ({ monoMs: clock.monoMs(), wallMs: clock.wallMs(), venueMs: venueMs() })
  return new ControlDesk({
    ...{ bot, memory, about, venueMs, journal, after, logs: (wanted) => tail.read(wanted) },
    ...(reload === undefined ? {} : { reload }),
    ...(fleet === undefined ? {} : { fleet }),
    lately: () => lately.view(),
    losses: () => lossRooms(standing.standing().pnl, limits()),
    pauses: () => standing.standing().pauses,
    book: (market) => beliefs.others(market),
    look: (conditionId) => lookInto(bot.core, conditionId, now()),
    termNotes,
  })
}

/** Rejects with `bad-config` where its place is taken. `undefined` where the configuration wants none. */
export async function openControlPort(
  desk: ControlDesk,
  { config, name, env }: Pick<ControlPortParts, 'config' | 'name' | 'env'>,
): Promise<ControlServer | undefined> {
  const place = controlPlace(config, name, env)
  return place && serveControl(place, (request) => desk.answer(request))
}
