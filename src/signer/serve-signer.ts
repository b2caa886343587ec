// The signer's socket: lines in, lines out, several bots at once. Nothing that a client does or leaves undone reaches another.
//
//   at most 16 clients, 16 KiB a request, 256 requests of a client under way, 1 MB that a client does not read

import { createServer, type Socket } from 'node:net'
import { LineReader } from '../local-port/line-reader.js'
import type { Asked, Reply, SignerDesk } from './signer-desk.js'
import { listenAtSocket } from './signer-place.js'
import { frame, MAX_FRAME_BYTES, type Refusal, SIGNER_PROTOCOL } from './signer-protocol.js'

const MAX_CLIENTS = 16
const MAX_UNDER_WAY = 256
const MAX_UNREAD_BYTES = 1_000_000

export type SignerNews =
  | { readonly event: 'connected' | 'disconnected'; readonly clients: number }
  | { readonly event: 'signed'; readonly asked: Asked }
  | ({ readonly event: 'refused'; readonly asked: Asked } & Refusal)

export interface SignerServer {
  close(): Promise<void>
}

/** Throws `bad-config` when the socket cannot be taken. */
export async function serveSigner(
  desk: Pick<SignerDesk, 'answer'>,
  socket: string,
  tell: (news: SignerNews) => void,
): Promise<SignerServer> {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    tell({ event: 'connected', clients: clients.size })
    client.once('close', () => {
      clients.delete(client)
      tell({ event: 'disconnected', clients: clients.size })
    })
    talk(client, desk, tell)
  })
  server.maxConnections = MAX_CLIENTS
  await listenAtSocket(server, socket)
  server.on('error', () => undefined)
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const client of clients) client.destroy()
      }),
  }
}

function talk(client: Socket, desk: Pick<SignerDesk, 'answer'>, tell: (news: SignerNews) => void): void {
  const lines = new LineReader(MAX_FRAME_BYTES)
  let underWay = 0
  const reply = async (line: string) => {
    underWay++
    const answer = await desk.answer(line)
    underWay--
    // a greeting is nothing that was signed
    if ('refusal' in answer) tell({ event: 'refused', asked: answer.asked, ...answer.refusal })
    else if (answer.asked !== 'hello') tell({ event: 'signed', asked: answer.asked })
    if (client.destroyed) return
    client.write(written(answer))
    if (client.writableLength > MAX_UNREAD_BYTES) client.destroy()
  }
  client.on('error', () => client.destroy())
  client.on('data', (chunk) => {
    const whole = lines.take(chunk)
    if (whole === undefined || underWay + whole.length > MAX_UNDER_WAY) {
      const why =
        whole === undefined ? `a line of at most ${MAX_FRAME_BYTES} bytes` : `at most ${MAX_UNDER_WAY} requests at once`
      client.end(
        written({ id: 0, asked: 'nothing', refusal: { name: 'bad-request', message: `request: expected ${why}` } }),
      )
      client.removeAllListeners('data')
      return
    }
    for (const line of whole) void reply(line)
  })
}

function written(answer: Reply): string {
  const head = { v: SIGNER_PROTOCOL, id: answer.id }
  return frame(
    'refusal' in answer ? { ...head, ok: false, refusal: answer.refusal } : { ...head, ok: true, value: answer.value },
  )
}
