// A proxy that lets through to one port of this machine, by whatever name it is asked for, and tells of whom it was asked.

import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface AProxy {
  readonly url: URL
  /** `CONNECT host:port`, or method and address of what was sent in the clear, each with what it was shown as a password. */
  readonly asked: (readonly [what: string, authorization: string | undefined])[]
  /** Connections to it that stand. */
  open(): number
  /** Answers this, or nothing, to each CONNECT from now on, or closes instead, and ends what goes through it; `undefined`: lets through. */
  refuse(how: number | 'silently' | 'closing' | undefined): void
  close(): Promise<void>
}

export async function openProxy(port: number, credentials = ''): Promise<AProxy> {
  const asked: [string, string | undefined][] = []
  const sockets = new Set<Socket>()
  let refusal: number | 'silently' | 'closing' | undefined
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((request, response) => {
    asked.push([`${request.method} ${request.url}`, request.headers['proxy-authorization']])
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket: Socket, head) => {
    asked.push([`CONNECT ${request.url}`, request.headers['proxy-authorization']])
    socket.on('error', () => undefined)
    keep(socket)
    if (refusal === 'silently') {
      socket.once('end', () => socket.destroy()).resume()
      return
    }
    if (refusal === 'closing') {
      socket.end()
      return
    }
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
      return
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    keep(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const own = (server.address() as AddressInfo).port
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: new URL(`http://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${own}`),
    asked,
    open: () => sockets.size,
    refuse(how) {
      refusal = how
      cut()
    },
    async close() {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
