import { describe, expect, it } from 'vitest'
import { chainPolicy, chainWorker } from '../../../src/cli/venue/chain-worker.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { KeptInMemory } from '../../chain/played-chain.js'
import { configWith } from '../../keys/bot-file.js'

const SPENDER = `0x${'1'.repeat(40)}`
const none = {
  env: {},
  connection: {},
  keeper: () => new KeptInMemory(),
  clock: createRealClock(),
  refusal: () => undefined,
}

describe('what is done on the chain', () => {
  it('is nothing by default', async () => {
    expect(chainPolicy(configWith())).toBeUndefined()
    expect(await chainWorker(configWith(), none)).toBeUndefined()
  })

  it('is told to the core in raw amounts', () => {
    const allowance = { spender: SPENDER, amount: 1000, refillBelow: 0.5 }
    expect(chainPolicy(configWith({ chain: { actions: 'all', mergeMin: 7, allowance } }))).toEqual({
      ...{ actions: 'all', mergeMin: 7, maxCostShare: 0.01 },
      allowance: { spender: SPENDER, raw: 1_000_000_000n, refillBelowRaw: 500_000n },
    })
  })

  it('needs a chain', async () => {
    await expect(chainWorker(configWith({ 'chain.actions': 'merge' }), none)).rejects.toThrow(
      /^chain.actions: expected/,
    )
  })

  it('behind a node needs its address and the key of the wallet', async () => {
    const rpc = {
      urlEnv: 'NODE_URL',
      conditionalTokens: SPENDER,
      collateral: SPENDER,
      maxGasPriceGwei: 9,
      gasTokenPrice: 1,
    }
    const config = configWith({ 'chain.actions': 'merge', 'chain.rpc': rpc })
    await expect(chainWorker(config, none)).rejects.toThrow(
      'chain.rpc.urlEnv: expected NODE_URL to be set, got nothing',
    )
    const env = { NODE_URL: 'http://127.0.0.1:1', QUOIN_PRIVATE_KEY: `0x${'7'.repeat(64)}` }
    expect(await chainWorker(config, { ...none, env })).toBeDefined()
  })
})
