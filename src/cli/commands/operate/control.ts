// `quoin status`, `positions`, `fills`, `decisions`, `explain`, `halt`, `resume`, `pause`, `unpause`, `reload`; `orders` and `cancel-all` without
// a configuration: a running bot is asked, or told, over its control port.

import type { z } from 'zod'
import { askBot } from '../../../control/ask-bot.js'
import type { ControlCommand } from '../../../control/control-protocol.js'
import { explainView } from '../../../control/explain/explain-schema.js'
import * as views from '../../../control/view/view-schema.js'
import { QuoinError } from '../../../domain/error.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { actorOf } from '../../control/actor.js'
import { findBot } from '../../control/control-place.js'
import {
  decisionLines,
  doneLines,
  fillLines,
  orderLines,
  positionLines,
  reloadLines,
  statusLines,
} from '../../control/control-words.js'
import { explainLines } from '../../control/explain-words.js'

export interface ControlFlags {
  /** Path of the bot's configuration; needed where several run. */
  readonly bot?: string
  readonly market?: string
  readonly reason?: string
  /** Of reload. */
  readonly dry?: boolean
  readonly back?: boolean
}

export const NO_REASON = 'no reason given'

export async function control(
  command: Exclude<ControlCommand, 'logs'>,
  { bot, market = '', reason = NO_REASON, dry = false, back = false }: ControlFlags,
  { out, env }: CommandContext,
): CommandResult {
  const place = await findBot(bot, env)
  const who = { actor: actorOf(env) }
  switch (command) {
    case 'status':
    case 'positions':
    case 'orders':
    case 'fills':
    case 'decisions':
    case 'explain': {
      const data = await askBot(place, command === 'explain' ? { command, market, ...who } : { command, ...who })
      out.data(data, () => LINES[command](data))
      return 'ok'
    }
    case 'reload': {
      const data = await askBot(place, { command, dry, back, reason, ...who })
      out.data(data, () => reloadLines(read(views.reloadView, data)))
      return 'ok'
    }
    default: {
      const isOfMarket = command === 'pause' || command === 'unpause'
      const request = isOfMarket ? { command, market, reason, ...who } : { command, reason, ...who }
      const data = await askBot(place, request)
      const view = read(views.doneView, data)
      out.data(data, () => doneLines(view))
      const isUnverified = view.massCancel !== undefined && view.massCancel.verifiedMs === undefined
      return isUnverified || (view.left ?? []).length > 0 ? 'pending' : 'ok'
    }
  }
}

const LINES = {
  status: (data: unknown) => statusLines(read(views.statusView, data)),
  positions: (data: unknown) => positionLines(read(views.positionsView, data)),
  orders: (data: unknown) => orderLines(read(views.ordersView, data)),
  fills: (data: unknown) => fillLines(read(views.fillsView, data)),
  decisions: (data: unknown) => decisionLines(read(views.decisionsView, data)),
  explain: (data: unknown) => explainLines(read(explainView, data)),
}

function read<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const message = `${issue?.path.join('.') || 'answer'}: ${issue?.message ?? 'unreadable'}; the bot may be of another version`
  throw new QuoinError('bad-payload', message)
}
