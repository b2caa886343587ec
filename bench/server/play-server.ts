// The scenes of `bench server`: the bundled server and what it is held against, by turns, in processes of their own beside the load's.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchClient } from './bench-client.js'
import { Child } from './child.js'
import type { LoadTask, PairsResult } from './load-process.js'
import { Times, timed } from './percentiles.js'

export interface PlayOptions {
  /** Of the sources, compiled. */
  readonly root: string
  readonly runs: number
  /** A few of everything, to see that it runs. */
  readonly quick: boolean
}

/** Value and baseline of each round, by figure. */
export type Rounds = Map<string, (readonly [number, number])[]>

/** Lanes that keep the signature check busy all the time. */
const FULL_LOAD = 16
const SOCKETS = 1000
const READ_EACH_MS = 3
const WARM_UPS = 2

interface Place {
  readonly load: Child
  readonly quick: boolean
  readonly ours: Child
  readonly other: Child
}

const ask = (load: Child, task: LoadTask) => load.ask(task)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Two servers, ours first, and a load that is known to them. `other`: one that is held against it. */
async function withServers<T>(
  { root, quick }: PlayOptions,
  other: 'bare' | 'kept',
  play: (place: Place) => Promise<T>,
): Promise<T> {
  const children: Child[] = []
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-server-'))
  const start = async (...args: Parameters<typeof Child.start>) => {
    const child = await Child.start(...args)
    children.push(child)
    return child
  }
  try {
    const load = await start(root, 'load-process')
    const accounts = JSON.stringify([{ address: load.ready.address, collateral: 1_000_000 }])
    const ours = await start(root, 'server-process', other === 'kept' ? [accounts, join(folder, 'data')] : [accounts])
    const second =
      other === 'kept' ? await start(root, 'server-process', [accounts]) : await start(root, 'bare-process')
    return await play({ load, quick, ours, other: second })
  } finally {
    for (const child of children.toReversed()) await child.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Neither is always the one that comes after the other. */
async function byTurns<T>(round: number, [ours, other]: readonly [() => Promise<T>, () => Promise<T>]) {
  if (round % 2 === 0) return [await ours(), await other()] as const
  const second = await other()
  return [await ours(), second] as const
}

async function eachRound(runs: number, quick: boolean, play: (round: number) => Promise<void>): Promise<void> {
  for (let round = quick ? 0 : -WARM_UPS; round < runs; round++) await play(round)
}

interface Measured extends PairsResult {
  readonly serverMicros: number
}

/** `pairs`, and what they took of whom. */
async function pairsAt(load: Child, server: Child, count: number): Promise<Measured> {
  const before = (await server.ask({})).cpuMicros
  const result = await ask(load, { kind: 'pairs', url: server.ready.url, count, lanes: FULL_LOAD })
  return { ...result, serverMicros: ((await server.ask({})).cpuMicros - before) / count }
}

export function playPairs(options: PlayOptions): Promise<Rounds> {
  return withServers(options, 'bare', async ({ load, quick, ours, other }) => {
    await ask(load, { kind: 'connect', ...ours.ready })
    await ask(load, { kind: 'aim', url: other.ready.url })
    const count = quick ? 32 : 500
    const rounds: Rounds = new Map()
    await eachRound(options.runs, quick, async (round) => {
      await ask(load, { kind: 'sign', count: 2 * count })
      const [a, b] = await byTurns(round, [() => pairsAt(load, ours, count), () => pairsAt(load, other, count)])
      if (round < 0) return
      note(rounds, 'pairs', [a.perSec, b.perSec])
      note(rounds, 'pairs-submit-p99', [a.submitP99Ms, b.submitP99Ms])
      note(rounds, 'pairs-cancel-p99', [a.cancelP99Ms, b.cancelP99Ms])
      note(rounds, 'pairs-cpu', [a.serverMicros, b.serverMicros])
      note(rounds, 'pairs-load-cpu', [a.cpuMicros, b.cpuMicros])
    })
    return rounds
  })
}

/** With a data file, held against without. */
export function playKeptPairs(options: PlayOptions): Promise<Rounds> {
  return withServers(options, 'kept', async ({ load, quick, ours, other }) => {
    const count = quick ? 32 : 500
    const rounds: Rounds = new Map()
    await eachRound(options.runs, quick, async (round) => {
      const at = async (server: Child) => {
        // an order names the server's tokens, and a sign-in its server
        await ask(load, { kind: 'connect', ...server.ready })
        await ask(load, { kind: 'sign', count })
        return pairsAt(load, server, count)
      }
      const [a, b] = await byTurns(round, [() => at(ours), () => at(other)])
      if (round >= 0) note(rounds, 'pairs-data', [a.perSec, b.perSec])
    })
    return rounds
  })
}

export function playReads(options: PlayOptions): Promise<Rounds> {
  return withServers(options, 'bare', async ({ load, quick, ours, other }) => {
    const ms = quick ? 100 : 1000
    const rounds: Rounds = new Map()
    const reads = async (server: Child) => (await ask(load, { kind: 'reads', url: server.ready.url, ms })).perSec
    await eachRound(options.runs, quick, async (round) => {
      const both = await byTurns(round, [() => reads(ours), () => reads(other)])
      if (round >= 0) note(rounds, 'best-bids', both)
    })
    return rounds
  })
}

/** What a quiet reader feels beside a full load, held against an idle server. */
export function playLoadedReads(options: PlayOptions): Promise<Rounds> {
  return withServers(options, 'bare', async ({ load, quick, ours }) => {
    await ask(load, { kind: 'connect', ...ours.ready })
    const reader = BenchClient.at(ours.ready.url)
    const count = quick ? 32 : 1500
    const rounds: Rounds = new Map()
    await eachRound(options.runs, quick, async (round) => {
      await ask(load, { kind: 'sign', count })
      let loadMs = 0
      const loaded = await readBeside(reader, async () => {
        const startMs = performance.now()
        await pairsAt(load, ours, count)
        loadMs = performance.now() - startMs
      })
      // as long idle as loaded
      const idle = await readBeside(reader, () => pause(loadMs))
      if (round >= 0) note(rounds, 'read-loaded', [loaded, idle])
    })
    await reader.close()
    return rounds
  })
}

/** p99 of a read every few milliseconds until the work beside it is done. */
async function readBeside(reader: BenchClient, work: () => Promise<unknown>): Promise<number> {
  const reads = new Times()
  let isOver = false
  const over = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    await timed(reads, () => reader.bestBids())
    await pause(READ_EACH_MS)
  }
  await over
  return reads.percentile(99) ?? Number.NaN
}

export function playSockets(options: PlayOptions): Promise<Rounds> {
  return withServers(options, 'bare', async ({ load, quick, ours, other }) => {
    await ask(load, { kind: 'connect', ...ours.ready })
    await ask(load, { kind: 'aim', url: other.ready.url })
    const events = quick ? 1 : 5
    const rounds: Rounds = new Map()
    const at = async ({ ready: { url } }: Child) => (await ask(load, { kind: 'tell', url, events })).p99Ms
    const sockets = quick ? 20 : SOCKETS
    const { path } = ours.ready.profile.socket
    await ask(load, { kind: 'open', url: ours.ready.url, path, sockets })
    await ask(load, { kind: 'open', url: other.ready.url, path: '/socket.io', sockets })
    await eachRound(options.runs, quick, async (round) => {
      await ask(load, { kind: 'sign', count: 2 * events })
      const both = await byTurns(round, [() => at(ours), () => at(other)])
      if (round >= 0) note(rounds, `sockets-${SOCKETS}`, both)
    })
    return rounds
  })
}

/** What orders that are over leave behind. */
export async function playMemory({ root, quick }: PlayOptions): Promise<Rounds> {
  const orders = quick ? 200 : 100_000
  const child = await Child.start(root, 'memory-process', [String(orders)])
  const { tenthMb, allMb } = child.ready
  await child.end()
  return new Map([['memory-orders', [[allMb, tenthMb]]]])
}

function note(rounds: Rounds, figure: string, values: readonly [number, number]): void {
  const known = rounds.get(figure)
  if (known === undefined) rounds.set(figure, [values])
  else known.push(values)
}
