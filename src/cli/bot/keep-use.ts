// What this process uses of its API key is kept once a second for the next one, which begins with what its predecessors have left.

import type { BotBudget } from '../../bot/bot-budget.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import { type UsedFile, usedIn } from '../../execution/journal/beside/used-file.js'

const KEEP_EVERY_MS = 1000

export interface KeepUseParts {
  readonly file: Pick<UsedFile, 'found' | 'keep' | 'close'>
  readonly budget: BotBudget
  readonly clock: Clock
  readonly logger: { info(message: string): void; warn(message: string): void }
}

export interface KeptUse {
  readonly budget: BotBudget
  /** The last word. */
  readonly close: () => void
}

/** The budget as it begins after a former process. */
export function keepUse({ file, budget, clock, logger }: KeepUseParts): KeptUse {
  const { former, whyNot } = file.found
  const many = former === undefined ? 0 : usedIn(former)
  if (many > 0) logger.info(`requests of the former process: ${many} count until a minute after each`)
  if (whyNot !== undefined)
    logger.info(`requests of the former process are not known (${whyNot}): the venue's answers tell what is left`)
  let isTold = false
  const failed = (failure: string | undefined) => {
    if (failure !== undefined && !isTold) logger.warn(`a restart will not know which requests were sent: ${failure}`)
    isTold = failure !== undefined
  }
  let timer: CancelTimer = () => undefined
  const again = () => {
    timer = clock.after(KEEP_EVERY_MS, () => {
      again()
      const left = budget.desk.leaves(clock.monoMs())
      if (left !== undefined) file.keep(left, failed)
    })
  }
  again()
  return {
    budget: former === undefined ? budget : { ...budget, former },
    close: () => {
      timer()
      failed(file.close(budget.desk.leaves(clock.monoMs())))
    },
  }
}
