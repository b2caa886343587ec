// `npm run bench:server`: the bundled server on loopback, with real signatures.
//
//   --orders <n>        orders of the memory run (20000)      --pairs <n>    submit + cancel pairs (1500)
//   --subscribers <n>   sockets of the fan-out (1000)         --workers <n>  signature threads (the server's default)

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { BenchClient, type Loose } from './bench-client.js'
import { fanOut, pause, readBeside, readFlood, roundTrips, signAhead } from './phases.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    pairs: { type: 'string', default: '1500' },
    subscribers: { type: 'string', default: '1000' },
    workers: { type: 'string' },
  },
})
const TSX = ['--import', 'tsx', '--expose-gc']
/** Lanes that keep the signature check busy all the time. */
const FULL_LOAD = 16

const say = (name: string, text: string) => console.log(`${name.padEnd(34)} ${text}`)

async function startServer(client: BenchClient): Promise<{ child: ChildProcess; url: string; profile: Loose }> {
  const accounts = JSON.stringify([{ address: client.wallet.address, collateral: 1_000_000 }])
  const workers = values.workers === undefined ? [] : [values.workers]
  const child = fork('bench/server/server-process.ts', [accounts, ...workers], { execArgv: TSX })
  child.on('message', (message: Loose) => {
    if (message.fault !== undefined) console.error(`fault: ${message.fault}`)
  })
  const [ready] = (await once(child, 'message')) as [Loose]
  return { child, url: ready.url, profile: ready.profile }
}

async function measureReadsUnderLoad(client: BenchClient, pairs: number): Promise<void> {
  const idle = await readBeside(client, pause(3000))
  const orders = await signAhead(client, pairs)
  const work = roundTrips(client, orders, FULL_LOAD)
  const busy = await readBeside(client, work)
  const { submits, cancels, perSec } = await work
  say(
    'submit + cancel, full load',
    `${perSec.toFixed(0)} pairs/s; submit ${submits.describe()}; cancel ${cancels.describe()}`,
  )
  say('best-bids read, idle', idle.describe())
  say('best-bids read, under that load', busy.describe())
  const ratio = (busy.percentile(99) ?? Number.NaN) / (idle.percentile(99) ?? Number.NaN)
  say('read p99, load / idle', `${ratio.toFixed(1)} (wanted: below 10)`)
}

async function measureMemory(orders: number): Promise<void> {
  const child = spawn(process.execPath, [...TSX, 'bench/server/memory-process.ts', String(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const row = JSON.parse(line)
    say(`heap after ${row.orders} orders`, `+${row.grownMb.toFixed(1)} MB`)
  }
}

const client = new BenchClient()
const { child, url, profile } = await startServer(client)
await client.connect(url, profile)
// the threads and the compiler warm up
await roundTrips(client, await signAhead(client, 200), 4)
const { submits, cancels, perSec } = await roundTrips(client, await signAhead(client, 500), 1)
say(
  'submit + cancel, one at a time',
  `${perSec.toFixed(0)} pairs/s; submit ${submits.describe()}; cancel ${cancels.describe()}`,
)
const flood = await readFlood(client, 3000, 16)
say('best-bids reads, 16 at a time', `${flood.perSec.toFixed(0)} /s; ${flood.reads.describe()}`)
await measureReadsUnderLoad(client, Number(values.pairs))
const subscribers = Number(values.subscribers)
const delays = await fanOut(client, url, { subscribers, events: 30 })
say(`fan-out to ${subscribers} sockets`, delays.describe())
await client.close()
child.disconnect()
await measureMemory(Number(values.orders))
