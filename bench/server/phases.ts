// What is measured: reads as many as go and at a calm pace, idle and beside a load; fan-out over sockets.

import { io, type Socket } from 'socket.io-client'
import { type BenchClient, KEY } from './bench-client.js'
import type { Load } from './load.js'
import { Times, timed } from './percentiles.js'

export async function signAhead(client: BenchClient, count: number): Promise<unknown[]> {
  const orders: unknown[] = []
  for (let n = 0; n < count; n++) orders.push(await client.signOrder())
  return orders
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

/** A read every few milliseconds into `reads`, until the work beside it is done: what a quiet reader feels. */
export async function readBeside<T>(client: BenchClient, reads: Times, work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  void work.then(over, over)
  while (!isOver) {
    await timed(reads, () => client.bestBids())
    await pause(3)
  }
  return work
}

/** Idle and loaded by turns, so that whatever else the machine does weighs on both alike. */
export async function readIdleAndLoaded(
  client: BenchClient,
  load: Load,
  { rounds, pairs, lanes }: { rounds: number; pairs: number; lanes: number },
) {
  const [idle, loaded, submits, cancels] = [new Times(), new Times(), new Times(), new Times()]
  let seconds = 0
  for (let round = 0; round < rounds; round++) {
    await load.sign(pairs)
    await readBeside(client, idle, pause(500))
    // as long idle as loaded
    const result = await readBeside(client, loaded, load.run({ pairs, lanes }))
    const leftMs = result.seconds * 1000 - 500
    if (leftMs > 0) await readBeside(client, idle, pause(leftMs))
    submits.addAll(result.submitsMs)
    cancels.addAll(result.cancelsMs)
    seconds += result.seconds
  }
  return { idle, loaded, submits, cancels, perSec: submits.count / seconds }
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
