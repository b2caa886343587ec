// One line for what the bot as a whole comes to: halted, waiting, paused, everything cancelled; and for faults and corrections in a market.

import type { MassCancelNews } from '../bot/mass-cancel.js'
import type { Decision } from '../domain/run/decision.js'
import { LOSS_CAUSES, type StandingChange } from '../domain/run/standing.js'
import type { Logger } from '../telemetry/log/log.js'

type UnexplainedNews = Extract<StandingChange, { kind: 'unexplained' }>

const FAULT_WORDS = {
  strategy: 'the strategy failed in a market: its quotes are pulled for a while',
  slow: 'the strategy is slow in a market: it is asked once a second',
  program: 'a fault of the program: the market is closed until the bot is resumed',
} as const

const STANDING_WORDS = {
  resumed: 'resumed',
  paused: 'paused',
  unpaused: 'quoted again',
  ramped: 'another share of the sizes is quoted',
  missed: 'won or lost while no bot ran: it counts in the P&L',
  waited: 'the wait is over',
} as const

/** What a step has found out beside what it does. */
export function logDecision({ faults, corrected }: Pick<Decision, 'faults' | 'corrected'>, logger: Logger): void {
  for (const { conditionId, kind, message } of faults) {
    logger[kind === 'slow' ? 'warn' : 'error']({ event: 'fault', conditionId, fault: kind, message }, FAULT_WORDS[kind])
  }
  for (const { conditionId, differenceRaw } of corrected) {
    const [yes, no] = differenceRaw.map(String)
    logger.warn(
      { event: 'correction', conditionId, yesRaw: yes, noRaw: no },
      'the venue holds other tokens for us than we counted: taken over',
    )
  }
}

/** One line for each market. */
function tellUnexplained({ found, isAccepted }: UnexplainedNews, logger: Logger): void {
  for (const { conditionId, keptRaw, heldRaw } of found) {
    const details = { event: 'unexplained', conditionId, keptRaw: keptRaw.map(String), heldRaw: heldRaw.map(String) }
    logger[isAccepted ? 'info' : 'warn'](details, 'the venue holds tokens for us that former runs do not explain')
  }
}

export function logMassCancel({ event, ...about }: MassCancelNews, logger: Logger): void {
  const news = { event: 'mass-cancel', ...about }
  if (event === 'unverified') logger.error(news, 'no list has shown yet that nothing rests: cancelling goes on')
  else if (event === 'begun') logger.warn(news, 'everything is being cancelled, until a list shows that nothing rests')
  else logger.info(news, 'everything is cancelled: a list has shown that nothing rests')
}

/** One line for each change. */
export function logStanding(news: StandingChange, logger: Logger): void {
  if (news.kind === 'unexplained') {
    tellUnexplained(news, logger)
    return
  }
  const { kind, ...rest } = news
  const change = { event: kind, ...rest }
  if (kind === 'halted') logger.error(change, 'halted: everything is pulled until somebody resumes the bot')
  else if (kind === 'waiting') logger.warn(change, 'waiting: quotes are pulled until this passes')
  else if (news.kind === 'resumed' && LOSS_CAUSES.has(news.cause))
    logger.info(change, 'resumed: losses count anew from here')
  else logger.info(change, STANDING_WORDS[kind])
}
