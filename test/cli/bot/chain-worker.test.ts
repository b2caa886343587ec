import { describe, expect, it } from 'vitest'
import { chainPolicy, chainWorker } from '../../../src/cli/bot/chain-worker.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { KeptInMemory } from '../../chain/played-chain.js'
import { configWith } from '../../keys/bot-file.js'

const SPENDER = `0x${'1'.repeat(40)}`
const none = { connection: {}, keeper: () => new KeptInMemory(), clock: createRealClock() }

describe('what is done on the chain', () => {
  it('is nothing by default', () => {
    expect(chainPolicy(configWith())).toBeUndefined()
    expect(chainWorker(configWith(), none)).toBeUndefined()
  })

  it('is told to the core in raw amounts', () => {
    const allowance = { spender: SPENDER, amount: 1000, refillBelow: 0.5 }
    expect(chainPolicy(configWith({ chain: { actions: 'all', mergeMin: 7, allowance } }))).toEqual({
      ...{ actions: 'all', mergeMin: 7, maxCostShare: 0.01 },
      allowance: { spender: SPENDER, raw: 1_000_000_000n, refillBelowRaw: 500_000n },
    })
  })

  it('needs a chain', () => {
    expect(() => chainWorker(configWith({ 'chain.actions': 'merge' }), none)).toThrow(/^chain.actions: expected/)
  })
})
