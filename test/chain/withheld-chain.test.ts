import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { ChainDesk } from '../../src/chain/chain-desk.js'
import { withheldChain } from '../../src/chain/withheld-chain.js'
import type { ChainEvent } from '../../src/domain/account/chain-transaction.js'
import { KeptInMemory, MERGE, PlayedChain } from './played-chain.js'

const GONE = 'another process has taken the wallet over'

function begun() {
  const [clock, chain, keeper] = [new VirtualClock(1_790_000_000_000), new PlayedChain(), new KeptInMemory()]
  const events: ChainEvent[] = []
  const right: { refusal: string | undefined } = { refusal: undefined }
  const desk = new ChainDesk({ chain: withheldChain(chain, () => right.refusal), keeper, clock })
  desk.start((event) => events.push(event))
  const pass = (ms: number) => clock.runUntil(clock.monoMs() + ms)
  return { chain, desk, events, keeper, pass, right }
}

it('what is begun without the right to the wallet is neither signed nor sent', () => {
  const { chain, desk, events, right } = begun()
  right.refusal = GONE
  desk.carryOut(MERGE)
  expect([chain.signed, chain.sent]).toEqual([[], []])
  expect(events.at(-1)).toMatchObject({ kind: 'chain-ended', outcome: 'unsent', failure: { message: GONE } })
})

it('what was signed before the right was lost does not leave, and nothing of it is pending', () => {
  const { chain, desk, events, keeper, right } = begun()
  const sign = chain.sign.bind(chain)
  chain.sign = (act, terms, done) => {
    sign(act, terms, (answer) => {
      right.refusal = GONE
      done(answer)
    })
  }
  desk.carryOut(MERGE)
  expect(chain.signed).toHaveLength(1)
  expect(chain.sent).toEqual([])
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'chain-ended', outcome: 'unsent', failure: { code: 'withdrawn', message: GONE } }),
  )
  expect(keeper.kept.pending).toBeUndefined()
})

it('what is pending is neither sent again nor replaced without it, is looked at, and goes on with it', () => {
  const { chain, desk, events, pass, right } = begun()
  desk.carryOut(MERGE)
  expect(chain.sent).toHaveLength(1)
  right.refusal = GONE
  // stuck for long, and then forgotten
  pass(3000)
  chain.sightings.clear()
  pass(3000)
  expect([chain.sent.length, chain.signed.length]).toEqual([1, 1])
  expect(events.at(-1)).toMatchObject({
    kind: 'chain-pending',
    transaction: { trouble: expect.stringContaining(GONE) },
  })
  right.refusal = undefined
  pass(200)
  expect(chain.sent.length).toBeGreaterThan(1)
})
