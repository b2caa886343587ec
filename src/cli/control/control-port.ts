// The control port of a bot that runs: where it listens, what it remembers, and that every command is written down and logged.

import type { BotTap } from '../../bot/bot-parts.js'
import type { BotMemory } from '../../control/bot-memory.js'
import { ControlDesk, type DeskParts } from '../../control/control-desk.js'
import { type ControlServer, serveControl } from '../../control/serve-control.js'
import { lossRooms } from '../../control/view/loss-room.js'
import { lookInto } from '../../core/look/look-into.js'
import type { StartedRun } from '../bot/bot-run.js'
import { controlPlace } from './control-place.js'

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
export function journaled({ write, logger }: Pick<StartedRun, 'write' | 'logger'>): DeskParts['journal'] {
  return (entry) => {
    const failure = write?.(entry)
    logger.warn({ event: 'command', ...entry }, `${entry.actor}: ${entry.command}`)
    if (failure) logger.error({ ...failure }, 'a command could not be written down')
    return failure
  }
}

/** Answers for the bot, whoever asks: the control port and the page. `reload`: reads the configuration again. */
export function controlDesk(run: StartedRun, reload: DeskParts['reload']): ControlDesk {
  const { bot, memory, about, clock, connection, display, fleet, lately, reloading } = run
  const venueMs = () => connection.venueClock.venueMs()
  const journal = journaled(run)
  const after = (delayMs: number, run: () => void) => void clock.after(delayMs, run)
  const { standing, beliefs } = bot.core
  const now = () => ({ monoMs: clock.monoMs(), wallMs: clock.wallMs(), venueMs: venueMs() })
  return new ControlDesk({
    ...{ bot, memory, about, venueMs, journal, after, logs: (wanted) => display.tail.read(wanted) },
    ...(reload === undefined ? {} : { reload }),
    fleet: () => fleet.view,
    lately: () => lately.view(),
    losses: () => lossRooms(standing.standing().pnl, reloading.now.config.risk.killSwitch),
    pauses: () => standing.standing().pauses,
    book: (market) => beliefs.others(market),
    look: (conditionId) => lookInto(bot.core, conditionId, now()),
    termNotes: () => reloading.now.strategy.definition.termNotes ?? {},
  })
}

/** Rejects with `bad-config` where its place is taken. `undefined` where the configuration wants none. */
export async function openControlPort(
  desk: ControlDesk,
  { config, about, context }: StartedRun,
): Promise<ControlServer | undefined> {
  const place = controlPlace(config, about.config, context.env)
  return place && serveControl(place, (request) => desk.answer(request))
}
