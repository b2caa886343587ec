import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { AUTH_ENDED, SERVER_EVENTS } from '../../../../src/venue/wire/event-schema.js'
import { ALICE, BOB, KEY, type Loose, VenueDriver } from '../venue-driver.js'

const document: Loose = new VenueDriver().get('/asyncapi.json', { key: '' }).body

describe('the AsyncAPI document', () => {
  it('is version 3 and names every event of the server', () => {
    expect(document).toMatchObject({ asyncapi: '3.0.0', info: { version: '1.0.0' } })
    expect(document.servers.venue).toMatchObject({ protocol: 'ws', pathname: '/socket.io' })
    for (const event of Object.keys(SERVER_EVENTS)) expect(document.components.messages[event].name).toBe(event)
  })

  it('leads every reference somewhere', () => {
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce<Loose>((at, part) => at?.[part], document)
      expect({ pointer, target: typeof target }).toEqual({ pointer, target: 'object' })
    }
  })

  it('keeps public and private events apart', () => {
    const namesOf = (channel: string) => Object.keys(document.channels[channel].messages)
    expect(namesOf('account')).toEqual(['order', 'balance', 'auth-ended'])
    expect(namesOf('requests')).toContain('auth')
    expect(namesOf('market')).toContain('orderbook-snapshot')
    expect(document.operations.tellMarket.messages).toHaveLength(namesOf('market').length)
  })

  it('describes every event as it is sent', () => {
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    const venue = new VenueDriver({ globalFeeRateBps: 10 })
    const { accessToken } = venue.signIn(ALICE)
    const socket = venue.socket({ apiKey: KEY, accessToken })
    const { conditionId, id } = venue.market
    socket.send('subscribe', { conditionIds: [conditionId], channels: ['orderbook', 'bestBids', 'trades', 'market'] })
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500, feeRateBps: 10 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200, feeRateBps: 10 })
    venue.pass(2000)
    venue.post('/sandbox/fees', { scope: 'global', feeRateBps: 20 })
    venue.post(`/sandbox/markets/${id}/resolve`, { outcome: 1 })
    venue.pass(3_600_000)
    const seen = new Set(socket.heard.map(({ event }) => event))
    expect([...seen].sort()).toEqual([...Object.keys(SERVER_EVENTS), AUTH_ENDED].sort())
    for (const { event, payload } of socket.heard) {
      const validate = ajv.compile({ ...document.components.messages[event].payload, components: document.components })
      const fits = validate(JSON.parse(JSON.stringify(payload)))
      expect({ event, payload, errors: fits ? [] : validate.errors }).toMatchObject({ errors: [] })
    }
  })
})
