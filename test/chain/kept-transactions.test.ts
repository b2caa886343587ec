import { expect, it } from 'vitest'
import { KeptTransactions } from '../../src/chain/kept-transactions.js'
import type { ChainAct } from '../../src/domain/account/chain-transaction.js'
import type { Address } from '../../src/domain/market/market.js'
import { KeptInMemory, MERGE } from './played-chain.js'

const signed = (nonce: number) => ({ nonce, hash: `0x0${nonce}`, bytes: 'b', atMs: 0 }) as const
const ended = (act: ChainAct, nonce: number) => [{ act, signed: [signed(nonce)] }, signed(nonce)] as const

it('keeps what was exchanged for a minute, with what is pending by then', () => {
  let nowMs = 1000
  const keeper = new KeptInMemory()
  const kept = new KeptTransactions(keeper, { wallMs: () => nowMs })
  kept.end(...ended(MERGE, 0), 'confirmed')
  const first = { act: MERGE, hash: '0x00', atMs: 1000 }
  expect(keeper.kept).toEqual({ nextNonce: 1, done: [first] })
  nowMs = 31_000
  kept.end(...ended(MERGE, 1), 'confirmed')
  const second = { act: MERGE, hash: '0x01', atMs: 31_000 }
  expect(keeper.kept).toEqual({ nextNonce: 2, done: [first, second] })
  nowMs = 61_000
  kept.keep({ act: MERGE, signed: [signed(2)] })
  expect(keeper.kept).toEqual({ nextNonce: 2, pending: { act: MERGE, signed: [signed(2)] }, done: [second] })
  expect(new KeptTransactions(keeper, { wallMs: () => nowMs }).left).toEqual(keeper.kept.pending)
})

it('keeps nothing of what took nothing', () => {
  const keeper = new KeptInMemory()
  const kept = new KeptTransactions(keeper, { wallMs: () => 0 })
  const approve: ChainAct = { kind: 'approve', spender: '0x01' as Address, amountRaw: 1n }
  kept.end(...ended(approve, 0), 'confirmed')
  kept.end(...ended(MERGE, 1), 'reverted')
  kept.end(...ended(MERGE, 2), 'overtaken')
  kept.end(...ended(MERGE, 3), 'unsent')
  expect(keeper.kept).toEqual({ nextNonce: 3 })
})
