import { expect, test } from 'vitest'
import { whyLeft } from '../../../src/cli/account/flatten-words.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { market } from '../../risk/builders.js'

const held = { outcome: 1, surplus: lots(3937), unsettled: lots(0), crumbsRaw: 0n } as const
const plan = { market: market(), ...held, size: lots(3937) } as const

test('what is left has a reason, nothing has none', () => {
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: 0 })).toBeUndefined()
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: plan.market.minLots - 1 })).toBe(
    'less than the smallest order there',
  )
  expect(whyLeft(plan, { left: 3937 })).toBe('nobody bids for it')
  const waiting = { ...plan, unsettled: lots(900), limit: ticks(57) }
  expect(whyLeft(waiting, { left: 900 })).toBe('bought, and not settled yet: try again when it is')
  expect(whyLeft(waiting, { left: 901 })).toContain('at 0.57 or above: try again')
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: 3937 })).toContain('at 0.57 or above: try again')
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: 3937, cameBack: 5 })).toMatch(/^sold, and come back /)
})
