// The AsyncAPI 3 document of the real-time events: made from the schemas that the client reads them by.

import type { z } from 'zod'
import {
  AUTH_ENDED,
  authAck,
  authEndedEvent,
  authRequest,
  CHANNELS,
  EVENT_CHANNEL,
  SERVER_EVENTS,
  type ServerEventName,
  subscribeAck,
  subscribeRequest,
} from '../../../venue/wire/event-schema.js'
import { API_VERSION } from '../published-profile.js'
import { exampleOf } from './example-of.js'
import { type Json, jsonSchema, type SchemaParts } from './json-schemas.js'

const MEANINGS: Readonly<Record<ServerEventName, string>> = {
  'orderbook.snapshot': 'Both books, on joining and on every new subscription',
  'orderbook.update': 'New total size of one token and side at a price; 0 when nothing is left',
  bestBids: 'Top bid per outcome token, when it changed',
  trade: 'A match, one per condition',
  'trade.settlement':
    'A match settled or failed, together with the others of its taker order; what failed may be back in the book',
  'market.status': 'Lifecycle or registration changed',
  'market.fee': 'Effective fee changed',
  order: 'An own order, whole, after every change',
  balance: 'Own collateral after every change: total = available + locked + pending',
}

export interface AsyncApiMessage {
  readonly name: string
  readonly title: string
  readonly payload: Json
  readonly examples: readonly { readonly payload: unknown }[]
}

/** As far as it is read here. */
export interface AsyncApiDocument extends Json {
  readonly info: Json & { readonly description: string }
  readonly components: Json & { readonly messages: Readonly<Record<string, AsyncApiMessage>> }
}

export interface AsyncApiOptions {
  readonly name: string
  /** Host and port. */
  readonly host: string
  /** Path of the socket. */
  readonly path: string
}

export function asyncApiDocument({ name, host, path }: AsyncApiOptions): AsyncApiDocument {
  const schemas: SchemaParts = {}
  const events = Object.keys(SERVER_EVENTS).filter(isEventName)
  const message = (name: string, title: string, schema: z.ZodType): Record<string, AsyncApiMessage> => {
    const payload = jsonSchema(schema, 'draft-7', schemas)
    return { [name]: { name, title, payload, examples: [{ payload: exampleOf(payload, schemas) }] } }
  }
  const messages: Record<string, AsyncApiMessage> = {
    ...message('subscribe', 'Join rooms; no channel named means all', subscribeRequest),
    ...message('unsubscribe', 'Leave rooms; no channel named means all', subscribeRequest),
    ...message('acknowledgement', 'What was accepted and what was not', subscribeAck),
    ...message('auth', 'A new access token instead of the one the socket came with', authRequest),
    ...message('auth.acknowledgement', 'Whose private room the socket is in, and until when', authAck),
    ...message(AUTH_ENDED, 'The private room was left: the token expired or the sign-in was revoked', authEndedEvent),
  }
  for (const event of events) Object.assign(messages, message(event, MEANINGS[event], SERVER_EVENTS[event]))
  const publicEvents = events.filter((event) => EVENT_CHANNEL[event] !== undefined)
  const privateEvents = [...events.filter((event) => EVENT_CHANNEL[event] === undefined), AUTH_ENDED]
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${name}: real-time events`,
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    servers: { venue: { host, pathname: path, protocol: 'ws', description: 'socket.io 4 over websocket' } },
    channels: {
      requests: channel('What a client asks for', [
        'subscribe',
        'unsubscribe',
        'acknowledgement',
        'auth',
        'auth.acknowledgement',
      ]),
      market: channel('Rooms of a market, by conditionId and channel', publicEvents),
      account: channel('The private room of a signed-in account', privateEvents),
    },
    operations: operations(publicEvents, privateEvents),
    components: { messages, schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'user', description: '`auth.apiKey` of the handshake: the key of the HTTP interface' },
  accessToken: { type: 'http', scheme: 'bearer', description: '`auth.accessToken` of the handshake, from the sign-in' },
}
const API_KEY = [{ $ref: '#/components/securitySchemes/apiKey' }]

const DESCRIPTION = `The handshake carries \`auth: { apiKey, accessToken? }\`. A client sends \`subscribe\` and \`unsubscribe\` with
\`conditionIds\` and \`channels\` (${CHANNELS.join(', ')}) and is acknowledged. Events are \`{ conditionId, seq, ts, data }\`;
\`seq\` counts the events of one channel of one condition without gaps, \`ts\` is the venue's clock in unix milliseconds.

A socket lives no longer than its credentials. A revoked or rotated key ends it. An access token that expires, or whose sign-in
is revoked, ends the private room alone, and \`auth.ended\` says so. Send \`auth\` with \`{ accessToken }\` before that: the new token
takes the place of the old one and its account's room is the socket's; a token that is refused changes nothing.`

/** What goes over the socket, as the venue does it. */
function operations(publicEvents: readonly string[], privateEvents: readonly string[]): Json {
  return {
    takeRequests: {
      action: 'receive',
      security: API_KEY,
      channel: { $ref: '#/channels/requests' },
      messages: [at('requests', 'subscribe'), at('requests', 'unsubscribe')],
      reply: { channel: { $ref: '#/channels/requests' }, messages: [at('requests', 'acknowledgement')] },
    },
    takeTokens: {
      action: 'receive',
      security: API_KEY,
      channel: { $ref: '#/channels/requests' },
      messages: [at('requests', 'auth')],
      reply: { channel: { $ref: '#/channels/requests' }, messages: [at('requests', 'auth.acknowledgement')] },
    },
    tellMarket: {
      action: 'send',
      security: API_KEY,
      channel: { $ref: '#/channels/market' },
      messages: publicEvents.map((event) => at('market', event)),
    },
    tellAccount: {
      action: 'send',
      security: [...API_KEY, { $ref: '#/components/securitySchemes/accessToken' }],
      channel: { $ref: '#/channels/account' },
      messages: privateEvents.map((event) => at('account', event)),
    },
  }
}

function channel(description: string, names: readonly string[]): Json {
  const messages = Object.fromEntries(names.map((name) => [keyOf(name), { $ref: `#/components/messages/${name}` }]))
  // no address: one socket.io connection carries them all
  return { description, messages, servers: [{ $ref: '#/servers/venue' }] }
}

function at(channelName: string, message: string): Json {
  return { $ref: `#/channels/${channelName}/messages/${keyOf(message)}` }
}

/** Keys of a channel's messages carry no dots. */
function keyOf(name: string): string {
  return name.replaceAll('.', '-')
}

function isEventName(name: string): name is ServerEventName {
  return Object.hasOwn(SERVER_EVENTS, name)
}
