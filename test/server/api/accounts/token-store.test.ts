import { describe, expect, it } from 'vitest'
import { isAlive, TokenStore } from '../../../../src/server/api/accounts/token-store.js'
import { ALICE, tagCrypto } from '../venue-driver.js'

const newStore = () => new TokenStore({ accessTtlMs: 3_600_000, refreshTtlMs: 604_800_000, crypto: tagCrypto() })

describe('TokenStore', () => {
  it('gives a Bearer token of one hour', () => {
    const store = newStore()
    const tokens = store.signIn(ALICE, 0)
    expect(tokens).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600 })
    expect(store.find(tokens.accessToken, 3_599_999)?.account).toBe(ALICE)
    expect(store.find(tokens.accessToken, 3_600_000)).toBeUndefined()
  })

  it('rotates on refresh: the old refresh token is dead, and its re-use revokes the family', () => {
    const store = newStore()
    const first = store.signIn(ALICE, 0)
    const second = store.refresh(first.refreshToken, 10)
    expect(store.find(second.accessToken, 20)?.account).toBe(ALICE)
    const grant = store.grant(second.accessToken, 20)!
    expect(() => store.refresh(first.refreshToken, 30)).toThrow(/already used/)
    expect(store.find(second.accessToken, 40)).toBeUndefined()
    expect(isAlive(grant, 40)).toBe(false)
    expect(() => store.refresh(second.refreshToken, 50)).toThrow(/sign in again/)
  })

  it('keeps other families of the account alive', () => {
    const store = newStore()
    const a = store.signIn(ALICE, 0)
    const b = store.signIn(ALICE, 0)
    store.refresh(a.refreshToken, 1)
    expect(() => store.refresh(a.refreshToken, 2)).toThrow()
    expect(store.find(b.accessToken, 3)).toBeDefined()
  })

  it('ends a refresh token after 7 days and refuses what it never gave', () => {
    const store = newStore()
    const { refreshToken, accessToken } = store.signIn(ALICE, 0)
    expect(() => store.refresh(refreshToken, 604_800_000)).toThrow(/unknown or expired/)
    expect(() => store.refresh(accessToken, 1)).toThrow(/unknown/)
    expect(store.find(refreshToken, 1)).toBeUndefined()
  })
})
