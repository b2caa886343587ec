import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeChain } from '../../src/cli/venue/chain-worker.js'
import { chainFinding } from '../../src/doctor/chain-finding.js'
import { SANDBOX_CHAIN_ID } from '../../src/venue/wire/profile.js'
import { configWith } from '../keys/bot-file.js'

const CONTRACT = `0x${'aa'.repeat(20)}`
const GWEI = 10n ** 9n
const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** What a node tells of the wallet: the chain, its token in wei, and what the collateral answers. */
interface Told {
  readonly chainId?: number
  readonly wei?: bigint
  readonly collateralRaw?: bigint
}

const nodes: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

/** Address of a node over real HTTP. */
async function nodeThatTells({ chainId = SANDBOX_CHAIN_ID, wei = 10n ** 18n, collateralRaw = 250_000_000n }: Told) {
  const block = { baseFeePerGas: hex(GWEI), number: '0x1', transactions: [], timestamp: '0x1' }
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_chainId: hex(chainId), eth_getTransactionCount: '0x0', eth_getBalance: hex(wei) },
    ...{ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: hex(GWEI) },
    eth_call: `0x${collateralRaw.toString(16).padStart(64, '0')}`,
  }
  const node = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const { id, method } = JSON.parse(body)
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }))
    })
  })
  nodes.push(node)
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`
}

const env = { QUOIN_PRIVATE_KEY: generatePrivateKey() }
function found(changes: object) {
  const config = configWith({ ...changes })
  return chainFinding(config, () => nodeChain(config, { env, connection: {} }))
}
const at = (url: string, more: object = {}) => ({
  'chain.actions': 'merge',
  'chain.rpc': { url, conditionalTokens: CONTRACT, collateral: CONTRACT, maxGasPriceGwei: 50, gasTokenPrice: 2000 },
  ...more,
})
const ALLOWANCE = { 'chain.allowance': { spender: CONTRACT, amount: 1000, refillBelow: 500 } }

describe('what is said of the chain', () => {
  it('says what off means, and who plays it on the bundled server', async () => {
    expect(await found({})).toMatchObject({ verdict: 'skipped', evidence: expect.stringContaining('by hand') })
    const played = { verdict: 'ok', evidence: expect.stringContaining('the bundled server plays the chain') }
    expect(await found({ 'chain.actions': 'merge' })).toMatchObject(played)
  })

  it('tells gas, collateral and that no allowance is looked at', async () => {
    const finding = await found(at(await nodeThatTells({})))
    expect(finding).toMatchObject({ verdict: 'ok' })
    for (const words of [
      `a node of chain ${SANDBOX_CHAIN_ID} answers`,
      '1.000 of its token',
      '250.00 of collateral',
      'chain.allowance is not set',
    ])
      expect(finding.evidence).toContain(words)
  })

  it('warns of gas for few redemptions, fails without any', async () => {
    // 150,000 gas at 2 gwei
    const one = 300_000n * GWEI
    expect(await found(at(await nodeThatTells({ wei: 5n * one })))).toMatchObject({
      verdict: 'warning',
      evidence: expect.stringContaining('few'),
    })
    expect(await found(at(await nodeThatTells({ wei: one / 2n })))).toMatchObject({
      verdict: 'failed',
      fix: expect.stringContaining('token'),
    })
  })

  it('warns of a low allowance that nobody keeps up', async () => {
    const url = await nodeThatTells({})
    const low = {
      verdict: 'warning',
      evidence: expect.stringContaining('may take 250.00'),
      fix: expect.stringContaining('all'),
    }
    expect(await found(at(url, ALLOWANCE))).toMatchObject(low)
    expect(await found(at(url, { ...ALLOWANCE, 'chain.actions': 'all' }))).toMatchObject({ verdict: 'ok' })
    expect(await found(at(await nodeThatTells({ collateralRaw: 600_000_000n }), ALLOWANCE))).toMatchObject({
      verdict: 'ok',
    })
  })

  it('names a node of another chain, and one that does not answer', async () => {
    const other = {
      verdict: 'failed',
      evidence: expect.stringContaining('got one of 137'),
      fix: expect.stringContaining('profile names'),
    }
    expect(await found(at(await nodeThatTells({ chainId: 137 })))).toMatchObject(other)
    const nowhere = {
      verdict: 'failed',
      evidence: expect.stringContaining('unreachable'),
      fix: expect.stringContaining('does the node run'),
    }
    expect(await found(at('http://127.0.0.1:1'))).toMatchObject(nowhere)
  })
})
