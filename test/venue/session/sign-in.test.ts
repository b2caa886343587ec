import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import type { Answer } from '../../../src/domain/error.js'
import type { PermitDesk } from '../../../src/domain/permit.js'
import { fakeSigner, profileOf, WALLET } from './fake-venue.js'
import { answerOf, type Bench, startBench } from './start-session.js'

const pagination = { page: 1, pageSize: 250, total: 0, totalPages: 0, hasNext: false, hasPrev: false }

function withAccount(bench: Bench, accepts: (token: string | undefined) => boolean = () => true): Bench {
  bench.venue.on('GET', /^\/me\/positions/, (request) =>
    accepts(request.headers['authorization'])
      ? { json: { data: [], pagination } }
      : { status: 401, json: { statusCode: 401, message: 'Unauthorized' } },
  )
  bench.venue.on('GET', /^\/me\/balances/, () => ({
    json: { account: WALLET, collateral: { total: '10', available: '7', locked: '3', pending: '0' } },
  }))
  return bench
}

const read = (bench: Bench) => answerOf<Answer<AccountSnapshot>>(bench.clock, (done) => bench.trading.readAccount(done))

describe('sign-in', () => {
  it('signs a SIWE message of the profile in venue time and uses the token', () => {
    const texts: string[] = []
    const signText = (text: string, done: (signature: `0x${string}`) => void) => {
      texts.push(text)
      done('0xbb')
    }
    const bench = withAccount(startBench({ signer: { ...fakeSigner, signText } }))
    bench.venue.skewMs = 20_000
    bench.trading.start()
    bench.clock.advance(100)
    expect(bench.account).toMatchObject([{ kind: 'signed-in' }])
    const message = parseSiweMessage(texts[0] ?? '')
    expect(message).toMatchObject({
      domain: 'app.fake',
      uri: 'https://app.fake',
      chainId: 137,
      nonce: 'nonce1234',
      address: WALLET,
      version: '1',
    })
    const off = (message.issuedAt?.getTime() ?? 0) - (bench.clock.startWallMs + 20_000)
    expect(Math.abs(off)).toBeLessThan(1_100)
    expect(read(bench)).toMatchObject({ ok: true, value: { collateral: { availableRaw: 7n } } })
    expect(bench.venue.sent(/^\/me\//)[0]?.headers['authorization']).toBe('Bearer access-token-1')
  })

  it('lets requests wait for the sign-in under way', () => {
    const bench = withAccount(startBench())
    bench.trading.start()
    expect(read(bench)).toMatchObject({ ok: true })
    expect(bench.venue.sent(/^\/auth\/verify/)).toHaveLength(1)
  })

  it.each(['bearer', 'BEARER', undefined, null])('takes a token of the type %j', (tokenType) => {
    const bench = withAccount(startBench())
    bench.venue.on('POST', /^\/auth\/verify/, () => ({ json: Object.assign({}, bench.venue.issue(), { tokenType }) }))
    bench.trading.start()
    expect(read(bench)).toMatchObject({ ok: true })
  })

  it('takes no token of a type that it does not know', () => {
    const bench = withAccount(startBench())
    bench.venue.on('POST', /^\/auth\/verify/, () => ({
      json: Object.assign({}, bench.venue.issue(), { tokenType: 'mac' }),
    }))
    bench.trading.start()
    expect(read(bench)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/^verify: tokenType: /) },
    })
  })

  it('fails waiting requests once, with the reason and the time of the next attempt', () => {
    const bench = withAccount(startBench())
    bench.venue.on('POST', /^\/auth\/verify/, () => ({ status: 401, json: { statusCode: 401, message: 'bad nonce' } }))
    bench.trading.start()
    expect(read(bench)).toMatchObject({
      ok: false,
      failure: { code: 'not-signed-in', notBeforeMonoMs: expect.any(Number) },
    })
    expect(bench.account[0]).toMatchObject({ kind: 'sign-in-failed', message: expect.stringContaining('bad nonce') })
    // later ones fail at once
    expect(bench.venue.sent(/^\/me\//)).toHaveLength(0)
    bench.venue.on('POST', /^\/auth\/verify/, () => ({ json: bench.venue.issue() }))
    bench.clock.advance(30_000)
    expect(read(bench)).toMatchObject({ ok: true })
  })

  it('keeps the name of a failure that waiting cannot mend, for who waits and for who asks later', () => {
    const bench = withAccount(startBench())
    const json = { statusCode: 401, message: 'Invalid API Key provided' }
    bench.venue.on('GET', /^\/auth\/nonce/, () => ({ status: 401, json }))
    bench.trading.start()
    expect(read(bench)).toMatchObject({ ok: false, failure: { code: 'bad-api-key' } })
    expect(read(bench)).toMatchObject({ ok: false, failure: { code: 'bad-api-key' } })
    expect(bench.account[0]).toMatchObject({ kind: 'sign-in-failed', code: 'bad-api-key' })
  })

  it.each(['', '550e8400-e29b-41d4-a716-446655440000'])('fails where the venue gives the nonce "%s"', (nonce) => {
    const bench = withAccount(startBench())
    let given = nonce
    bench.venue.on('GET', /^\/auth\/nonce/, () => ({ json: { nonce: given } }))
    bench.trading.start()
    expect(read(bench)).toMatchObject({ ok: false, failure: { code: 'not-signed-in' } })
    expect(bench.account).toMatchObject([
      { kind: 'sign-in-failed', code: 'bad-payload', message: expect.stringContaining('"nonce"') },
    ])
    expect(bench.venue.sent(/^\/auth\/verify/)).toHaveLength(0)
    given = 'nonce1234'
    bench.clock.advance(1_000)
    expect(read(bench)).toMatchObject({ ok: true })
  })

  it('answers a request that needs the wallet before the start', () => {
    expect(read(withAccount(startBench()))).toMatchObject({ ok: false, failure: { code: 'not-signed-in' } })
  })

  it('refreshes early, one refresh at a time, with the newest refresh token', () => {
    const bench = withAccount(startBench())
    bench.trading.start()
    bench.clock.advance(3_600_000 - 300_000 + 1_000)
    expect(bench.venue.sent(/^\/auth\/refresh/).map((r) => r.body)).toEqual(['{"refreshToken":"refresh-token-1"}'])
    bench.clock.advance(3_300_000)
    expect(bench.venue.sent(/^\/auth\/refresh/)).toHaveLength(2)
    expect(bench.venue.sent(/^\/auth\/refresh/)[1]?.body).toContain('refresh-token-2')
    expect(bench.venue.sent(/^\/auth\/verify/)).toHaveLength(1)
    expect(bench.account.filter((e) => e.kind === 'signed-in')).toHaveLength(3)
  })

  it('keeps using the old token while the refresh is under way', () => {
    const bench = withAccount(startBench())
    bench.trading.start()
    bench.venue.on('POST', /^\/auth\/refresh/, () => 'lost')
    bench.clock.advance(3_300_100)
    expect(read(bench)).toMatchObject({ ok: true })
    expect(bench.venue.sent(/^\/me\/balances/).at(-1)?.headers['authorization']).toBe('Bearer access-token-1')
  })

  it.each(['lost', 'revoked'] as const)(
    'signs in again, and never re-uses the token, after a refresh that was %s',
    (how) => {
      const bench = withAccount(startBench())
      bench.venue.on('POST', /^\/auth\/refresh/, () =>
        how === 'lost' ? 'lost' : { status: 401, json: { statusCode: 401, message: 'revoked' } },
      )
      bench.trading.start()
      bench.clock.advance(3_320_000)
      expect(bench.venue.sent(/^\/auth\/refresh/)).toHaveLength(1)
      expect(bench.venue.sent(/^\/auth\/verify/)).toHaveLength(2)
      expect(bench.account.at(-1)).toMatchObject({ kind: 'signed-in' })
    },
  )

  it('signs in again after a 401 and repeats the refused request once', () => {
    const bench = withAccount(startBench(), (header) => header !== 'Bearer access-token-1')
    bench.trading.start()
    bench.clock.advance(100)
    expect(read(bench)).toMatchObject({ ok: true })
    expect(bench.venue.sent(/^\/me\/positions/)).toHaveLength(2)
    expect(bench.venue.sent(/^\/auth\/verify/)).toHaveLength(2)
  })

  it('does not go round for ever when every token is refused', () => {
    const bench = withAccount(startBench(), () => false)
    bench.trading.start()
    expect(read(bench)).toMatchObject({ ok: false, failure: { code: 'not-signed-in' } })
    expect(bench.venue.sent(/^\/me\/positions/)).toHaveLength(2)
  })

  it('renews a token that died while the process was stopped', () => {
    const bench = withAccount(startBench())
    bench.trading.start()
    bench.clock.advance(100)
    bench.clock.stall(3_600_000)
    // asked before the overdue timer has run
    expect(read(bench)).toMatchObject({ ok: true })
    expect(bench.venue.sent(/^\/auth\/verify/)).toHaveLength(2)
    expect(bench.venue.sent(/^\/auth\/refresh/)).toHaveLength(0)
  })

  it('takes sign-in permits from the account budget and waits for them', () => {
    const one = { perSecond: 1, perMinute: 2 }
    const bench = withAccount(
      startBench({ profile: { ...profileOf(), limits: { ...profileOf().limits, account: one } } }),
    )
    bench.trading.start()
    bench.clock.advance(900)
    expect(bench.venue.requests).toHaveLength(1)
    bench.clock.advance(1_100)
    expect(bench.account).toMatchObject([{ kind: 'signed-in' }])
    expect(bench.venue.requests).toHaveLength(2)
  })

  it('says that nobody is signed in before the token ends, where there is no permit to ask for the next', () => {
    let given = 0
    const desk: PermitDesk = {
      want: ({ routeClass }, done) => {
        if (++given <= 2) done({ routeClass, serial: given, untilMonoMs: Infinity })
      },
      answered: () => undefined,
      unused: () => undefined,
    }
    const bench = withAccount(startBench({ desk }))
    bench.trading.start()
    bench.clock.advance(3_593_000)
    expect(bench.account.map(({ kind }) => kind)).toEqual(['signed-in'])
    bench.clock.advance(2_000)
    expect(bench.account.at(-1)).toMatchObject({ kind: 'sign-in-failed', code: 'not-signed-in' })
  })

  it('stops', () => {
    const bench = withAccount(startBench())
    bench.trading.start()
    bench.trading.stop()
    bench.clock.advance(10_000_000)
    expect(bench.account).toEqual([])
    expect(bench.venue.requests).toHaveLength(1)
  })
})
