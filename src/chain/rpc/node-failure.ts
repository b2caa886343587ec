// What a node's refusals and silences mean.

import {
  BaseError,
  ExecutionRevertedError,
  NonceTooLowError,
  RpcRequestError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { type Failure, messageOf, QuoinError } from '../../domain/error.js'
import { visible } from '../../domain/visible-text.js'

export function isMissing(error: unknown): boolean {
  return error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError
}

/** It has this very transaction. */
export function isKnownAlready(error: unknown): boolean {
  return error instanceof BaseError && /already (known|imported)|known transaction/i.test(wordsOf(error))
}

/** Codes of JSON-RPC for a question that was not carried out: rejected, over a limit, none that it knows. */
const REJECTED: ReadonlySet<number> = new Set([-32_003, -32_005, -32_600, -32_601, -32_602])
/** What nodes find wrong with a transaction; most do so under one code, which is that of their own troubles, too. */
const FOUND_WRONG =
  /nonce|insufficient|underpriced|replac|\bgas\b|\bfee\b|oversized|sender|signature|chain ?id|not supported|txpool is full|rlp|rate limit|too many requests/i

/** Whether it has judged what was asked. Whatever else goes wrong there may have happened after the transaction went on to others. */
export function isVerdict(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const refused = error.walk((cause) => cause instanceof RpcRequestError)
  return refused instanceof RpcRequestError && (REJECTED.has(refused.code) || FOUND_WRONG.test(refused.details))
}

/** `url` may hold a key: it is never repeated. A node that refused is told from one that did not answer. */
export function nodeFailure(error: unknown, url: string): Failure {
  if (error instanceof QuoinError) return { code: error.code, message: error.message }
  if (!(error instanceof BaseError)) {
    return {
      code: 'unreachable',
      message: `the node: ${clean(messageOf(error), url)}`,
    }
  }
  const message = `the node: ${clean(wordsOf(error), url)}`
  if (error.walk((cause) => cause instanceof ExecutionRevertedError) !== null)
    return { code: 'bad-request', message: `it would be reverted: ${message}` }
  if (error.walk((cause) => cause instanceof NonceTooLowError) !== null || /nonce too low/i.test(message))
    return { code: 'conflict', message }
  const refused = error.walk((cause) => cause instanceof RpcRequestError)
  return { code: refused === null ? 'unreachable' : 'venue-failed', message }
}

/** Of a node that refused its own: what the client makes of its code, as that parameters are missing, is beside the point. */
function wordsOf(error: BaseError): string {
  const { shortMessage } = error
  // not every error has them, whatever its type says
  const details = error.details ?? ''
  if (details === '' || shortMessage.includes(details)) return shortMessage
  return error.walk((cause) => cause instanceof RpcRequestError) === null ? `${shortMessage} ${details}` : details
}

const clean = (text: string, url: string) => visible(text.replaceAll(url, '[rpc]').replaceAll('\n', ' ')).slice(0, 300)
