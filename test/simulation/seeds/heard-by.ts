// Between a bot and its machine: what comes over its socket is told to who watches the bot.

import type { Transport } from '../../../src/venue/session/transport.js'
import type { BotLife, LifeWatch } from './bot-life.js'

interface Heard {
  readonly life: BotLife
  readonly machine: Transport
}

export function heardBy(watch: Pick<LifeWatch, 'linked' | 'received' | 'framed'>, { life, machine }: Heard): Transport {
  return {
    http: (request, done) => machine.http(request, done),
    openSocket: (auth, handlers) =>
      machine.openSocket(auth, {
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
          handlers.event(name, payload)
          watch.framed(name, payload, life)
        },
      }),
  }
}
