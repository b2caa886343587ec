import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import { keepUse } from '../../../src/cli/bot/keep-use.js'
import type { ByClass, FormerUse, LeftUse } from '../../../src/domain/permit.js'
import type { FoundUse } from '../../../src/execution/journal/beside/used-file.js'
import { all, countingDesk } from '../../execution/budget/builders.js'

const LIMITS = all({ perSecond: 10, perMinute: 300 })
const FORMER: FormerUse = { perMinute: 300, ending: [0, 12], strangers: 0, agoMs: 200 }
const NONE: FormerUse = { perMinute: 0, ending: [], strangers: 0, agoMs: 200 }

function begin(found: FoundUse, failure?: string) {
  const clock = new VirtualClock(0)
  const kept: ByClass<LeftUse>[] = []
  const said: string[] = []
  const say = (message: string) => void said.push(message)
  const budget = { limits: LIMITS, desk: countingDesk(LIMITS, clock) }
  const use = keepUse({
    ...{ budget, clock, logger: { info: say, warn: say } },
    file: {
      found,
      keep: (left, done) => {
        kept.push(left)
        done(failure)
      },
      close: (left) => {
        if (left !== undefined) kept.push(left)
        return failure
      },
    },
  })
  return { clock, kept, said, use, desk: budget.desk }
}

describe('the use of a key', () => {
  it('begins with what the former process has left, and says so', () => {
    const { use, said } = begin({ former: { read: FORMER, write: NONE, cancel: NONE, account: NONE } })
    expect(use.budget.former?.read).toEqual(FORMER)
    expect(said).toEqual(['requests of the former process: 12 count until a minute after each'])
  })

  it('says why what was left does not count', () => {
    const { use, said } = begin({ whyNot: 'it had another API key' })
    expect(use.budget.former).toBeUndefined()
    expect(said).toEqual([expect.stringContaining('are not known (it had another API key)')])
  })

  it('is kept once a second, and at the end', () => {
    const { clock, kept, use, desk } = begin({})
    desk.want({ routeClass: 'read', priority: 'urgent' }, (permit) => permit && desk.answered(permit, {}))
    clock.runUntil(clock.monoMs() + 3500)
    expect(kept).toHaveLength(3)
    expect(kept[0]?.read.ending.reduce((sum, some) => sum + some, 0)).toBe(1)
    use.close()
    clock.runUntil(clock.monoMs() + 9000)
    expect(kept).toHaveLength(4)
  })

  it('says once that it cannot be kept', () => {
    const { clock, said } = begin({}, 'ENOSPC')
    clock.runUntil(clock.monoMs() + 5000)
    expect(said).toEqual(['a restart will not know which requests were sent: ENOSPC'])
  })
})
