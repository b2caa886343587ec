// The venue's real-time events over socket.io: subscribing with acknowledgement, and every event in the order of arrival.

import { io, type Socket } from 'socket.io-client'
import { type Check, list, object, record, text } from './checks.js'

export interface Acknowledged {
  accepted: string[]
  rejected: { id: string; reason: string }[]
}

const acknowledged: Check<Acknowledged> = object<Acknowledged>({
  accepted: list(text),
  rejected: list(object<Acknowledged['rejected'][number]>({ id: text, reason: text })),
})

export interface Event {
  name: string
  conditionId: string | undefined
  seq: number | undefined
  /** Unix milliseconds. */
  ts: number
  data: unknown
}

function eventOf(name: string, value: unknown): Event {
  const { conditionId, seq, ts, data } = record(value, name)
  if (typeof ts !== 'number') throw new Error(`${name}.ts: expected a number, got ${JSON.stringify(ts)}`)
  return {
    name,
    conditionId: typeof conditionId === 'string' ? conditionId : undefined,
    seq: typeof seq === 'number' ? seq : undefined,
    ts,
    data,
  }
}

export class Feed {
  readonly events: Event[] = []
  private readonly socket: Socket
  private waiting: (() => void)[] = []

  private constructor(socket: Socket) {
    this.socket = socket
    socket.onAny((name: string, value: unknown) => {
      this.events.push(eventOf(name, value))
      for (const wake of this.waiting.splice(0)) wake()
    })
  }

  /** Resolves when connected; rejects with the reason of a refusal. */
  static async connect(url: string, auth: { apiKey?: string; accessToken?: string }): Promise<Feed> {
    const socket = io(url, { auth, transports: ['websocket'], reconnection: false, forceNew: true })
    const feed = new Feed(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return feed
  }

  async ask(what: 'subscribe' | 'unsubscribe', body: unknown): Promise<Acknowledged> {
    return acknowledged(await this.socket.timeout(5_000).emitWithAck(what, body), what)
  }

  subscribe(conditionIds: string[], channels: string[]): Promise<Acknowledged> {
    return this.ask('subscribe', { conditionIds, channels })
  }

  named(name: string, conditionId?: string): Event[] {
    return this.events.filter((e) => e.name === name && (conditionId === undefined || e.conditionId === conditionId))
  }

  /** The first event that satisfies the condition, come or to come; fails after 5 s. */
  async until(what: string, found: (event: Event) => boolean): Promise<Event> {
    const end = Date.now() + 5_000
    while (true) {
      const event = this.events.find(found)
      if (event !== undefined) return event
      const left = end - Date.now()
      if (left <= 0) throw new Error(`no event within 5 s: ${what}; came: ${this.events.map((e) => e.name).join(' ')}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  get connected(): boolean {
    return this.socket.connected
  }

  close(): void {
    this.socket.disconnect()
  }
}
