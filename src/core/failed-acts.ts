// What came to nothing on the chain: each act waits by itself, twice as long each time, and holds up no other.

import type { ChainAct } from '../domain/account/chain-transaction.js'

const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 600_000

interface Failed {
  readonly times: number
  readonly untilMonoMs: number
  readonly reason: string
}

export class FailedActs {
  /** By what is done where, the last failure last: amounts are others at each try. */
  readonly #failed = new Map<string, Failed>()

  failed(act: ChainAct, reason: string, nowMonoMs: number): void {
    const key = keyOf(act)
    const times = (this.#failed.get(key)?.times ?? 0) + 1
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (times - 1))
    this.#failed.delete(key)
    this.#failed.set(key, { times, untilMonoMs: nowMonoMs + waitMs, reason })
  }

  done(act: ChainAct): void {
    this.#failed.delete(keyOf(act))
  }

  isWaiting(act: ChainAct, nowMonoMs: number): boolean {
    const failed = this.#failed.get(keyOf(act))
    return failed !== undefined && nowMonoMs < failed.untilMonoMs
  }

  /** Why the last of those that have not been made good since came to nothing. */
  get reason(): string | undefined {
    return [...this.#failed.values()].at(-1)?.reason
  }

  /** What was not tried again long after its wait is not wanted any more. */
  forget(nowMonoMs: number): void {
    for (const [key, { untilMonoMs }] of this.#failed) {
      if (nowMonoMs - untilMonoMs > LONGEST_WAIT_MS) this.#failed.delete(key)
    }
  }
}

function keyOf(act: ChainAct): string {
  return `${act.kind} ${act.kind === 'approve' ? act.spender : act.conditionId}`
}
