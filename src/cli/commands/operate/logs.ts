// `quoin logs`: the last lines of a running bot's log, and those that follow.

import { setTimeout as wait } from 'node:timers/promises'
import { askBot } from '../../../control/ask-bot.js'
import type { ControlPlace } from '../../../control/place.js'
import { logsView } from '../../../control/view/view-schema.js'
import { QuoinError } from '../../../domain/error.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { actorOf } from '../../control/actor.js'
import { findBot } from '../../control/control-place.js'
import { logLine } from '../../control/log-words.js'
import { watchStopSignals } from '../../process/stop-signals.js'

export interface LogsFlags {
  /** Path of the bot's configuration; needed where several run. */
  readonly bot?: string
  /** Of the past, at most. */
  readonly lines: number
  /** Until a signal comes, the bot ends, or nobody reads it any more. */
  readonly follow?: boolean
}

const ASK_AGAIN_MS = 500
const MOST = 1000

export async function logs(flags: LogsFlags, context: CommandContext): CommandResult {
  const { env, out, streams, isUnread } = context
  const place = await findBot(flags.bot, env)
  const actor = actorOf(env)
  const print = (lines: readonly string[]) => {
    for (const line of lines) streams.stdout.write(`${out.json ? line : logLine(line)}\n`)
  }
  const first = await ask(place, { most: flags.lines, actor })
  print(first.lines)
  if (!flags.follow) return 'ok'
  const signals = watchStopSignals()
  let isStopped = false
  void signals.first.then(() => {
    isStopped = true
  })
  try {
    let { next } = first
    while (!isStopped && isUnread?.() !== true) {
      await Promise.race([wait(ASK_AGAIN_MS), signals.first])
      const more = await ask(place, { from: next, most: MOST, actor })
      print(more.lines)
      next = more.next
    }
    return 'ok'
  } catch (thrown) {
    if (!(thrown instanceof QuoinError) || thrown.code !== 'unreachable') throw thrown
    out.note('the bot has ended')
    return 'ok'
  } finally {
    signals.release()
  }
}

async function ask(place: ControlPlace, what: { from?: number; most: number; actor: string }) {
  const parsed = logsView.safeParse(await askBot(place, { command: 'logs', ...what }))
  if (parsed.success) return parsed.data
  throw new QuoinError('bad-payload', 'expected lines of a log; the bot may be of another version')
}
