// A client's socket with as little of a client in it as can be: socket.io's words over a websocket's frames, written and read by hand, so that
// a thousand of them take no time from what is measured.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'
const TEXT = 0x81
const PING = '2'
const PONG = '3'

export class RawSocket {
  readonly #socket: Socket
  #left: Buffer = Buffer.alloc(0)
  readonly #onText: (text: string) => void

  private constructor(socket: Socket, onText: (text: string) => void) {
    this.#socket = socket
    this.#onText = onText
    socket.on('data', (bytes: Buffer) => this.#heard(bytes)).on('error', () => undefined)
  }

  /** Connected, and subscribed to the book of a condition. `onEvent` hears of each message. */
  static async open(
    { url, path, apiKey }: { readonly url: string; readonly path: string; readonly apiKey: string },
    conditionId: string,
    onEvent: (text: string) => void,
  ): Promise<RawSocket> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname).setNoDelay(true)
    await once(socket, 'connect')
    socket.write(
      `GET ${path.replace(/\/$/, '')}/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}${HEAD_END}`,
    )
    const [first]: Buffer[] = await once(socket, 'data')
    const head = first?.toString('latin1') ?? ''
    if (!head.startsWith('HTTP/1.1 101')) throw new Error(`expected a websocket, got ${head.split('\r\n')[0]}`)
    return new Promise((resolve) => {
      const subscription = JSON.stringify(['subscribe', { conditionIds: [conditionId], channels: ['orderbook'] }])
      const raw = new RawSocket(socket, (text) => {
        if (text === PING) raw.#send(PONG)
        else if (text.startsWith('0')) raw.#send(`40${JSON.stringify({ apiKey })}`)
        else if (text.startsWith('40')) raw.#send(`421${subscription}`)
        else if (text.startsWith('431')) resolve(raw)
        else onEvent(text)
      })
      raw.#heard(Buffer.from(first ?? []).subarray(head.indexOf(HEAD_END) + HEAD_END.length))
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  /** What the venue sends is not masked, and never in parts. */
  #heard(bytes: Buffer): void {
    let left = this.#left.length === 0 ? bytes : Buffer.concat([this.#left, bytes])
    while (left.length >= 2) {
      const short = (left[1] ?? 0) & 0x7f
      const start = short === 126 ? 4 : short === 127 ? 10 : 2
      if (left.length < start) break
      const length = short === 126 ? left.readUInt16BE(2) : short === 127 ? Number(left.readBigUInt64BE(2)) : short
      if (left.length < start + length) break
      if (left[0] === TEXT) this.#onText(left.toString('utf8', start, start + length))
      left = left.subarray(start + length)
    }
    this.#left = left
  }

  /** What a client sends is masked; nothing hides behind a mask of zeros. */
  #send(text: string): void {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(bytes.length)
    const head =
      bytes.length < 126 ? Buffer.from([TEXT, 0x80 | bytes.length]) : Buffer.from([TEXT, 0x80 | 126, ...length])
    this.#socket.write(Buffer.concat([head, Buffer.alloc(4), bytes]))
  }
}
