// What lives of a bot leave each other of what they have used of their key: whole, a moment after it was written, and gone with the machine.

import type { BotBudget } from '../../../src/bot/bot-budget.js'
import { keepUse } from '../../../src/cli/bot/keep-use.js'
import type { ByClass, LeftUse } from '../../../src/domain/permit.js'
import type { Clock } from '../../../src/domain/time.js'
import type { UsedFile } from '../../../src/execution/journal/beside/used-file.js'
import type { SimulatedDisk } from './simulated-disk.js'

const WRITE_MS = 1

interface Begun {
  readonly budget: BotBudget
  readonly clock: Clock
  readonly log: (level: string, message: string) => void
}

interface Drive {
  readonly isFull: boolean
  readonly slowMs: number
}

/** The budget of a life as it begins after those before it; what it uses is kept for the next. */
export function budgetAfter(disk: SimulatedDisk, { budget, clock, log }: Begun): BotBudget {
  const logger = { info: (message: string) => log('info', message), warn: (message: string) => log('warn', message) }
  return keepUse({ file: disk.use.file(clock, disk), budget, clock, logger }).budget
}

export class SimulatedUse {
  #kept: { readonly left: ByClass<LeftUse>; readonly atMs: number } | undefined

  /** The machine was started anew. */
  forget(): void {
    this.#kept = undefined
  }

  /** As one life has it; a dead one's clock fires no more. */
  file(clock: Clock, drive: Drive): Pick<UsedFile, 'found' | 'keep' | 'close'> {
    return {
      found: this.#found(clock.monoMs()),
      keep: (left, done) => {
        const kept = { left: structuredClone(left), atMs: clock.monoMs() }
        clock.after(WRITE_MS + drive.slowMs, () => {
          if (!drive.isFull) this.#kept = kept
          done(drive.isFull ? 'ENOSPC: no space left on device' : undefined)
        })
      },
      close: () => undefined,
    }
  }

  #found(nowMs: number): UsedFile['found'] {
    if (this.#kept === undefined) return {}
    const { left, atMs } = this.#kept
    const of = (name: keyof typeof left) => ({ ...left[name], agoMs: nowMs - atMs })
    return { former: { read: of('read'), write: of('write'), cancel: of('cancel'), account: of('account') } }
  }
}
