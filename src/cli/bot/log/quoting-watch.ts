// Says once whenever a market falls silent, why, and when it is quoted again. Looked at each second; what passes within one is nothing to tell.

import type { ConditionId } from '../../../domain/market/market.js'
import type { BotSnapshot } from '../../../domain/run/snapshot.js'
import type { CancelTimer, Clock } from '../../../domain/time.js'
import type { Logger } from '../../../telemetry/log.js'

const LOOK_MS = 1000
const QUOTED = 'quoted'

interface Told {
  /** What was said last, and what was seen at the last look. */
  said?: string
  seen?: string
}

export class QuotingWatch {
  readonly #told = new Map<ConditionId, Told>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  look({ markets }: Pick<BotSnapshot, 'markets'>): void {
    const here = new Set(markets.map(({ conditionId }) => conditionId))
    for (const id of this.#told.keys()) if (!here.has(id)) this.#told.delete(id)
    for (const { conditionId, question, notQuoting } of markets) {
      const told = this.#told.get(conditionId) ?? {}
      this.#told.set(conditionId, told)
      const now = notQuoting?.reason ?? QUOTED
      const stays = told.seen === now
      told.seen = now
      if (!stays || told.said === now) continue
      told.said = now
      const what = { conditionId, question }
      if (notQuoting === undefined) this.#logger.info({ event: 'quoting', ...what }, 'quoted')
      else this.#logger.info({ event: 'not-quoting', ...what, ...notQuoting }, `not quoted: ${notQuoting.reason}`)
    }
  }
}

interface Watch {
  look(snapshot: BotSnapshot): void
}

/** All look at the same, each second, until it is cancelled. */
export function watchQuoting(watches: readonly Watch[], snapshot: () => BotSnapshot, clock: Clock): CancelTimer {
  let cancel: CancelTimer = () => undefined
  const again = () => {
    cancel = clock.after(LOOK_MS, () => {
      const seen = snapshot()
      for (const watch of watches) watch.look(seen)
      again()
    })
  }
  again()
  return () => cancel()
}
