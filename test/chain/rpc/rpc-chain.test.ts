import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Chain, Sighting } from '../../../src/chain/chain-port.js'
import { createRpcChain } from '../../../src/chain/rpc/rpc-chain.js'
import { createTransactionSigner } from '../../../src/chain/rpc/transaction-signer.js'
import { chainSettings } from '../../../src/chain/schema.js'
import type { ChainAct, SignedTransaction } from '../../../src/domain/account/chain-transaction.js'
import type { Answer } from '../../../src/domain/error.js'
import { Secret } from '../../../src/venue/transport/secret.js'
import { type Anvil, BOT_KEY, CHAIN_ID, CONDITION, hasAnvil, startAnvil } from './anvil.js'

const SPENDER = '0x1111111111111111111111111111111111111111'
const split = (setsRaw: bigint): ChainAct => ({ kind: 'split', conditionId: CONDITION, setsRaw })
const merge = (setsRaw: bigint): ChainAct => ({ kind: 'merge', conditionId: CONDITION, setsRaw })
const redeem: ChainAct = { kind: 'redeem', conditionId: CONDITION, tokensRaw: [0n, 0n], paidRaw: 0n }

let anvil: Anvil
let clean: `0x${string}`
beforeAll(async () => {
  if (!hasAnvil) return
  anvil = await startAnvil()
  await anvil.write('collateral', 'mint', [anvil.bot, 1000n])
  clean = await anvil.client.snapshot()
}, 60_000)
beforeEach(async () => {
  if (!hasAnvil) return
  await anvil.client.revert({ id: clean })
  clean = await anvil.client.snapshot()
  // what the test before left waiting is not mined here
  await anvil.forget()
  await anvil.client.setAutomine(true)
})
afterAll(() => anvil?.close())

function chainAt(url: string, change: object = {}, key = BOT_KEY): Chain {
  const { collateral, conditionalTokens } = anvil
  const settings = { url, collateral, conditionalTokens, maxGasPriceGwei: 50, gasTokenPrice: 2000, ...change }
  const { rpc } = chainSettings.parse({ rpc: settings })
  if (rpc === undefined) throw new Error('no settings')
  // the exchange of a test is the contract of the tokens: it takes the collateral
  const allowance = { spender: conditionalTokens, raw: 500n }
  const policy = { ...rpc, chainId: CHAIN_ID, contracts: { collateral, conditionalTokens }, allowance }
  const signer = createTransactionSigner(new Secret(key), policy)
  return createRpcChain({ url: new Secret(url), signer, chainId: CHAIN_ID, settings: rpc, allowance })
}

const asked = <T>(ask: (done: (answer: Answer<T>) => void) => void) => new Promise<Answer<T>>((done) => ask(done))
async function value<T>(ask: (done: (answer: Answer<T>) => void) => void): Promise<T> {
  const answer = await asked(ask)
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value
}
const sign = (chain: Chain, act: ChainAct, nonce: number, former?: SignedTransaction) =>
  asked<SignedTransaction>((done) => chain.sign(act, { nonce, atMs: 1, ...(former && { former }) }, done))
async function sent(chain: Chain, act: ChainAct, nonce: number): Promise<SignedTransaction> {
  const signed = await sign(chain, act, nonce)
  if (!signed.ok) throw new Error(signed.failure.message)
  await value<void>((done) => chain.send(signed.value, done))
  return signed.value
}
const look = (chain: Chain, signed: SignedTransaction) => value<Sighting>((done) => chain.look(signed, done))

/** A transaction is answered before its block is there. */
const MINED = { timeout: 20_000, interval: 20 }

describe.skipIf(!hasAnvil)('on a real chain', () => {
  it('an allowance is given, sets are split and merged, and a market that is over is paid out', async () => {
    const chain = chainAt(anvil.url)
    const { conditionalTokens: spender } = anvil
    await sent(chain, { kind: 'approve', spender, amountRaw: 500n }, 0)
    await expect.poll(() => anvil.allowance(spender), MINED).toBe(500n)
    await sent(chain, split(400n), 1)
    const merged = await sent(chain, merge(150n), 2)
    await expect.poll(async () => [await anvil.held(), await anvil.balance()], MINED).toEqual([[250n, 250n], 750n])
    expect(await look(chain, merged)).toMatchObject({ state: 'mined', isReverted: false, confirmations: 1 })
    await anvil.write('tokens', 'report', [CONDITION, 1n, 1n])
    await sent(chain, redeem, 3)
    // a cancelled market pays half a unit for each token
    await expect.poll(async () => [await anvil.held(), await anvil.balance()], MINED).toEqual([[0n, 0n], 1000n])
    const reading = await value(chain.read.bind(chain))
    expect(reading).toMatchObject({ nonce: 4, collateralRaw: 1000n, allowances: [{ spender, raw: 100n }] })
    expect(reading.costs.merge).toBeGreaterThan(0)
  }, 60_000)

  it('what would be reverted is not signed', async () => {
    const answer = await sign(chainAt(anvil.url), merge(1n), 0)
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bad-request' } })
  }, 60_000)

  it('the same bytes are sent as often as one likes', async () => {
    await anvil.client.setAutomine(false)
    const chain = chainAt(anvil.url)
    const approve: ChainAct = { kind: 'approve', spender: anvil.conditionalTokens, amountRaw: 9n }
    const signed = await sent(chain, approve, 0)
    await value<void>((done) => chain.send(signed, done))
    expect(await look(chain, signed)).toEqual({ state: 'waiting' })
    expect(await look(chain, { ...signed, hash: `0x${'ab'.repeat(32)}` })).toEqual({ state: 'unknown' })
  }, 60_000)

  it('a stuck one is replaced by one that pays more, with the same nonce; one of them is mined', async () => {
    await anvil.client.setAutomine(false)
    const chain = chainAt(anvil.url)
    const approve: ChainAct = { kind: 'approve', spender: anvil.conditionalTokens, amountRaw: 9n }
    const first = await sent(chain, approve, 0)
    const second = await sign(chain, approve, 0, first)
    if (!second.ok) throw new Error(second.failure.message)
    await value<void>((done) => chain.send(second.value, done))
    await anvil.client.mine({ blocks: 3 })
    expect(await look(chain, second.value)).toMatchObject({ state: 'mined', confirmations: 3 })
    expect(await look(chain, first)).toEqual({ state: 'unknown' })
    expect((await value(chain.read.bind(chain))).nonce).toBe(1)
  }, 60_000)

  it('a short reorganisation takes it back, and it can be sent again', async () => {
    const chain = chainAt(anvil.url)
    const before = await anvil.client.snapshot()
    const signed = await sent(chain, { kind: 'approve', spender: anvil.conditionalTokens, amountRaw: 9n }, 0)
    expect(await look(chain, signed)).toMatchObject({ state: 'mined' })
    await anvil.client.revert({ id: before })
    expect(await look(chain, signed)).toEqual({ state: 'unknown' })
    await value<void>((done) => chain.send(signed, done))
    expect(await look(chain, signed)).toMatchObject({ state: 'mined', confirmations: 1 })
  }, 60_000)
})

describe.skipIf(!hasAnvil)('nothing is signed', () => {
  it('above the caps on gas and its price, or for a spender or an amount that nobody has set', async () => {
    const { url, conditionalTokens: spender } = anvil
    const refusal = async (act: ChainAct, change: object = {}) => {
      const answer = await sign(chainAt(url, change), act, 0)
      return answer.ok ? 'signed' : `${answer.failure.code} ${answer.failure.message}`
    }
    expect(await refusal({ kind: 'approve', spender, amountRaw: 500n })).toBe('signed')
    expect(await refusal({ kind: 'approve', spender, amountRaw: 501n })).toMatch(
      /^signer-refused approve: expected at most/,
    )
    expect(await refusal({ kind: 'approve', spender: SPENDER, amountRaw: 1n })).toMatch(
      /^signer-refused approve: expected the spender/,
    )
    const approve: ChainAct = { kind: 'approve', spender, amountRaw: 1n }
    expect(await refusal(approve, { maxGas: 21_000 })).toMatch(
      /^signer-refused chain.rpc.maxGas: expected at most 21000/,
    )
    expect(await refusal(approve, { maxGasPriceGwei: 0.000001 })).toMatch(/^signer-refused chain.rpc.maxGasPriceGwei/)
  }, 60_000)

  it('for another chain than the configured one', async () => {
    const { collateral, conditionalTokens, url } = anvil
    const settings = { url, collateral, conditionalTokens, maxGasPriceGwei: 50, gasTokenPrice: 1 }
    const { rpc } = chainSettings.parse({ rpc: settings })
    if (rpc === undefined) throw new Error('no settings')
    const policy = { ...rpc, chainId: 137, contracts: { collateral, conditionalTokens } }
    const signer = createTransactionSigner(new Secret(BOT_KEY), policy)
    const chain = createRpcChain({ url: new Secret(url), signer, chainId: 137, settings: rpc })
    expect(await sign(chain, merge(1n), 0)).toMatchObject({ ok: false, failure: { code: 'profile-mismatch' } })
  }, 60_000)
})

describe.skipIf(!hasAnvil)('a node that', () => {
  const served = async (answer: (response: ServerResponse) => void, test: (url: string) => Promise<void>) => {
    const server = createServer((_request, response) => answer(response))
    await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      await test(`http://127.0.0.1:${port}/v2/secret-node-key`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
  const failure = async (url: string, change: object = {}) => {
    const chain = chainAt(url, change)
    const answers = [await asked((done) => chain.read(done)), await sign(chain, merge(1n), 0)]
    const signed = { nonce: 0, hash: `0x${'ab'.repeat(32)}`, bytes: '0x02', atMs: 1 } as const
    const sending = await asked<void>((done) => chain.send(signed, done))
    expect(JSON.stringify([answers, sending])).not.toContain('secret-node-key')
    // whatever it was, it may have taken the bytes
    expect(sending).toMatchObject({ ok: false, failure: { code: 'unreachable', mayHaveHappened: true } })
    return answers.map((answer) => (answer.ok ? 'ok' : answer.failure.code))
  }

  it('is absent, slow or talks nonsense leaves everything open, and its address is not told', async () => {
    expect(await failure('http://127.0.0.1:1/v2/secret-node-key')).toEqual(['unreachable', 'unreachable'])
    await served(
      () => undefined,
      async (url) => expect(await failure(url, { timeoutMs: 150 })).toEqual(['unreachable', 'unreachable']),
    )
    await served(
      (response) => response.end('<html>busy</html>'),
      async (url) => expect(await failure(url)).toEqual(['unreachable', 'unreachable']),
    )
  }, 60_000)
})

it.skipIf(!hasAnvil)('is as patient as the settings say', () => {
  const chain = chainAt(anvil.url, { pollMs: 70, confirmations: 5, stuckAfterSec: 9 })
  expect(chain.terms).toMatchObject({ pollMs: 70, confirmations: 5, stuckAfterMs: 9000 })
})
