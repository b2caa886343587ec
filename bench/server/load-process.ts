// The load on a server, in a process of its own, so that what it takes is seen apart: orders signed ahead and submitted and cancelled in lanes,
// reads, and a thousand sockets. Told over IPC what to do, and where.

import { setPriority } from 'node:os'
import { BenchClient, KEY, type Loose } from './bench-client.js'
import { Times, timed } from './percentiles.js'
import { rawReads } from './raw-reads.js'
import { RawSocket } from './raw-socket.js'

export type LoadTask =
  | { readonly kind: 'connect'; readonly url: string; readonly profile: Loose }
  | { readonly kind: 'aim'; readonly url: string }
  | { readonly kind: 'sign'; readonly count: number }
  | { readonly kind: 'pairs'; readonly url: string; readonly count: number; readonly lanes: number }
  | { readonly kind: 'reads'; readonly url: string; readonly ms: number }
  | { readonly kind: 'open'; readonly url: string; readonly path: string; readonly sockets: number }
  | { readonly kind: 'tell'; readonly url: string; readonly events: number }

export interface PairsResult {
  readonly perSec: number
  readonly submitP99Ms: number
  readonly cancelP99Ms: number
  /** Of this process, a pair. */
  readonly cpuMicros: number
}

/** It stands for other machines: it takes no time from the server. */
setPriority(19)
const signer = new BenchClient()
const clients = new Map<string, BenchClient>()
const sockets = new Map<string, RawSocket[]>()
const signed: string[] = []
let onUpdate: () => void = () => undefined

const clientOf = (url: string): BenchClient => {
  const client = clients.get(url)
  if (client === undefined) throw new Error(`${url}: not connected`)
  return client
}

function order(): string {
  const next = signed.pop()
  if (next === undefined) throw new Error('no signed order is left')
  return next
}

async function pairs(url: string, count: number, lanes: number): Promise<PairsResult> {
  const client = clientOf(url)
  const [submits, cancels] = [new Times(), new Times()]
  const cpu = process.cpuUsage()
  const start = performance.now()
  let left = count
  const lane = async () => {
    while (left-- > 0) {
      const body = order()
      let hash = ''
      await timed(submits, async () => {
        hash = await client.submit(body)
      })
      await timed(cancels, () => client.cancel(hash))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSec: (count / (performance.now() - start)) * 1000,
    submitP99Ms: submits.percentile(99) ?? Number.NaN,
    cancelP99Ms: cancels.percentile(99) ?? Number.NaN,
    cpuMicros: (user + system) / count,
  }
}

async function open(url: string, path: string, count: number): Promise<void> {
  const hear = (text: string) => {
    if (text.startsWith('42["orderbook.update"')) onUpdate()
  }
  const opened: RawSocket[] = []
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(50, count - opened.length) }, () =>
      RawSocket.open({ url, path, apiKey: KEY }, signer.conditionId, hear),
    )
    opened.push(...(await Promise.all(batch)))
  }
  sockets.set(url, opened)
}

/** From the moment an order is sent to its arrival at each socket, milliseconds. */
async function tell(url: string, events: number): Promise<number> {
  const client = clientOf(url)
  const delays = new Times()
  for (let event = 0; event < events; event++) {
    let left = sockets.get(url)?.length ?? 0
    const start = performance.now()
    const heard = new Promise<void>((resolve) => {
      onUpdate = () => {
        delays.add(performance.now() - start)
        if (--left === 0) resolve()
      }
    })
    const hash = await client.submit(order())
    await heard
    onUpdate = () => undefined
    await client.cancel(hash)
    // the cancel is an event, too
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  return delays.percentile(99) ?? Number.NaN
}

async function act(task: LoadTask): Promise<unknown> {
  if (task.kind === 'connect') {
    await signer.connect(task.url, task.profile)
    clients.set(task.url, signer)
  } else if (task.kind === 'aim') clients.set(task.url, BenchClient.at(task.url))
  else if (task.kind === 'sign') {
    for (let n = 0; n < task.count; n++) signed.push(await signer.signOrder())
  } else if (task.kind === 'pairs') return pairs(task.url, task.count, task.lanes)
  else if (task.kind === 'open') await open(task.url, task.path, task.sockets)
  else if (task.kind === 'tell') return { p99Ms: await tell(task.url, task.events) }
  else return { perSec: await rawReads(task.url, { path: '/markets/m0/best-bids', apiKey: KEY, ms: task.ms }) }
  return {}
}

process.on('message', (task: LoadTask) => {
  act(task).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ address: signer.wallet.address })
