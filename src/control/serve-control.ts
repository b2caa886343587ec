// The control port: lines in, lines out, several clients at once. Nothing that a client does or leaves undone reaches the bot but a request
// that is one by the schema.
//
//   at most 16 clients, 16 KiB a request, half a minute of silence, 4 MB that a client does not read
//
// Where a seventeenth comes, the one that has been there longest and waits for no answer is let go: whoever only holds the line, with or
// without the token, keeps nobody from a halt.

import { createServer, type Server, type Socket } from 'node:net'
import { toFailure } from '../domain/error.js'
import { jsonOf } from '../domain/json.js'
import {
  type ControlAnswer,
  type ControlRequest,
  controlRequest,
  MAX_REQUEST_BYTES,
  refusal,
} from './control-protocol.js'
import { type ControlPlace, listenAt } from './place.js'
import { isSameSecret } from './same-secret.js'

export interface ControlServer {
  /** Path of the socket, or host and port. */
  readonly at: string
  close(): Promise<void>
}

const MAX_CLIENTS = 16
const SILENCE_MS = 30_000
const MAX_UNREAD_BYTES = 4_000_000
const NEWLINE = 0x0a

interface Client {
  readonly socket: Socket
  /** For the answer to a request of its own. */
  waits: boolean
}

/** Rejects with `bad-config` when the place cannot be taken. */
export async function serveControl(
  place: ControlPlace,
  answer: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<ControlServer> {
  const token = place.kind === 'loopback' ? place.token : undefined
  const clients = new Set<Client>()
  const server = createServer((socket) => {
    if (clients.size >= MAX_CLIENTS && !makeRoom(clients)) return void socket.destroy()
    const client: Client = { socket, waits: false }
    clients.add(client)
    socket.once('close', () => clients.delete(client))
    talk(client, async (text) => answered(text, token, answer))
  })
  const at = await listenAt(server, place)
  // a fault of the port is none of the bot's
  server.on('error', () => undefined)
  return { at, close: () => closed(server, clients) }
}

/** Whether one was let go. */
function makeRoom(clients: Set<Client>): boolean {
  for (const client of clients) {
    if (client.waits) continue
    clients.delete(client)
    client.socket.destroy()
    return true
  }
  return false
}

function closed(server: Server, clients: ReadonlySet<Client>): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    for (const { socket } of clients) socket.destroy()
  })
}

/** One request after the other; whoever says too much, or nothing, is let go. */
function talk(client: Client, reply: (text: string) => Promise<ControlAnswer>): void {
  const { socket } = client
  let heard = Buffer.alloc(0)
  let isBusy = false
  const say = (answer: ControlAnswer) => {
    if (socket.destroyed) return
    socket.write(`${JSON.stringify(answer)}\n`)
    if (socket.writableLength > MAX_UNREAD_BYTES && !socket.writableNeedDrain) socket.destroy()
  }
  const next = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (let end = heard.indexOf(NEWLINE); end >= 0; end = heard.indexOf(NEWLINE)) {
      const text = heard.subarray(0, end).toString()
      heard = heard.subarray(end + 1)
      client.waits = true
      const answer = await reply(text)
      client.waits = false
      say(answer)
      // what is not read is not added to
      if (socket.writableNeedDrain) await drained(socket)
    }
    isBusy = false
    if (heard.length <= MAX_REQUEST_BYTES) return
    say(refusal('bad-request', `request: expected at most ${MAX_REQUEST_BYTES} bytes in a line, got more`))
    socket.end()
  }
  // who waits for an answer may be silent
  socket.setTimeout(SILENCE_MS, () => (isBusy ? undefined : socket.destroy()))
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk])
    // a flood of requests is one of bytes too
    if (heard.length > 4 * MAX_REQUEST_BYTES) socket.destroy()
    else void next()
  })
}

function drained(socket: Socket): Promise<void> {
  return new Promise((done) => {
    socket.once('drain', () => done())
    socket.once('close', () => done())
  })
}

async function answered(
  text: string,
  token: string | undefined,
  answer: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<ControlAnswer> {
  const request = requestOf(text)
  if (!('command' in request)) return request
  if (token !== undefined && !isSameSecret(request.token ?? '', token))
    return refusal('forbidden', 'token: expected the one of control.tokenFile, got another')
  try {
    return await answer(request)
  } catch (thrown) {
    const { code, message } = toFailure(thrown)
    return refusal(code, message)
  }
}

function requestOf(text: string): ControlRequest | ControlAnswer {
  const json = jsonOf(text)
  if (json === undefined) return refusal('bad-request', 'request: expected one line of JSON')
  const parsed = controlRequest.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refusal('bad-request', `${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'unreadable'}`)
}
