// What the wallet can do at the venue: its key, sign-in, nonce, money, and an order that is signed, checked and not sent.

import type { Config } from '../config/config.js'
import type { AccountSnapshot } from '../domain/account/account.js'
import { type ErrorCode, QuoinError } from '../domain/error.js'
import type { Market } from '../domain/market/market.js'
import { rawToShares } from '../domain/market/market.js'
import { awaitAnswer } from '../venue/await-answer.js'
import type { Session } from '../venue/session/session.js'
import type { Trading } from '../venue/trading.js'
import { ownNonce } from '../venue/wire/account-schema.js'
import { SANDBOX_CHAIN_ID } from '../venue/wire/profile.js'
import { type Finding, failed, failedAs, failedBy, ok, warning } from './finding.js'

const SIGN_IN_MS = 8000

const SIGN_IN_FIXES: Partial<Record<ErrorCode, string>> = {
  'signer-refused':
    'the message is not one of this profile: compare siwe.domain, siwe.uri and siwe.chainId with the venue’s',
  'bad-api-key': 'the API key is wrong, see above',
}

/** Starts the wallet's session, and waits for its first token. */
export async function signIn(trading: Trading): Promise<Finding> {
  const outcome = await new Promise<Finding>((done) => {
    const timer = setTimeout(() => {
      const evidence = `no answer within ${SIGN_IN_MS / 1000} s`
      done(failed('sign-in', { evidence, fix: 'ask the venue; /auth/verify does not answer', exit: 'unreachable' }))
    }, SIGN_IN_MS)
    trading.listen((event) => {
      if (event.kind !== 'signed-in' && event.kind !== 'sign-in-failed') return
      clearTimeout(timer)
      if (event.kind === 'signed-in') {
        done(ok('sign-in', `as ${trading.account}, until ${new Date(event.untilVenueMs).toISOString()}`))
        return
      }
      const fix =
        SIGN_IN_FIXES[event.code] ??
        'compare siwe.domain, siwe.uri and siwe.chainId of the profile with the venue’s, and the clock with its clock'
      done(failedAs('sign-in', { ...event, code: event.code }, fix))
    })
    trading.start()
  })
  trading.listen(() => undefined)
  return outcome
}

/** The nonce that the venue wants signed, beside that of the profile. */
export async function nonce({ venue }: Config, { own }: Pick<Session, 'own'>): Promise<Finding> {
  if (own === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
  const first = venue.profile.orders.nonce
  try {
    const { value } = await awaitAnswer<{ value: { nonce: string } }>((done) =>
      own.call({ route: 'me', schema: ownNonce }, done),
    )
    if (value.nonce === first) return ok('nonce', `${first}, as in the profile`)
    const evidence = `the venue wants ${value.nonce}, the profile says ${first}`
    const fix = `the first order would be refused and the bot then follow: set orders.nonce: "${value.nonce}" in the profile`
    return warning('nonce', { evidence, fix })
  } catch (thrown) {
    const fix = 'orders sign the nonce of the profile; where the venue has no GET /me, that has to be right'
    return thrown instanceof QuoinError && thrown.code === 'not-found'
      ? warning('nonce', { evidence: `the venue does not tell it; the profile says ${first}`, fix })
      : failedBy('nonce', thrown, fix)
  }
}

const PAPER_NEEDS_NONE = 'paper needs none; before orders are sent'

/** Collateral, and what the quotes of the chosen markets need at least; on paper nothing fails for want of it. */
export async function balance(
  trading: Trading,
  markets: readonly Market[],
  { mode, venue }: Pick<Config, 'mode' | 'venue'>,
): Promise<Finding> {
  let account: AccountSnapshot
  try {
    account = await awaitAnswer<AccountSnapshot>((done) => trading.readAccount(done))
  } catch (thrown) {
    return failedBy('balance', thrown, 'nothing is quoted before the account is read; ask the venue')
  }
  const { availableRaw, totalRaw, lockedRaw } = account.collateral
  const held = account.holdings.length + (account.unread?.length ?? 0)
  const [market] = markets
  const unit = market === undefined ? { unitRaw: 1_000_000n } : market
  const units = (raw: bigint) => rawToShares(raw, unit).toFixed(2)
  const evidence = `${units(totalRaw)} of collateral, ${units(availableRaw)} free, ${units(lockedRaw)} behind orders, tokens of ${held} markets; the venue tells no allowance`
  const fix =
    venue.profile.typedData.domain.chainId === SANDBOX_CHAIN_ID
      ? fromTheFaucet(venue.url, trading.account, 1000n * unit.unitRaw)
      : 'pay collateral in, and allow the exchange contract to take it (once, in the web app)'
  // a bid on each outcome costs a unit of collateral a share, or less
  const needed = markets.reduce((sum, { minLots, lotRaw }) => sum + BigInt(minLots) * lotRaw, 0n)
  const hasNothing = totalRaw === 0n && held === 0
  if (hasNothing && mode === 'live') return failed('balance', { evidence, fix, exit: 'refused' })
  if (mode === 'paper' && availableRaw < needed)
    return warning('balance', { evidence, fix: `${PAPER_NEEDS_NONE}: ${fix}` })
  return availableRaw < needed
    ? warning('balance', { evidence: `${evidence}; the smallest quotes of all markets need ${units(needed)}`, fix })
    : ok('balance', evidence)
}

/** The bundled server gives collateral to whoever asks, and knows no allowance. */
function fromTheFaucet(url: string, account: string, raw: bigint): string {
  const body = JSON.stringify({ account, amount: String(raw) })
  const headers = "-H 'content-type: application/json' -H 'x-api-key: <the API key>'"
  const { href } = new URL('sandbox/faucet', withSlash(url))
  return `the sandbox gives some: curl -X POST ${href} ${headers} -d '${body}'`
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)
