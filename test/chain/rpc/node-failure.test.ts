// What a node's odd answers make of a transaction: the desk over a real client, and a node that is played.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainDesk, type ChainDeskParts } from '../../../src/chain/chain-desk.js'
import { costRefusal } from '../../../src/chain/policy.js'
import { createRpcChain } from '../../../src/chain/rpc/rpc-chain.js'
import { createTransactionSigner } from '../../../src/chain/rpc/transaction-signer.js'
import { chainSettings } from '../../../src/chain/schema.js'
import type { ChainAct, ChainEvent } from '../../../src/domain/account/chain-transaction.js'
import type { Address, ConditionId } from '../../../src/domain/market/market.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { Secret } from '../../../src/venue/transport/secret.js'
import { KeptInMemory } from '../played-chain.js'
import { CHAIN_ID, type Odd, PlayedNode } from './played-node.js'

const WAIT = { timeout: 15_000, interval: 20 }
const KEY = `0x${'4'.repeat(64)}`
const MERGE: ChainAct = { kind: 'merge', conditionId: `0x${'c1'.repeat(32)}` as ConditionId, setsRaw: 5_000_000n }
const contracts = {
  conditionalTokens: `0x${'11'.repeat(20)}` as Address,
  collateral: `0x${'22'.repeat(20)}` as Address,
}

let node: PlayedNode
let url: string
let desk: ChainDesk | undefined
beforeEach(async () => {
  node = new PlayedNode()
  url = await node.open()
})
afterEach(async () => {
  desk?.stop()
  await node.close()
})

function begun(change: object = {}, parts: Partial<ChainDeskParts> = {}) {
  const settings = { url, ...contracts, maxGasPriceGwei: 50, gasTokenPrice: 1, pollMs: 50, timeoutMs: 2000, ...change }
  const { rpc } = chainSettings.parse({ rpc: { stuckAfterSec: 30, ...settings } })
  if (rpc === undefined) throw new Error('no settings')
  const signer = createTransactionSigner(new Secret(KEY), { ...rpc, chainId: CHAIN_ID, contracts })
  const chain = createRpcChain({ url: new Secret(url), signer, chainId: CHAIN_ID, settings: rpc })
  const keeper = new KeptInMemory()
  const events: ChainEvent[] = []
  desk = new ChainDesk({ chain, keeper, clock: createRealClock(), ...parts })
  desk.start((event) => events.push(event))
  const ends = () => events.flatMap((event) => (event.kind === 'chain-ended' ? [event] : []))
  const told = () => events.flatMap((event) => (event.kind === 'chain-pending' ? [event.transaction.trouble] : []))
  desk.carryOut(MERGE)
  return { desk, keeper, ends, told }
}

describe('a sending that is taken, and answered with', () => {
  const oddities: readonly (readonly [string, Odd])[] = [
    ['an internal error', { error: { code: -32_603, message: 'Internal error' } }],
    ['a time-out of its own', { error: { code: -32_002, message: 'request timed out' } }],
    ['a time-out in its words alone', { error: { code: -32_000, message: 'context deadline exceeded' } }],
    ['the error of a proxy, as JSON', { error: { code: -32_000, message: 'upstream connect error' }, status: 503 }],
    ['the page of a proxy', { status: 502, text: '<html>Bad Gateway</html>' }],
    ['something else than JSON', { status: 200, text: 'ok' }],
    ['nothing', 'silence'],
  ]
  it.each(oddities)('%s is looked up, not taken for refused', async (_name, odd) => {
    node.oddAfter = (method) => (method === 'eth_sendRawTransaction' ? odd : undefined)
    const { ends, keeper } = begun()
    await vi.waitFor(() => expect(node.pool.size + ends().length).toBeGreaterThan(0), WAIT)
    await vi.waitFor(
      () => expect(node.asked.includes('eth_getTransactionByHash') || ends().length > 0).toBe(true),
      WAIT,
    )
    expect(ends()).toEqual([])
    expect(keeper.kept.pending).toBeDefined()
    node.mine(3)
    await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'confirmed' }]), WAIT)
    expect(new Set(node.sent).size).toBe(1)
  })
})

it.each([
  ['nonce too low', -32_000],
  ['insufficient funds for gas * price + value', -32_000],
  ['replacement transaction underpriced', -32_000],
  ['max fee per gas less than block base fee', -32_000],
  ['transaction rejected', -32_003],
  ['the method eth_sendRawTransaction does not exist', -32_601],
])('a sending that is refused (%s) has not happened', async (message, code) => {
  const refused: Odd = { error: { code, message } }
  node.odd = (method) => (method === 'eth_sendRawTransaction' ? refused : undefined)
  const { ends, keeper } = begun()
  await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'unsent' }]), WAIT)
  expect(keeper.kept).toEqual({ nextNonce: 0 })
  // in the node's own words, and no others
  expect(ends()).toMatchObject([{ failure: { message: `the node: ${message}` } }])
})

it('a block that the node does not have is said as that', async () => {
  node.odd = (method) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)
  const { ends } = begun()
  await vi.waitFor(
    () => expect(ends()).toMatchObject([{ failure: { message: 'the node: Block could not be found.' } }]),
    WAIT,
  )
})

describe('a transaction that was sent', () => {
  it('ends once: of two nodes one knows nothing of it, and has counted less', async () => {
    const { ends } = begun()
    await vi.waitFor(() => expect(node.pool.size).toBe(1), WAIT)
    let asked = 0
    node.odd = (method) => {
      if (++asked % 3 > 0) return undefined
      if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') return { result: null }
      if (method === 'eth_getTransactionCount') return { result: '0x0' }
      return undefined
    }
    node.mine(3)
    await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'confirmed' }]), WAIT)
    expect(new Set(node.sent).size).toBe(1)
  })

  it('waits as long as it is mined by its own word and has no receipt', async () => {
    node.odd = (method) => (method === 'eth_getTransactionReceipt' ? { result: null } : undefined)
    const { ends } = begun()
    await vi.waitFor(() => expect(node.pool.size).toBe(1), WAIT)
    node.mine(5)
    const asked = node.asked.length
    await vi.waitFor(() => expect(node.asked.length).toBeGreaterThan(asked + 20), WAIT)
    expect(ends()).toEqual([])
    node.odd = () => undefined
    await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'confirmed' }]), WAIT)
  })

  it('is taken back by a reorganisation, sent again, the same bytes, and counts once it is deep', async () => {
    const { ends } = begun()
    await vi.waitFor(() => expect(node.pool.size).toBe(1), WAIT)
    node.mine(2)
    const asked = node.asked.length
    await vi.waitFor(() => expect(node.asked.length).toBeGreaterThan(asked + 4), WAIT)
    node.mined.clear()
    await vi.waitFor(() => expect(node.sent.length).toBeGreaterThan(1), WAIT)
    expect(ends()).toEqual([])
    node.mine(3)
    await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'confirmed' }]), WAIT)
    expect(new Set(node.sent).size).toBe(1)
  })

  it('is replaced where gas has become dearer than it offers, and one of them counts, once', async () => {
    const { ends, keeper } = begun({ stuckAfterSec: 0.3 })
    await vi.waitFor(() => expect(node.pool.size).toBe(1), WAIT)
    node.baseFee *= 8n
    await vi.waitFor(() => expect(node.pool.size === 1 && new Set(node.sent).size > 1).toBe(true), WAIT)
    node.mine(3)
    await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'confirmed' }]), WAIT)
    expect(keeper.kept.nextNonce).toBe(1)
    expect([...node.mined.values()]).toHaveLength(1)
  })

  it('waits, and says why, where it would have to offer more than is allowed', async () => {
    const { ends, told } = begun({ stuckAfterSec: 0.3, maxGasPriceGwei: 3 })
    await vi.waitFor(() => expect(node.pool.size).toBe(1), WAIT)
    node.baseFee *= 100n
    await vi.waitFor(() => expect(told().join()).toContain('chain.rpc.maxGasPriceGwei: at most 3 is offered'), WAIT)
    expect(ends()).toEqual([])
  })
})

it('a node of another chain is told nothing', async () => {
  node.chainId = 1
  const { ends } = begun()
  await vi.waitFor(() => expect(ends()).toMatchObject([{ outcome: 'unsent' }]), WAIT)
  expect(ends()[0]?.failure).toMatchObject({ code: 'profile-mismatch' })
  expect(node.asked).not.toContain('eth_sendRawTransaction')
})

describe('one that waits and waits', () => {
  it('is raised no further than what it brings is worth, however cheap the next block is', async () => {
    const real = createRealClock()
    const clock = { ...real, wallMs: () => real.wallMs() * 1000 }
    // a merge takes 2 gwei for a unit of gas at first, and is worth 2.33
    const terms = { maxCostShare: 0.00007, unitRaw: 1_000_000n }
    const { told } = begun({}, { clock, costRefusal: (act, reading) => costRefusal(act, reading, terms) })
    await vi.waitFor(() => expect(told().at(-1)).toMatch(/^not replaced: /), WAIT)
    expect(told().at(-1)).toContain('chain.maxCostShare: at most 0.00007 of what it brings')
    // a tip of one gwei, raised twice by an eighth
    expect(new Set(node.sent).size).toBe(3)
  })
})
