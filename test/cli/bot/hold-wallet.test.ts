import { expect, it } from 'vitest'
import { toVerify, withAmounts } from '../../../src/cli/bot/hold-wallet.js'
import type { FormerOrders } from '../../../src/execution/journal/journal.js'
import { executionSettings } from '../../../src/execution/schema.js'
import { signed } from '../../execution/journal/made-lines.js'

it('says of orders of former runs what they have signed, by the bodies that lines of all releases have', () => {
  const body = JSON.stringify({ order: { makerAmount: '510000', takerAmount: '1000000' } })
  const amounts = { collateralRaw: 510_000n, tokensRaw: 1_000_000n }
  const former = withAmounts<FormerOrders>({
    ...{ recovered: [{ ...signed(1), body }, signed(2)], recent: [{ ...signed(3), body }] },
    ...{ past: new Set(), damage: [] },
  })
  expect(former.recovered.map(({ signed: of }) => of)).toEqual([amounts, undefined])
  const { orders } = toVerify(former, undefined, { execution: executionSettings.parse({}) })
  expect(orders.map(({ signed: of, isOver }) => [of, isOver])).toEqual([
    [amounts, false],
    [undefined, false],
    [amounts, true],
  ])
})
