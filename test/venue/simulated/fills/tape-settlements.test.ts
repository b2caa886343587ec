import { expect, it } from 'vitest'
import { TapeSettlements } from '../../../../src/venue/simulated/fills/tape-settlements.js'

it('reverts what all parts of a trade filled, told one after the other with its id', () => {
  const settlements = new TapeSettlements()
  settlements.during('t1', 0, () => settlements.matched('ours-1'))
  settlements.during('t1', 0, () => settlements.matched('ours-2'))
  settlements.during('t2', 5, () => settlements.matched('ours-3'))
  settlements.told('t1', 'failed', 2000)
  expect(['ours-1', 'ours-2', 'ours-3'].map((match) => settlements.takeReverted(match))).toEqual([true, true, false])
})
