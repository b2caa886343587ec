// The example of a signed order is a true one: its hash, its signature, and a venue of the default configuration that takes it.

import { hashMessage, recoverAddress, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashTypedData } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import {
  EXAMPLE_CONDITION,
  EXAMPLE_DOMAIN,
  EXAMPLE_HASH,
  EXAMPLE_PRIVATE_KEY,
  EXAMPLE_SIGN_IN,
  EXAMPLE_TOKENS,
  EXAMPLE_WALLET,
} from '../../../../src/server/api/documents/worked-order.js'
import { type Loose, tagCrypto, VenueDriver } from '../venue-driver.js'

const venue = new VenueDriver()
const document: Loose = venue.get('/openapi.json', { key: '' }).body
const operation = document.paths['/markets/{id}/orders'].post
const { example } = operation.requestBody.content['application/json']
const wallet = privateKeyToAccount(EXAMPLE_PRIVATE_KEY)

/** As a third party makes it: from the description alone. */
function typedData(): Loose {
  const [, list = ''] = /`Order\(([^)]+)\)`/.exec(operation.description) ?? []
  const fields = list.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { type, name }
  })
  const word = (name: string) => new RegExp(`${name} \`([^\`]+)\``).exec(operation.description)?.[1]
  const domain = {
    name: word('name'),
    version: word('version'),
    chainId: Number(word('chainId')),
    verifyingContract: word('verifyingContract'),
  }
  return { domain, types: { Order: fields }, primaryType: 'Order', message: example.order }
}

describe('the worked order of /openapi.json', () => {
  it('hashes to the digest that is told, and recovers to its maker', async () => {
    const data = typedData()
    expect(data.domain).toEqual(EXAMPLE_DOMAIN)
    expect(data.types.Order).toHaveLength(12)
    expect(hashTypedData(data)).toBe(EXAMPLE_HASH)
    const signature = example.order.signature
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(EXAMPLE_WALLET)
    expect(operation.description).toContain(EXAMPLE_HASH)
  })

  it('is signed by the private key that is told', async () => {
    expect(operation.description).toContain(EXAMPLE_PRIVATE_KEY)
    expect(wallet.address).toBe(EXAMPLE_WALLET)
    expect(await wallet.signTypedData(typedData())).toBe(example.order.signature)
  })

  it('rests on a venue of the default configuration, once its wallet has collateral', async () => {
    const signer = await recoverAddress({ hash: EXAMPLE_HASH, signature: example.order.signature })
    const crypto = {
      ...tagCrypto(),
      recoverOrderSigner: (hash: string, _signature: string, done: (signer: Loose) => void) =>
        done(hash === EXAMPLE_HASH ? signer : undefined),
    }
    const fresh = new VenueDriver({}, { crypto })
    expect(fresh.market).toMatchObject({ id: 'market-1', conditionId: EXAMPLE_CONDITION })
    expect(fresh.market.grid.outcomes.map(({ tokenId }) => tokenId)).toEqual(EXAMPLE_TOKENS)
    expect(fresh.post('/markets/market-1/orders', example).body.code).toBe('insufficient_balance')
    fresh.post('/sandbox/faucet', { account: EXAMPLE_WALLET, amount: '100000000' })
    const { status, body } = fresh.post('/markets/market-1/orders', example)
    expect({ status, body }).toEqual({
      status: 201,
      body: operation.responses[201].content['application/json'].example,
    })
    expect(fresh.get(`/orders/${EXAMPLE_HASH}`).body).toMatchObject({ side: 'BUY', originalSize: '100000000' })
  })

  it('names the domain of a server that is configured otherwise', () => {
    const chain = { chainId: 137, domainName: 'Other' }
    const { body } = new VenueDriver({ chain, typedData: 'side-from-amounts' }).get('/openapi.json', { key: '' })
    const { description } = body.paths['/markets/{id}/orders'].post
    expect(description).toContain('name `Other`')
    expect(description).toContain('chainId `137`')
    expect(description).not.toContain('uint8 side')
  })

  it('says of every field what it is', () => {
    const { properties } = document.components.schemas.SignedOrder
    expect(Object.keys(properties).sort()).toEqual(Object.keys(example.order).sort())
    for (const [name, { description = '' }] of Object.entries<Loose>(properties)) {
      expect({ name, isTold: description.length > 20 }).toEqual({ name, isTold: true })
    }
  })

  it('has a sign-in beside it that its wallet signed', async () => {
    const { message, signature } = EXAMPLE_SIGN_IN
    expect(document.paths['/auth/verify'].post.requestBody.content['application/json'].example).toEqual(EXAMPLE_SIGN_IN)
    expect(await recoverAddress({ hash: hashMessage(message), signature: signature as Loose })).toBe(EXAMPLE_WALLET)
  })
})
