// A real chain behind a node (JSON-RPC). What the node says may be late, and is never more than a reading: the desk decides.

import { createClient, http } from 'viem'
import {
  estimateGas,
  estimateMaxPriorityFeePerGas,
  getBalance,
  getBlock,
  getBlockNumber,
  getChainId,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
  sendRawTransaction,
} from 'viem/actions'
import { parseGwei } from 'viem/utils'
import type { Allowance, ChainAct, SignedTransaction } from '../../domain/account/chain-transaction.js'
import type { Answer } from '../../domain/error.js'
import { QuoinError } from '../../domain/error.js'
import type { Address, Hex } from '../../domain/market/market.js'
import type { Secret } from '../../venue/transport/secret.js'
import type { Chain, Sighting, WalletReading } from '../chain-port.js'
import type { RpcSettings } from '../schema.js'
import { COLLATERAL_ABI, callOf } from './contracts.js'
import { feesFor, type GasMarket, tipFor } from './gas-price.js'
import { isKnownAlready, isMissing, isVerdict, nodeFailure } from './node-failure.js'
import { feesOf, type TransactionSigner } from './transaction-signer.js'

export interface RpcChainOptions {
  readonly url: Secret
  readonly signer: TransactionSigner
  readonly chainId: number
  readonly settings: RpcSettings
  readonly allowance?: Allowance | undefined
}

/** What acts use, roughly; each is estimated before it is signed. */
const USUAL_GAS = { split: 200_000, merge: 150_000, redeem: 150_000, approve: 60_000 } as const
/** On top of what was estimated, percent. */
const GAS_RESERVE = 25n
const READ_EVERY_MS = 30_000
const WEI = 1e18

export function createRpcChain(options: RpcChainOptions): Chain {
  return new RpcChain(options)
}

class RpcChain implements Chain {
  readonly terms: Chain['terms']
  readonly #options: RpcChainOptions
  readonly #signer: TransactionSigner
  readonly #client: ReturnType<typeof createClient>
  #isRightChain = false

  constructor(options: RpcChainOptions) {
    this.#options = options
    const { settings } = options
    const { pollMs, confirmations, stuckAfterSec, timeoutMs } = settings
    this.terms = { pollMs, confirmations, stuckAfterMs: stuckAfterSec * 1000, readEveryMs: READ_EVERY_MS }
    this.#signer = options.signer
    // each question once: what is asked again is the desk's to say
    this.#client = createClient({
      transport: http(options.url.reveal(), { timeout: timeoutMs, retryCount: 0 }),
      cacheTime: 0,
    })
  }

  read(done: (answer: Answer<WalletReading>) => void, former?: SignedTransaction): void {
    this.#answer(() => this.#read(former), done)
  }

  sign(
    act: ChainAct,
    terms: { readonly nonce: number; readonly former?: SignedTransaction; readonly atMs: number },
    done: (answer: Answer<SignedTransaction>) => void,
  ): void {
    this.#answer(() => this.#sign(act, terms), done)
  }

  send({ bytes, hash }: SignedTransaction, done: (answer: Answer<void>) => void): void {
    const send = async () => {
      try {
        await sendRawTransaction(this.#client, { serializedTransaction: bytes as Hex })
      } catch (error) {
        if (!isKnownAlready(error)) throw error
      }
    }
    this.#answer(send, done, `send ${hash}`)
  }

  look({ hash }: SignedTransaction, done: (answer: Answer<Sighting>) => void): void {
    this.#answer(() => this.#look(hash), done)
  }

  get #contracts() {
    const { conditionalTokens, collateral } = this.#options.settings
    return { conditionalTokens: conditionalTokens as Address, collateral: collateral as Address }
  }

  async #read(former?: SignedTransaction): Promise<WalletReading> {
    await this.#checkChain()
    const { account } = this.#signer
    const { gasTokenPrice } = this.#options.settings
    const [nonce, balance, market, collateralRaw, allowances] = await Promise.all([
      getTransactionCount(this.#client, { address: account }),
      getBalance(this.#client, { address: account }),
      this.#gasMarket(),
      this.#ofCollateral('balanceOf', [account]),
      this.#allowances(account),
    ])
    const price = market.baseFeePerGas + tipFor(market.tip, former && feesOf(former))
    const costOf = (gas: number) => (gas * Number(price) * gasTokenPrice) / WEI
    const { split, merge, redeem, approve } = USUAL_GAS
    const costs = { split: costOf(split), merge: costOf(merge), redeem: costOf(redeem), approve: costOf(approve) }
    return { nonce, gas: Number(balance) / WEI, costs, collateralRaw, allowances }
  }

  async #allowances(account: Address): Promise<Allowance[]> {
    const { allowance } = this.#options
    if (allowance === undefined) return []
    return [{ spender: allowance.spender, raw: await this.#ofCollateral('allowance', [account, allowance.spender]) }]
  }

  #ofCollateral(functionName: 'balanceOf', args: readonly [Address]): Promise<bigint>
  #ofCollateral(functionName: 'allowance', args: readonly [Address, Address]): Promise<bigint>
  #ofCollateral(functionName: 'balanceOf' | 'allowance', args: readonly Address[]): Promise<bigint> {
    const { collateral: address } = this.#contracts
    const call = { address, abi: COLLATERAL_ABI, functionName, args } as Parameters<typeof readContract>[1]
    return readContract(this.#client, call) as Promise<bigint>
  }

  async #gasMarket(): Promise<GasMarket> {
    const [{ baseFeePerGas }, tip] = await Promise.all([
      getBlock(this.#client),
      estimateMaxPriorityFeePerGas(this.#client, { chain: null }),
    ])
    if (baseFeePerGas === null) throw new QuoinError('bad-payload', 'the node: expected blocks with a base fee')
    return { baseFeePerGas, tip }
  }

  async #sign(
    act: ChainAct,
    { nonce, former, atMs }: { readonly nonce: number; readonly former?: SignedTransaction; readonly atMs: number },
  ): Promise<SignedTransaction> {
    await this.#checkChain()
    const { maxGasPriceGwei } = this.#options.settings
    const market = await this.#gasMarket()
    const offered = former && feesOf(former)
    const fees = feesFor(market, parseGwei(String(maxGasPriceGwei)), offered)
    if (fees === undefined) {
      const price = Number(market.baseFeePerGas + market.tip) / 1e9
      const message = `chain.rpc.maxGasPriceGwei: at most ${maxGasPriceGwei} is offered, the next block takes ${price}`
      throw new QuoinError('signer-refused', former ? `${message}, and the former offer a tenth more` : message)
    }
    // one that is replaced may have been mined meanwhile: it would be estimated on top of itself
    const gas = offered?.gas ?? (await this.#estimated(act))
    return this.#signer.sign(act, { nonce, gas, atMs, ...fees })
  }

  /** Fails for what would be reverted. */
  async #estimated(act: ChainAct): Promise<bigint> {
    const gas = await estimateGas(this.#client, { account: this.#signer.account, ...callOf(act, this.#contracts) })
    return gas + (gas * GAS_RESERVE) / 100n
  }

  async #look(hash: Hex): Promise<Sighting> {
    const receipt = await found(getTransactionReceipt(this.#client, { hash }))
    if (receipt === undefined) {
      const known = await found(getTransaction(this.#client, { hash }))
      return { state: known === undefined ? 'unknown' : 'waiting' }
    }
    const { blockNumber, status, gasUsed, effectiveGasPrice } = receipt
    const latest = await getBlockNumber(this.#client)
    const confirmations = latest < blockNumber ? 0 : Number(latest - blockNumber) + 1
    const cost = (Number(gasUsed * effectiveGasPrice) * this.#options.settings.gasTokenPrice) / WEI
    return { state: 'mined', isReverted: status === 'reverted', confirmations, cost }
  }

  /** Bytes for another chain must not be signed by mistake. */
  async #checkChain(): Promise<void> {
    if (this.#isRightChain) return
    const chainId = await getChainId(this.#client)
    const wanted = this.#options.chainId
    if (chainId !== wanted)
      throw new QuoinError(
        'profile-mismatch',
        `chain.rpc.url: expected a node of chain ${wanted}, which typedData.domain.chainId of the profile names, got one of ${chainId}; name a node of ${wanted}`,
      )
    this.#isRightChain = true
  }

  #answer<T>(ask: () => Promise<T>, done: (answer: Answer<T>) => void, sending?: string): void {
    ask().then(
      (value) => done({ ok: true, value }),
      (error: unknown) => {
        const failure = nodeFailure(error, this.#options.url.reveal())
        const isOpen = sending !== undefined && !isVerdict(error)
        done({ ok: false, failure: isOpen ? { ...failure, mayHaveHappened: true } : failure })
      },
    )
  }
}

async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
