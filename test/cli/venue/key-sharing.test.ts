import { expect, it } from 'vitest'
import { sharedKey } from '../../../src/cli/venue/key-sharing.js'
import type { KeyPart } from '../../../src/domain/permit.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { Secret } from '../../../src/venue/transport/secret.js'
import { configWith } from '../../keys/bot-file.js'

const parts = (changes: Parameters<typeof configWith>[0]) => {
  const warned: string[] = []
  const parted: { readonly bots: number; readonly part?: KeyPart }[] = []
  const config = configWith(changes)
  const apiKey = new Secret('a-key-of-several-bots')
  const shared = (one: (typeof parted)[number]) => void parted.push(one)
  const told = { warn: (text: string) => warned.push(text), desk: { shared, uses: () => undefined } }
  return { warned, parted, of: { config, apiKey, clock: createRealClock(), ...told } }
}

it('is nobody’s affair without a Redis', async () => {
  const { of, parted } = parts({})
  expect(await sharedKey(of)).toBeUndefined()
  expect(parted).toEqual([])
})

it('takes the part of fleet.bots where Redis does not answer, and says so', async () => {
  const { of, warned, parted } = parts({ 'fleet.redis.url': 'redis://127.0.0.1:1', 'fleet.bots': 4 })
  const sharers = await sharedKey(of)
  expect(sharers?.sharing).toEqual({ bots: 4, isKnown: false })
  expect(parted).toEqual([{ bots: 4 }])
  expect(warned).toEqual([
    'redis redis://127.0.0.1:1 does not say what the bots that share the API key leave: this one takes 1/4 of its budget',
  ])
  await sharers?.close()
})
