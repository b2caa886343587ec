// Between a bot and its machine: what comes over its socket, and what it says there, is told to who watches the bot.

import type { Transport } from '../../../src/venue/session/transport.js'
import { AUTH_ENDED } from '../../../src/venue/wire/event-schema.js'
import type { BotLife } from './bot-life.js'
import type { LifeWatch } from './life-watch.js'

interface Heard {
  readonly life: BotLife
  readonly machine: Transport
}

export function heardBy(
  watch: Pick<LifeWatch, 'linked' | 'received' | 'framed' | 'showed'>,
  { life, machine }: Heard,
): Transport {
  return {
    http: (request, done) => machine.http(request, done),
    openSocket: (auth, handlers) => {
      const shown = () => {
        const one = auth()
        watch.showed({ kind: 'opened', token: one.accessToken }, life)
        return one
      }
      const link = machine.openSocket(shown, {
        heard: () => {
          watch.received(life)
          handlers.heard()
        },
        connected: () => {
          watch.linked(true, life)
          handlers.connected()
        },
        disconnected: (reason) => {
          watch.linked(false, life)
          handlers.disconnected(reason)
        },
        event: (name, payload) => {
          if (name === AUTH_ENDED) watch.showed({ kind: 'shown-out', payload }, life)
          handlers.event(name, payload)
          watch.framed(name, payload, life)
        },
      })
      return {
        emit: (name, payload, options) => {
          if (name === 'auth') watch.showed({ kind: 'said', payload }, life)
          link.emit(name, payload, options)
        },
        reconnect: () => {
          watch.showed({ kind: 'given-up' }, life)
          link.reconnect()
        },
        close: () => link.close(),
      }
    },
  }
}
