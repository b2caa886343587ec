// A way to Redis that can be cut: what is on it is lost, and nobody is told.

import { connect, createServer, type Socket } from 'node:net'

export interface CutProxy {
  readonly url: string
  /** Connections stay, and carry nothing. */
  cut(): void
  mend(): void
  /** Connections of now stay, and carry nothing any more; new ones do. */
  forget(): void
  close(): Promise<void>
}

/** `delayMs`: of everything, each way. */
export async function cutProxy(port: number, delayMs = 0): Promise<CutProxy> {
  let isCut = false
  const open = new Set<Socket>()
  const forgotten = new WeakSet<Socket>()
  const server = createServer((here) => {
    const there = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(from)
      from.on('data', (data) => {
        if (isCut || forgotten.has(from)) return
        if (delayMs === 0) to.write(data)
        else setTimeout(() => to.write(data), delayMs)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `redis://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      // what was lost is missed
      for (const socket of open) socket.destroy()
    },
    forget: () => {
      for (const socket of open) forgotten.add(socket)
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
