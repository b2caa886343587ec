// `npm run bench:server`: the bundled server on loopback, with real signatures; then its memory over many orders.
//
//   --mode <m>          memory, data or both (both): without and with a data file
//   --folder <path>     where the data files are made and deleted afterwards (the folder for temporary files)
//   --orders <n>        orders of the memory run (100000)     --pairs <n>    submit + cancel pairs under load (3000)
//   --subscribers <n>   sockets of the fan-out (1000)         --workers <n>  signature threads (the server's default)
//   --only <part>       latency or memory                     --json         one JSON document instead of tables

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { BenchClient, type Loose } from './bench-client.js'
import { Load } from './load.js'
import { Times } from './percentiles.js'
import { fanOut, readFlood, readIdleAndLoaded } from './phases.js'
import {
  MEMORY_HEAD,
  type Measure,
  type MemoryRow,
  measure,
  memoryLine,
  type Report,
  tableHead,
  tableLine,
} from './report.js'

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'both' },
    folder: { type: 'string', default: tmpdir() },
    orders: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '3000' },
    subscribers: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const TSX = ['--import', 'tsx', '--expose-gc']
/** Lanes that keep the signature check busy all the time. */
const FULL_LOAD = 16
const ROUNDS = 5

const show = (text: string) => {
  if (!values.json) console.log(text)
}

async function startServer(
  addresses: string[],
  dataFile = '',
): Promise<{ child: ChildProcess; url: string; profile: Loose }> {
  const accounts = JSON.stringify(addresses.map((address) => ({ address, collateral: 1_000_000 })))
  const child = fork('bench/server/server-process.ts', [accounts, dataFile, values.workers], { execArgv: TSX })
  child.on('message', (message: Loose) => {
    if (message.fault !== undefined) console.error(`fault: ${message.fault}`)
  })
  const [ready] = (await once(child, 'message')) as [Loose]
  return { child, url: ready.url, profile: ready.profile }
}

async function measureLatency(dataFile: string | undefined): Promise<Pick<Report, 'measures' | 'readRatio'>> {
  const client = new BenchClient()
  const load = await Load.start()
  const { child, url, profile } = await startServer([client.wallet.address, load.address], dataFile)
  const measures: Measure[] = []
  const note = (...measured: Parameters<typeof measure>) => {
    const found = measure(...measured)
    measures.push(found)
    show(tableLine(found))
  }
  try {
    await client.connect(url, profile)
    await load.connect(url, profile)
    await load.sign(1000)
    // the threads and the compiler warm up
    await load.run({ pairs: 500, lanes: 4 })
    const alone = await load.run({ pairs: 500, lanes: 1 })
    const times = (ms: readonly number[]) => {
      const all = new Times()
      all.addAll(ms)
      return all
    }
    note('submit, one at a time', times(alone.submitsMs), 500 / alone.seconds)
    note('cancel, one at a time', times(alone.cancelsMs), 500 / alone.seconds)
    const flood = await readFlood(client, 3000, 16)
    note('best-bids read, 16 at a time', flood.reads, flood.perSec)
    const pairs = Math.ceil(Number(values.pairs) / ROUNDS)
    const { idle, loaded, submits, cancels, perSec } = await readIdleAndLoaded(client, load, {
      rounds: ROUNDS,
      pairs,
      lanes: FULL_LOAD,
    })
    note(`submit, ${FULL_LOAD} at a time`, submits, perSec)
    note(`cancel, ${FULL_LOAD} at a time`, cancels, perSec)
    note('best-bids read, one every 3 ms, idle', idle)
    note('best-bids read, beside that load', loaded)
    const readRatio = (loaded.percentile(99) ?? Number.NaN) / (idle.percentile(99) ?? Number.NaN)
    show(`${'read p99, loaded / idle'.padEnd(44)}${readRatio.toFixed(1).padStart(36)}   (wanted: below 10)`)
    const subscribers = Number(values.subscribers)
    note(`event at each of ${subscribers} sockets`, await fanOut(client, url, { subscribers, events: 30 }))
    return { measures, readRatio }
  } finally {
    await client.close()
    load.end()
    child.disconnect()
    await once(child, 'exit')
  }
}

async function measureMemory(dataFile: string | undefined): Promise<MemoryRow[]> {
  const file = dataFile === undefined ? [] : [dataFile]
  const child = spawn(process.execPath, [...TSX, 'bench/server/memory-process.ts', values.orders, ...file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const rows: MemoryRow[] = []
  show(MEMORY_HEAD)
  for await (const line of createInterface(child.stdout)) {
    const row: MemoryRow = JSON.parse(line)
    rows.push(row)
    show(memoryLine(row))
  }
  return rows
}

async function bench(mode: 'memory' | 'data', folder: string): Promise<Report> {
  const file = (name: string) => (mode === 'memory' ? undefined : join(folder, name))
  const title = mode === 'memory' ? 'in memory' : 'with --data'
  show(tableHead(title))
  const latency =
    values.only === 'memory' ? { measures: [], readRatio: Number.NaN } : await measureLatency(file('latency.db'))
  const memory = values.only === 'latency' ? [] : await measureMemory(file('memory.db'))
  return { mode: title, ...latency, memory }
}

const folder = mkdtempSync(join(values.folder, 'quoin-bench-'))
try {
  const reports: Report[] = []
  if (values.mode !== 'data') reports.push(await bench('memory', folder))
  if (values.mode !== 'memory') reports.push(await bench('data', folder))
  if (values.json) console.log(JSON.stringify(reports, undefined, 2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
