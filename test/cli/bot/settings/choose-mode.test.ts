import { describe, expect, it } from 'vitest'
import { chooseMode } from '../../../../src/cli/bot/settings/choose-mode.js'
import { SANDBOX_CHAIN_ID } from '../../../../src/venue/wire/profile.js'

const orders = { types: ['GTC', 'POST_ONLY'], expirationOn: ['POST_ONLY'] } as const
const real = { configured: 'paper', liveFlag: false, dryRunFlag: false, chainId: 8453, ...orders } as const
const sandbox = { ...real, chainId: SANDBOX_CHAIN_ID } as const

describe('chooseMode', () => {
  it('is paper by default', () => {
    expect(chooseMode(real)).toBe('paper')
    expect(chooseMode(sandbox)).toBe('paper')
  })

  it('needs both keys to go live', () => {
    expect(chooseMode({ ...real, configured: 'live' })).toBe('paper')
    expect(() => chooseMode({ ...real, liveFlag: true })).toThrow('expected "mode: live" in the configuration too')
    expect(chooseMode({ ...real, configured: 'live', liveFlag: true })).toBe('live')
  })

  it('needs one key where the chain id is the reserved one', () => {
    expect(chooseMode({ ...sandbox, configured: 'live' })).toBe('live')
    expect(chooseMode({ ...sandbox, liveFlag: true })).toBe('live')
  })

  it.each(['types', 'expirationOn'] as const)('refuses to go live without POST_ONLY in orders.%s', (name) => {
    const keys = { ...real, configured: 'live', [name]: ['GTC'] } as const
    expect(() => chooseMode({ ...keys, liveFlag: true })).toThrow(
      `venue.profile.orders.${name}: expected POST_ONLY among them to go live, got GTC`,
    )
    expect(chooseMode(keys)).toBe('paper')
  })

  it('stays on paper with --dry-run, and refuses both flags', () => {
    expect(chooseMode({ ...sandbox, configured: 'live', dryRunFlag: true })).toBe('paper')
    expect(chooseMode({ ...real, configured: 'live', dryRunFlag: true })).toBe('paper')
    expect(() => chooseMode({ ...real, liveFlag: true, dryRunFlag: true })).toThrow('got both')
  })
})
