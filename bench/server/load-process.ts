// The load of the benchmark, in a process of its own so that it takes no time from the reader: signs orders ahead, then
// submits and cancels each, in lanes. Told over IPC what to do.

import { setPriority } from 'node:os'
import { BenchClient } from './bench-client.js'
import { Times, timed } from './percentiles.js'
import { signAhead } from './phases.js'

export interface LoadTask {
  readonly pairs: number
  readonly lanes: number
}

export interface LoadResult {
  readonly submitsMs: readonly number[]
  readonly cancelsMs: readonly number[]
  readonly seconds: number
}

export type LoadMessage =
  | { readonly connect: { readonly url: string; readonly profile: unknown } }
  | { readonly sign: number }
  | { readonly run: LoadTask }

// it stands for other machines: it takes no time from the server and the reader
setPriority(19)
const client = new BenchClient()
let signed: unknown[] = []

async function run({ pairs, lanes }: LoadTask): Promise<LoadResult> {
  const orders = signed.splice(0, pairs)
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
  return { submitsMs: submits.all, cancelsMs: cancels.all, seconds: (performance.now() - start) / 1000 }
}

async function hear(message: LoadMessage): Promise<unknown> {
  if ('connect' in message) return client.connect(message.connect.url, message.connect.profile)
  if ('run' in message) return run(message.run)
  signed = [...signed, ...(await signAhead(client, message.sign))]
  return undefined
}

process.on('message', (message: LoadMessage) => {
  hear(message).then(
    (result) => process.send?.({ result: result ?? null }),
    (error: unknown) => process.send?.({ fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ address: client.wallet.address })
