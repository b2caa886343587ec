import { describe, expect, it } from 'vitest'
import type { Sighting, WalletReading } from '../../src/chain/chain-port.js'
import { createSandboxChain } from '../../src/chain/sandbox-chain.js'
import type { ChainAct, SignedTransaction } from '../../src/domain/account/chain-transaction.js'
import type { Answer } from '../../src/domain/error.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { AnyStrategy } from '../../src/strategy/contract.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { ACCOUNT, simulate } from '../simulation/virtual/simulate.js'

const MARKETS = [{ id: 'm1', question: 'Will it rain?', endsInSec: 1000 }]
const UNIT = 1_000_000n

function opened() {
  const { session, clock, api, network, bot } = simulate({
    ...{ seed: 1, server: { markets: MARKETS }, strategy: fixedSpread as AnyStrategy, choice: { ids: [] } },
  })
  bot.start()
  const chain = createSandboxChain({ account: ACCOUNT, own: session.own! })
  /** What a call answers, in virtual time. */
  const answer = <T>(ask: (done: (answer: Answer<T>) => void) => void): Answer<T> => {
    let found: Answer<T> | undefined
    ask((said) => {
      found = said
    })
    clock.runUntil(clock.monoMs() + 5000)
    if (found === undefined) throw new Error('no answer')
    return found
  }
  const value = <T>(ask: (done: (answer: Answer<T>) => void) => void): T => {
    const said = answer(ask)
    if (!said.ok) throw new Error(said.failure.message)
    return said.value
  }
  const conditionId = api.markets.find('m1').conditionId as ConditionId
  const sign = (act: ChainAct, nonce: number) =>
    value<SignedTransaction>((done) => chain.sign(act, { nonce, atMs: 1 }, done))
  return { chain, api, network, answer, value, sign, conditionId }
}

describe('the chain that the bundled server plays', () => {
  it('carries out what is signed, under its number, and tells what became of it', () => {
    const { chain, api, value, sign, conditionId } = opened()
    api.exchange.split(ACCOUNT, conditionId, 9n * UNIT)
    expect(value<WalletReading>((done) => chain.read(done))).toEqual({
      ...{ nonce: 0, collateralRaw: 0n, allowances: [] },
      costs: { split: 0, merge: 0, redeem: 0, approve: 0 },
    })
    const merge = sign({ kind: 'merge', conditionId, setsRaw: 4n * UNIT }, 0)
    const look = () => value<Sighting>((done) => chain.look(merge, done))
    expect(look()).toEqual({ state: 'unknown' })
    value<void>((done) => chain.send(merge, done))
    value<void>((done) => chain.send(merge, done))
    expect(look()).toMatchObject({ state: 'mined', isReverted: false })
    expect(api.exchange.ledger.tokens(ACCOUNT, conditionId).tokensRaw).toEqual([5n * UNIT, 5n * UNIT])
    expect(value<WalletReading>((done) => chain.read(done)).nonce).toBe(1)
    const early = sign({ kind: 'redeem', conditionId, tokensRaw: [1n, 1n], paidRaw: 1n }, 1)
    value<void>((done) => chain.send(early, done))
    expect(value<Sighting>((done) => chain.look(early, done))).toMatchObject({ state: 'mined', isReverted: true })
  })

  it('finds after a lost answer what was carried out, and by another that did not send it', () => {
    const { chain, api, network, answer, value, sign, conditionId } = opened()
    api.exchange.split(ACCOUNT, conditionId, 9n * UNIT)
    const merge = sign({ kind: 'merge', conditionId, setsRaw: 4n * UNIT }, 0)
    network.fault = ({ path }) => (path === '/sandbox/transactions' ? 'lose-answer' : undefined)
    expect(answer<void>((done) => chain.send(merge, done))).toMatchObject({
      ...{ ok: false, failure: { mayHaveHappened: true } },
    })
    network.fault = undefined
    expect(value<Sighting>((done) => chain.look(merge, done))).toMatchObject({ state: 'mined' })
  })

  it('needs no allowance, and refuses another nonce than the next', () => {
    const { chain, answer, sign, conditionId } = opened()
    const approve: ChainAct = { kind: 'approve', spender: ACCOUNT, amountRaw: 1n }
    expect(answer((done) => chain.sign(approve, { nonce: 0, atMs: 1 }, done))).toMatchObject({
      ...{ ok: false, failure: { code: 'signer-refused' } },
    })
    const ahead = sign({ kind: 'split', conditionId, setsRaw: UNIT }, 7)
    expect(answer<void>((done) => chain.send(ahead, done))).toMatchObject({
      ...{ ok: false, failure: { code: 'conflict' } },
    })
  })
})
