// Decides on one request after the other, and signs what its own policy allows. Whoever asks is believed in nothing: chain, contracts, limits and
// the time come from the signer's own file and clock.

import { parseSiweMessage } from 'viem/siwe'
import type { TransactionSigner } from '../chain/rpc/transaction-signer.js'
import { QuoinError, toFailure } from '../domain/error.js'
import { jsonOf } from '../domain/json.js'
import type { Signing } from '../signing/signing.js'
import type { Signer } from '../venue/session/transport.js'
import { type OrderPolicy, orderFault } from '../venue/transport/signing-policy.js'
import type { SiweProfile, TypedDataProfile } from '../venue/wire/profile.js'
import {
  type Refusal,
  type RefusalName,
  SIGNER_PROTOCOL,
  type SignerHello,
  type SignerRequest,
  signerRequest,
} from './signer-protocol.js'
import { SigningRate } from './signing-rate.js'

export interface SignerDeskParts {
  /** Signs inside the same policy. */
  readonly signer: Signer
  readonly signing: Pick<Signing, 'path'>
  readonly policy: OrderPolicy & { readonly prices: { readonly min: number; readonly max: number } }
  readonly ordersPerMinute: number
  readonly typedData: TypedDataProfile
  readonly siwe: SiweProfile
  /** Absent: no transaction is signed. */
  readonly transactions?: TransactionSigner | undefined
  readonly version: string
  /** This machine's clock. */
  readonly monoMs: () => number
  readonly wallMs: () => number
}

/** What was asked, in a word. */
export type Asked = SignerRequest['ask'] | 'nothing'
export type Reply =
  | { readonly id: number; readonly asked: Asked; readonly value: unknown }
  | { readonly id: number; readonly asked: Asked; readonly refusal: Refusal }

/** A sign-in message of ours lives five minutes; the clocks may differ. */
const SIGN_IN_LIFE_MS = 10 * 60_000
const SIGN_IN_AGE_MS = 5 * 60_000

export class SignerDesk {
  readonly #parts: SignerDeskParts
  readonly #rate: SigningRate

  constructor(parts: SignerDeskParts) {
    this.#parts = parts
    this.#rate = new SigningRate(parts.ordersPerMinute)
  }

  /** Never rejects. */
  async answer(line: string): Promise<Reply> {
    const { id, request, refusal } = read(line)
    if (request === undefined) return { id, asked: 'nothing', refusal }
    const asked = request.ask
    try {
      const made = await this.#made(request)
      return 'refusal' in made ? { id, asked, refusal: made.refusal } : { id, asked, value: made.value }
    } catch (thrown) {
      return { id, asked, refusal: { name: 'internal', message: toFailure(thrown).message } }
    }
  }

  #made(request: SignerRequest): Promise<Made> | Made {
    switch (request.ask) {
      case 'hello':
        return this.#hello(request)
      case 'order':
        return this.#order(request)
      case 'sign-in':
        return this.#signIn(request.text)
      default:
        return this.#act(request)
    }
  }

  #hello({ typedData, siwe }: Extract<SignerRequest, { ask: 'hello' }>): Made {
    const { signer, signing, policy, ordersPerMinute, version, transactions } = this.#parts
    const difference = differing(this.#parts, { typedData, siwe })
    if (difference !== undefined) return refused('profile', difference)
    const { chainId: _chain, decimals: _decimals, prices, ...limits } = policy
    const value: SignerHello = {
      ...{ address: signer.signer, version, path: signing.path, acts: transactions !== undefined },
      policy: {
        ...limits,
        contracts: [...limits.contracts],
        orderTypes: [...limits.orderTypes],
        prices,
        ordersPerMinute,
      },
    }
    return { value }
  }

  #order({ message, context }: Extract<SignerRequest, { ask: 'order' }>): Promise<Made> | Made {
    const { signer, typedData, policy, wallMs, monoMs } = this.#parts
    const { orderType, exchange } = context
    const of = exchange === undefined ? { orderType } : { orderType, exchange }
    const who = { maker: signer.maker, signer: signer.signer }
    const fault = orderFault(policy, { message, context: of, typedData, ...who, nowSec: Math.floor(wallMs() / 1000) })
    if (fault) return refused(fault.field, fault.message)
    const waitMs = this.#rate.take(monoMs())
    if (waitMs > 0) {
      const why = `rate: expected at most ${this.#parts.ordersPerMinute} orders a minute, got one more`
      return { refusal: { name: 'rate', message: why, retryAfterMs: Math.ceil(waitMs) } }
    }
    return new Promise((done) =>
      signer.signOrder(message, of, (signed) =>
        done(
          signed instanceof Error ? refused('internal', signed.message) : { value: { signature: signed.signature } },
        ),
      ),
    )
  }

  #signIn(text: string): Promise<Made> | Made {
    const { signer, siwe, wallMs } = this.#parts
    const fault = signInFault(text, siwe, wallMs())
    if (fault !== undefined) return refused('sign-in', `sign-in message: ${fault}`)
    return new Promise((done) =>
      signer.signText(text, (signed) =>
        done(signed instanceof Error ? refused('sign-in', signed.message) : { value: { signature: signed } }),
      ),
    )
  }

  async #act({ act, terms }: Extract<SignerRequest, { ask: 'act' }>): Promise<Made> {
    const { transactions } = this.#parts
    if (transactions === undefined)
      return refused('act', 'transactions are not signed here: expected chain in the file of the signer')
    try {
      return { value: await transactions.sign(act, terms) }
    } catch (thrown) {
      if (thrown instanceof QuoinError) return refused('act', thrown.message)
      throw thrown
    }
  }
}

type Made = { readonly value: unknown } | { readonly refusal: Refusal }
type Read =
  | { readonly id: number; readonly request: SignerRequest; readonly refusal?: never }
  | { readonly id: number; readonly request?: never; readonly refusal: Refusal }

const refused = (name: RefusalName, message: string): { readonly refusal: Refusal } => ({ refusal: { name, message } })

function read(line: string): Read {
  const json = jsonOf(line)
  if (json === undefined) return { id: 0, ...refused('bad-request', 'request: expected one line of JSON') }
  const { id: given, v } = Object(json)
  const id = Number.isSafeInteger(given) && given >= 0 ? Number(given) : 0
  if (v !== SIGNER_PROTOCOL)
    return { id, ...refused('version', `v: expected ${SIGNER_PROTOCOL}, got ${JSON.stringify(v)?.slice(0, 20)}`) }
  const parsed = signerRequest.safeParse(json)
  if (parsed.success) return { id, request: parsed.data }
  const [issue] = parsed.error.issues
  return { id, ...refused('bad-request', `${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'unreadable'}`) }
}

interface Identity {
  readonly typedData: TypedDataProfile
  readonly siwe: SiweProfile
}

/** The first field by which a bot's venue is another than ours. */
function differing(ours: Identity, theirs: Identity): string | undefined {
  const fields = ({ typedData, siwe }: Identity): Readonly<Record<string, unknown>> => ({
    'typedData.variant': typedData.variant,
    'typedData.domain.name': typedData.domain.name,
    'typedData.domain.version': typedData.domain.version,
    'typedData.domain.chainId': typedData.domain.chainId,
    'typedData.domain.verifyingContract': typedData.domain.verifyingContract.toLowerCase(),
    'siwe.domain': siwe.domain,
    'siwe.uri': siwe.uri,
    'siwe.chainId': siwe.chainId,
    'siwe.statement': siwe.statement,
  })
  const [a, b] = [fields(ours), fields(theirs)]
  const field = Object.keys(a).find((name) => a[name] !== b[name])
  return field && `${field}: the signer goes by ${String(a[field])}, the bot by ${String(b[field])}`
}

/** Domain, address and form are the signer's to check; here what a bot could add to them. */
function signInFault(text: string, siwe: SiweProfile, nowMs: number): string | undefined {
  const { statement, issuedAt, expirationTime, notBefore, resources, requestId } = parseSiweMessage(text)
  if (statement !== siwe.statement) return `expected the statement of the profile, got ${String(statement)}`
  if (notBefore !== undefined || resources !== undefined || requestId !== undefined)
    return 'expected no not-before, resources or request id'
  if (issuedAt === undefined || Math.abs(issuedAt.getTime() - nowMs) > SIGN_IN_AGE_MS)
    return `expected to be issued now, got ${String(issuedAt?.toISOString())}`
  if (expirationTime === undefined || expirationTime.getTime() > nowMs + SIGN_IN_LIFE_MS)
    return `expected to expire within ten minutes, got ${String(expirationTime?.toISOString())}`
  return undefined
}
