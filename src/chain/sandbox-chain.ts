// The chain that the bundled server plays: transactions over its own routes, which no other venue has. They cost nothing, are mined when they
// arrive, and stay.

import type { ChainAct } from '../domain/account/chain-transaction.js'
import type { Answer, Failure } from '../domain/error.js'
import type { Address } from '../domain/market/market.js'
import type { HttpClient } from '../venue/session/rest/http-client.js'
import {
  sandboxTransactionHash,
  transaction,
  type WireAct,
  type WireTransaction,
  walletOnChain,
} from '../venue/wire/sandbox-transaction.js'
import type { Chain, ChainTerms, Sighting } from './chain-port.js'

export interface SandboxChainParts {
  readonly account: Address
  /** Requests in the wallet's name. */
  readonly own: HttpClient
}

const TERMS: ChainTerms = { pollMs: 500, readEveryMs: 60_000, confirmations: 1, stuckAfterMs: 10_000 }
const FREE = { split: 0, merge: 0, redeem: 0, approve: 0 } as const

export function createSandboxChain({ account, own }: SandboxChainParts): Chain {
  /** What the last sending was answered. */
  let answered: WireTransaction | undefined
  return {
    terms: TERMS,
    read(done) {
      own.call({ route: 'ownTransactions', schema: walletOnChain }, (answer) => {
        if (!answer.ok) return done(answer)
        const { nonce } = answer.value.value
        done({ ok: true, value: { nonce, costs: FREE, collateralRaw: 0n, allowances: [] } })
      })
    },
    sign(act, { nonce, atMs }, done) {
      const said = wireAct(act, nonce)
      if (!said.ok) return done(said)
      const hash = sandboxTransactionHash(account, said.value)
      done({ ok: true, value: { nonce, hash, bytes: JSON.stringify(said.value), atMs } })
    },
    send({ bytes }, done) {
      own.call({ route: 'sendTransaction', body: bytes, schema: transaction }, (answer) => {
        if (!answer.ok) return done(answer)
        answered = answer.value.value
        done({ ok: true, value: undefined })
      })
    },
    look({ hash }, done) {
      if (answered?.hash === hash) return done({ ok: true, value: mined(answered) })
      own.call({ route: 'transaction', params: { hash }, schema: transaction }, (answer) => {
        if (answer.ok) done({ ok: true, value: mined(answer.value.value) })
        else if (answer.failure.code === 'not-found') done({ ok: true, value: { state: 'unknown' } })
        else done(answer)
      })
    },
  }
}

function wireAct(act: ChainAct, nonce: number): Answer<WireAct> {
  switch (act.kind) {
    case 'split':
    case 'merge':
      return { ok: true, value: { nonce, act: act.kind, conditionId: act.conditionId, amount: act.setsRaw.toString() } }
    case 'redeem':
      return { ok: true, value: { nonce, act: 'redeem', conditionId: act.conditionId } }
    case 'approve':
      return { ok: false, failure: NO_ALLOWANCE }
  }
}

const NO_ALLOWANCE: Failure = { code: 'signer-refused', message: 'approve: the bundled server needs no allowance' }

function mined({ status, reason }: WireTransaction): Sighting {
  return {
    ...{ state: 'mined', isReverted: status === 'reverted', confirmations: 1, cost: 0 },
    ...(reason === undefined ? {} : { reason }),
  }
}
