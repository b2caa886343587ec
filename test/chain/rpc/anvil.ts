// A real EVM on loopback with the two contracts on it, and what a test does there beside the bot.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import solc from 'solc'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { Address, ConditionId, Hex } from '../../../src/domain/market/market.js'

/** Anvil's first accounts: test keys, the same everywhere. */
export const BOT_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const OTHER_KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const CHAIN_ID = 31_337
export const CONDITION = `0x${'c1'.repeat(32)}` as ConditionId

/** `.ci/run` fetches it; without it its tests skip. */
export const hasAnvil = spawnSync('anvil', ['--version']).status === 0

const contract = z.object({
  abi: z.array(z.looseObject({})),
  evm: z.object({ bytecode: z.object({ object: z.string() }) }),
})
const compiled = z.object({
  contracts: z.object({ 'c.sol': z.object({ Collateral: contract, ConditionalTokens: contract }) }),
})

function compile() {
  const content = readFileSync('test/chain/rpc/contracts.sol', 'utf8')
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object'] } }
  const input = { language: 'Solidity', sources: { 'c.sol': { content } }, settings: { outputSelection } }
  return compiled.parse(JSON.parse(solc.compile(JSON.stringify(input)))).contracts['c.sol']
}

export type Anvil = Awaited<ReturnType<typeof startAnvil>>

export async function startAnvil() {
  const child = spawn('anvil', ['--port', '0', '--chain-id', String(CHAIN_ID)])
  const url = `http://127.0.0.1:${await portOf(child)}`
  const bot = privateKeyToAccount(BOT_KEY).address
  const other = privateKeyToAccount(OTHER_KEY)
  const client = createTestClient({ mode: 'anvil', transport: http(url), account: other })
    .extend(publicActions)
    .extend(walletActions)
  const { Collateral, ConditionalTokens } = compile()
  const deploy = async ({ abi, evm }: z.infer<typeof contract>): Promise<Address> => {
    const hash = await client.deployContract({ abi, bytecode: `0x${evm.bytecode.object}`, chain: null })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    if (contractAddress == null) throw new Error('no contract')
    return contractAddress
  }
  const collateral = await deploy(Collateral)
  const conditionalTokens = await deploy(ConditionalTokens)
  const write = async (of: 'collateral' | 'tokens', functionName: string, args: readonly unknown[]) => {
    const [address, { abi }] = of === 'collateral' ? [collateral, Collateral] : [conditionalTokens, ConditionalTokens]
    const hash = await client.writeContract({ address, abi, functionName, args, chain: null } as never)
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  const read = (of: 'collateral' | 'tokens', functionName: string, args: readonly unknown[]) => {
    const [address, { abi }] = of === 'collateral' ? [collateral, Collateral] : [conditionalTokens, ConditionalTokens]
    return client.readContract({ address, abi, functionName, args } as never) as Promise<unknown>
  }
  return {
    ...{ url, client, bot, collateral, conditionalTokens, write },
    balance: () => read('collateral', 'balanceOf', [bot]),
    held: () => read('tokens', 'heldOf', [bot, CONDITION]),
    allowance: (spender: Address) => read('collateral', 'allowance', [bot, spender]),
    /** Drops what waits to be mined. */
    forget: () => client.request({ method: 'anvil_dropAllTransactions' } as never),
    close: () => void child.kill(),
  }
}

function portOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = ''
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port !== undefined) found(port)
    })
    child.once('exit', () => failed(new Error(`anvil ended: ${said}`)))
    child.once('error', failed)
  })
}
