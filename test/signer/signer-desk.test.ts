import { recoverAddress, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { frame } from '../../src/signer/signer-protocol.js'
import { orderHash } from '../../src/venue/wire/typed-data.js'
import { deskOf, orderOf, POLICY, signInOf, siwe, TERMS, typedData } from './stand.js'

const key = generatePrivateKey()
const address = privateKeyToAddress(key)
const context = { orderType: 'POST_ONLY' }
const asked = (question: object, desk = deskOf(key)) => desk.answer(frame({ v: 1, id: 4, ...question }))
const order = (change = {}, desk = deskOf(key)) =>
  asked({ ask: 'order', message: orderOf(address, change), context }, desk)

describe('a signer’s desk', () => {
  it('says whose key it holds, and its limits', async () => {
    const { chainId: _chain, ...policy } = POLICY
    expect(await asked({ ask: 'hello', typedData, siwe })).toMatchObject({
      ...{ id: 4, asked: 'hello' },
      value: { address, acts: true, policy: { ...policy, ordersPerMinute: 5 } },
    })
  })

  it.each([
    ['typedData.domain.chainId', { typedData: { ...typedData, domain: { ...typedData.domain, chainId: 1 } }, siwe }],
    ['typedData.variant', { typedData: { ...typedData, variant: 'side-from-amounts' }, siwe }],
    ['siwe.uri', { typedData, siwe: { ...siwe, uri: 'https://other.fake' } }],
  ])('refuses a bot of another venue by %s', async (field, of) => {
    const refusal = { name: 'profile', message: expect.stringContaining(field) }
    expect(await asked({ ask: 'hello', ...of })).toMatchObject({ refusal })
  })

  it('signs an order as the venue hashes it', async () => {
    const message = orderOf(address)
    const answer = await asked({ ask: 'order', message, context })
    const { signature } = 'value' in answer ? Object(answer.value) : {}
    expect(await recoverAddress({ hash: orderHash(message, typedData), signature })).toBe(address)
  })

  it.each([
    ['size', { takerAmount: 1001n }],
    ['collateral', { makerAmount: 0n }],
    ['price', { makerAmount: 95n }],
    ['price', { makerAmount: 850n, takerAmount: 900n }],
    ['expiration', { expiration: 0n }],
    ['expiration', { expiration: BigInt(Math.floor(Date.now() / 1000) + 1000) }],
    ['feeRateBps', { feeRateBps: 201n }],
    ['maker', { maker: siweOther() }],
    ['taker', { taker: siweOther() }],
  ])('refuses an order by its %s', async (name, change) => {
    expect(await order(change)).toMatchObject({
      asked: 'order',
      refusal: { name, message: expect.stringContaining(name) },
    })
  })

  it('refuses a type and a contract that are not its own', async () => {
    const message = orderOf(address)
    const typed = await asked({ ask: 'order', message, context: { orderType: 'FAK' } })
    expect(typed).toMatchObject({ refusal: { name: 'orderType' } })
    const elsewhere = await asked({ ask: 'order', message, context: { ...context, exchange: siweOther() } })
    expect(elsewhere).toMatchObject({ refusal: { name: 'exchange' } })
  })

  it('refuses more orders a minute than it may sign, and says when again; a refused one does not count', async () => {
    let nowMs = 1000
    const desk = deskOf(key, { ordersPerMinute: 2, monoMs: () => nowMs })
    expect(await order({ takerAmount: 5000n }, desk)).toHaveProperty('refusal')
    expect(await order({}, desk)).toHaveProperty('value')
    nowMs += 10_000
    expect(await order({}, desk)).toHaveProperty('value')
    expect(await order({}, desk)).toMatchObject({ refusal: { name: 'rate', retryAfterMs: 50_000 } })
    nowMs += 50_000
    expect(await order({}, desk)).toHaveProperty('value')
  })

  it('signs a sign-in of its venue, and nothing that a bot adds to it', async () => {
    const text = signInOf(address)
    const answer = await asked({ ask: 'sign-in', text })
    const { signature } = 'value' in answer ? Object(answer.value) : {}
    expect(await recoverMessageAddress({ message: text, signature })).toBe(address)
    const others = [
      ...[{ domain: 'evil.fake' }, { statement: 'I give everything away' }, { resources: ['https://evil.fake'] }],
      ...[{ expirationTime: new Date(Date.now() + 86_400_000) }, { issuedAt: new Date(Date.now() - 3_600_000) }],
    ]
    for (const change of others)
      expect(await asked({ ask: 'sign-in', text: signInOf(address, change) })).toMatchObject({
        refusal: { name: 'sign-in' },
      })
    expect(await asked({ ask: 'sign-in', text: 'anything' })).toMatchObject({ refusal: { name: 'sign-in' } })
  })

  it('signs transactions under its caps, or none', async () => {
    const act = { kind: 'merge', conditionId: `0x${'ab'.repeat(32)}`, setsRaw: 5n }
    expect(await asked({ ask: 'act', act, terms: TERMS })).toMatchObject({ value: { nonce: 3 } })
    const dear = await asked({ ask: 'act', act, terms: { ...TERMS, gas: 200_000n } })
    expect(dear).toMatchObject({ refusal: { name: 'act', message: expect.stringContaining('at most 100000') } })
    const approve = { kind: 'approve', spender: siweOther(), amountRaw: 1n }
    expect(await asked({ ask: 'act', act: approve, terms: TERMS })).toMatchObject({ refusal: { name: 'act' } })
    const none = deskOf(key, { transactions: undefined })
    expect(await asked({ ask: 'act', act, terms: TERMS }, none)).toMatchObject({ refusal: { name: 'act' } })
  })

  it.each([
    ['bad-request', 'no json'],
    ['version', '{"v":2,"id":4,"ask":"hello"}'],
    ['bad-request', '{"v":1,"id":4,"ask":"hash","hash":"0x00"}'],
    ['bad-request', '{"v":1,"id":-1,"ask":"sign-in","text":""}'],
    ['version', 'null'],
  ])('answers %s to what is no request', async (name, line) => {
    expect(await deskOf(key).answer(line)).toMatchObject({ refusal: { name } })
  })
})

function siweOther() {
  return '0x00000000000000000000000000000000000000ee' as const
}
