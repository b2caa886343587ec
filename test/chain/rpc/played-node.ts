// A node over loopback for tests without a chain: what it takes, mines, forgets, answers and leaves unanswered is told to it.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionResult, keccak256, numberToHex, parseGwei, parseTransaction } from 'viem/utils'
import { COLLATERAL_ABI } from '../../../src/chain/rpc/contracts.js'
import type { Hex } from '../../../src/domain/market/market.js'

export const CHAIN_ID = 31_337
const ZERO = `0x${'0'.repeat(64)}` as const

interface Taken {
  readonly nonce: number
  readonly maxFeePerGas: bigint
}

/** Instead of the node's own answer; `after`: the question is taken in first. */
export type Odd =
  | { readonly error: { readonly code: number; readonly message: string }; readonly status?: number }
  | { readonly result: unknown }
  | { readonly status: number; readonly text: string }
  | 'silence'

export class PlayedNode {
  chainId = CHAIN_ID
  baseFee = parseGwei('1')
  block = 100
  readonly pool = new Map<Hex, Taken>()
  readonly mined = new Map<Hex, { readonly block: number; readonly nonce: number }>()
  readonly sent: Hex[] = []
  readonly asked: string[] = []
  /** Asked before the node's own answer. */
  odd: (method: string, params: readonly unknown[]) => Odd | undefined = () => undefined
  /** Asked after it, which is not told. */
  oddAfter: (method: string) => Odd | undefined = () => undefined
  readonly #server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => this.#asked(JSON.parse(text), response))
  })

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  get nonce(): number {
    return this.mined.size
  }

  /** Blocks, of which the first has what pays enough, one of each nonce. */
  mine(blocks = 1): void {
    const first = this.block + 1
    this.block += blocks
    for (const [hash, { nonce, maxFeePerGas }] of this.pool) {
      if (nonce !== this.nonce || maxFeePerGas < this.baseFee) continue
      this.pool.delete(hash)
      this.mined.set(hash, { block: first, nonce })
    }
  }

  #asked({ id, method, params = [] }: { id: number; method: string; params?: readonly unknown[] }, to: ServerResponse) {
    this.asked.push(method)
    const before = this.odd(method, params)
    if (before !== undefined) return answer(to, id, before)
    const own = this.#own(method, params)
    answer(to, id, this.oddAfter(method) ?? own)
  }

  #own(method: string, [first]: readonly unknown[]): Odd {
    switch (method) {
      case 'eth_chainId':
        return { result: numberToHex(this.chainId) }
      case 'eth_getTransactionCount':
        return { result: numberToHex(this.nonce) }
      case 'eth_getBalance':
        return { result: numberToHex(10n ** 18n) }
      case 'eth_getBlockByNumber':
        return {
          result: { number: numberToHex(this.block), baseFeePerGas: numberToHex(this.baseFee), transactions: [] },
        }
      case 'eth_maxPriorityFeePerGas':
        return { result: numberToHex(parseGwei('1')) }
      case 'eth_call':
        return { result: encodeFunctionResult({ abi: COLLATERAL_ABI, functionName: 'balanceOf', result: 5n }) }
      case 'eth_estimateGas':
        return { result: numberToHex(120_000) }
      case 'eth_blockNumber':
        return { result: numberToHex(this.block) }
      case 'eth_sendRawTransaction':
        return this.#take(first as Hex)
      case 'eth_getTransactionReceipt':
        return { result: this.#receipt(first as Hex) }
      case 'eth_getTransactionByHash':
        return {
          result: this.pool.has(first as Hex) || this.mined.has(first as Hex) ? this.#transaction(first as Hex) : null,
        }
      default:
        return { error: { code: -32_601, message: `the method ${method} does not exist` } }
    }
  }

  #take(bytes: Hex): Odd {
    const hash = keccak256(bytes)
    const { nonce = 0, maxFeePerGas = 0n } = parseTransaction(bytes)
    this.sent.push(hash)
    if (this.pool.has(hash)) return { error: { code: -32_000, message: 'already known' } }
    if (nonce < this.nonce) return { error: { code: -32_000, message: 'nonce too low' } }
    for (const [other, { nonce: used, maxFeePerGas: offered }] of this.pool) {
      if (used !== nonce) continue
      if (maxFeePerGas < (offered * 11n) / 10n)
        return { error: { code: -32_000, message: 'replacement transaction underpriced' } }
      this.pool.delete(other)
    }
    this.pool.set(hash, { nonce, maxFeePerGas })
    return { result: hash }
  }

  #receipt(hash: Hex) {
    const mined = this.mined.get(hash)
    if (mined === undefined) return null
    return {
      ...{ transactionHash: hash, blockNumber: numberToHex(mined.block), blockHash: ZERO, status: '0x1', type: '0x2' },
      ...{
        gasUsed: numberToHex(100_000),
        effectiveGasPrice: numberToHex(this.baseFee),
        logs: [],
        transactionIndex: '0x0',
      },
    }
  }

  #transaction(hash: Hex) {
    const block = this.mined.get(hash)?.block
    const blockNumber = block === undefined ? null : numberToHex(block)
    return { hash, blockNumber, type: '0x2', nonce: '0x0', gas: '0x1', value: '0x0', input: '0x' }
  }
}

function answer(to: ServerResponse, id: number, odd: Odd): void {
  if (odd === 'silence') return
  if ('text' in odd) to.writeHead(odd.status, { 'content-type': 'text/html' }).end(odd.text)
  else {
    const { status, ...told } = { status: 200, ...odd }
    to.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...told }))
  }
}
