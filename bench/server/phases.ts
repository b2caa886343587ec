// What is measured: round trips, reads idle and under load, fan-out over sockets.

import { io, type Socket } from 'socket.io-client'
import { type BenchClient, KEY } from './bench-client.js'
import { Times, timed } from './percentiles.js'

export async function signAhead(client: BenchClient, count: number): Promise<unknown[]> {
  const orders: unknown[] = []
  for (let n = 0; n < count; n++) orders.push(await client.signOrder())
  return orders
}

/** Each order is submitted and cancelled, `lanes` at a time; the rate counts pairs. */
export async function roundTrips(client: BenchClient, orders: unknown[], lanes: number) {
  const submits = new Times()
  const cancels = new Times()
  const start = performance.now()
  const lane = async () => {
    for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
      const body = order
      let hash = ''
      await timed(submits, async () => {
        hash = await client.submit(body)
      })
      await timed(cancels, () => client.cancel(hash))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { submits, cancels, perSec: submits.count / ((performance.now() - start) / 1000) }
}

/** As many reads as go in the time, `lanes` at a time. */
export async function readFlood(client: BenchClient, ms: number, lanes: number) {
  const reads = new Times()
  const start = performance.now()
  const lane = async () => {
    while (performance.now() - start < ms) await timed(reads, () => client.bestBids())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { reads, perSec: reads.count / ((performance.now() - start) / 1000) }
}

/** A read every few milliseconds, until the work beside it is done: what a quiet reader feels. */
export async function readBeside(client: BenchClient, work: Promise<unknown>): Promise<Times> {
  const reads = new Times()
  let isOver = false
  void work.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  while (!isOver) {
    await timed(reads, () => client.bestBids())
    await pause(5)
  }
  await work
  return reads
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** From the moment the order is sent to its arrival at each subscriber. */
export async function fanOut(client: BenchClient, url: string, options: { subscribers: number; events: number }) {
  const { subscribers, events } = options
  const sockets = await openSockets(url, subscribers)
  await Promise.all(
    sockets.map((socket) =>
      socket.emitWithAck('subscribe', { conditionIds: [client.conditionId], channels: ['orderbook'] }),
    ),
  )
  const delays = new Times()
  const orders = await signAhead(client, events)
  const hashes: string[] = []
  let start = 0
  let left = 0
  let isHeard: () => void = () => undefined
  for (const socket of sockets) {
    socket.on('orderbook.update', () => {
      delays.add(performance.now() - start)
      left -= 1
      if (left === 0) isHeard()
    })
  }
  for (const order of orders) {
    left = subscribers
    const heard = new Promise<void>((resolve) => {
      isHeard = resolve
    })
    start = performance.now()
    hashes.push(await client.submit(order))
    await heard
  }
  for (const socket of sockets) socket.off('orderbook.update')
  for (const hash of hashes) await client.cancel(hash)
  for (const socket of sockets) socket.disconnect()
  return delays
}

async function openSockets(url: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(100, count - sockets.length) }, () =>
      io(url, { transports: ['websocket'], auth: { apiKey: KEY }, forceNew: true, reconnection: false }),
    )
    await Promise.all(
      batch.map(
        (socket) =>
          new Promise<void>((resolve, reject) => {
            socket.once('connect', resolve)
            socket.once('connect_error', reject)
          }),
      ),
    )
    sockets.push(...batch)
  }
  return sockets
}
