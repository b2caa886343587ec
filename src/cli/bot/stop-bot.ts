// The stop of a running bot: everything cancelled and verified within seconds, and what remains said to everybody.

import type { Failure } from '../../domain/error.js'
import type { CommandResult } from '../command-context.js'
import type { StartedRun } from './bot-run.js'
import { describeStop, outcomeLine, runOutcome, stopExit } from './stop-words.js'

/** Why it stops. */
export interface StopCause {
  readonly reason: string
  /** Where it is no person who ends it. */
  readonly failure?: Failure
}

/** The stop procedure is given up after this; the process ends within 5 s of the first signal. */
const STOP_DEADLINE_MS = 4200
const HARD_STOP_MS = 4800

export async function stopBot(run: StartedRun, end: StopCause): CommandResult {
  const { bot, clock, logger, alerts, startedMonoMs } = run
  const { out } = run.context
  const { reason } = end
  logger[end.failure ? 'error' : 'info']({ event: 'stopping', reason }, `stopping: ${reason}: everything is cancelled`)
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), HARD_STOP_MS)
  })
  const report = await Promise.race([bot.stop(STOP_DEADLINE_MS), tooLate])
  clearTimeout(timer)
  if (report === undefined) {
    out.error({ code: 'unreachable', message: `the stop was not confirmed within ${HARD_STOP_MS} ms` })
  }
  const shown = report ?? bot.unconfirmedStop()
  const outcome = runOutcome(bot.snapshot().totals, clock.monoMs() - startedMonoMs)
  alerts.desk.tell('stopped', [`reason: ${reason}`, outcomeLine(outcome), ...describeStop(shown)].join('\n'))
  logger.info({ event: 'stopped', verified: shown.verified, ...outcome }, 'stopped')
  out.data({ stopped: { ...shown, run: outcome } }, () => [...describeStop(shown), outcomeLine(outcome)])
  return stopExit(shown)
}
