import { describe, expect, it } from 'vitest'
import { QuoinError } from '../../../../src/domain/error.js'
import { SandboxChain } from '../../../../src/server/api/accounts/played-chain.js'
import type { DurableValues } from '../../../../src/server/api/kept/durable-values.js'
import { ALICE, BOB } from '../venue-driver.js'

const act = (nonce: number) => ({ nonce, act: 'merge', conditionId: '0xc', amount: '5' }) as const
const never = () => {
  throw new Error('carried out again')
}

function kept(): DurableValues {
  const held = new Map<string, unknown>()
  return {
    isDurable: true,
    put: (kind, id, value) => void held.set(`${kind}/${id}`, structuredClone(value)),
    delete: () => undefined,
    get: () => undefined,
    all: <T>(kind: string) =>
      [...held]
        .filter(([id]) => id.startsWith(`${kind}/`))
        .map(([id, value]): [string, T] => [id.slice(kind.length + 1), value as T]),
  }
}

describe('SandboxChain', () => {
  it('carries a transaction out once, however often it is sent', () => {
    const chain = new SandboxChain()
    const first = chain.send(ALICE, act(0), () => 5n)
    expect(first).toMatchObject({ nonce: 0, status: 'confirmed', paid: '5' })
    expect(chain.send(ALICE, act(0), never)).toEqual(first)
    expect(chain.find(ALICE, first.hash)).toEqual(first)
    expect(chain.find(BOB, first.hash)).toBeUndefined()
    expect([chain.nonceOf(ALICE), chain.nonceOf(BOB)]).toEqual([1, 0])
  })

  it('takes the next nonce and no other', () => {
    const chain = new SandboxChain()
    expect(() => chain.send(ALICE, act(1), never)).toThrow('nonce: expected 0, got 1')
    chain.send(ALICE, act(0), () => 5n)
    expect(() => chain.send(ALICE, { ...act(0), amount: '6' }, never)).toThrow('nonce: expected 1, got 0')
  })

  it('uses up the nonce of what is reverted, and of a fault of the program none', () => {
    const chain = new SandboxChain()
    const refused = () => {
      throw new QuoinError('insufficient-balance', 'merge: needs 5')
    }
    expect(chain.send(ALICE, act(0), refused)).toMatchObject({
      status: 'reverted',
      paid: '0',
      reason: 'merge: needs 5',
    })
    expect(() => chain.send(ALICE, act(1), never)).toThrow('carried out again')
    expect(chain.nonceOf(ALICE)).toBe(1)
  })

  it('outlives the process', () => {
    const values = kept()
    const sent = new SandboxChain(values).send(ALICE, act(0), () => 5n)
    const again = new SandboxChain(values)
    expect([again.nonceOf(ALICE), again.find(ALICE, sent.hash)]).toEqual([1, sent])
  })
})
