// From an event of the book until orders arrive, the bot beside two plain clients at the same server: they take turns, in markets of their own.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PRICE, BASE_SHARES, type ClientTask, MOVED_PRICE, type Mode } from './protocol.js'
import { type Client, clientOf, Stage } from './stage.js'

export interface SceneOptions {
  /** Of the sources, compiled. */
  readonly root: string
  readonly runs: number
  /** Two events, to see that it runs. */
  readonly quick: boolean
  /** Of the bot's journal: process (written before an order is sent), or machine (synced too, as live by default). */
  readonly durability: string
  /** Hears of each event of the bot's, and has its parts marked. */
  readonly timing?: Timing
}

export interface Timing {
  /** That the bot's marks are appended to. */
  readonly file: string
  /** Milliseconds of this process, as `performance.now()`. */
  readonly onEvent: (times: { readonly startMs: number; readonly orderMs: number; readonly cancelMs: number }) => void
}

/** What is timed of an event, milliseconds since the server heard of the move. */
export type Moment = 'firstOrder' | 'lastOrder' | 'firstCancel'
export type ClientName = (typeof CLIENTS)[number]
export type Seen = Readonly<Record<Moment, readonly number[]>>

const WARM_UPS = 15
/** A bot that has just started rehearses; afterwards it is as it will be for weeks. */
const REHEARSAL_MS = 20_000
const LONGEST_MS = 30_000
/** Longer than the shortest age of a fee that the bot may sign. */
const REST_MS = 80
const READ_EACH_MS = 50
const WARM_MS = 10_000
const FAR = 1e6
export const CLIENTS = ['bot', 'plain', 'usual'] as const

export interface Scene {
  readonly name: string
  readonly mode: Mode
  readonly markets: number
  /** What the bot may sign at most; the others read each time, or keep it as long. */
  readonly feeMaxAgeMs: number
}

export const SCENES: readonly Scene[] = [
  { name: 'one-read', mode: 'alone', markets: 1, feeMaxAgeMs: READ_EACH_MS },
  { name: 'one-warm', mode: 'alone', markets: 1, feeMaxAgeMs: WARM_MS },
  { name: 'twenty', mode: 'moved', markets: 20, feeMaxAgeMs: READ_EACH_MS },
  { name: 'twenty-warm', mode: 'moved', markets: 20, feeMaxAgeMs: WARM_MS },
]

const botConfig = (scene: Scene, client: Client, { stage, folder, root, durability }: Place) => ({
  mode: 'live',
  venue: { profile: stage.server.profile, url: stage.server.url, apiKey: client.apiKey },
  wallet: { privateKeyFile: join(folder, 'key') },
  markets: { ids: client.marketIds },
  strategy: {
    file: join(root, 'bench/event/strategy.js'),
    params: { mode: scene.mode, baseShares: BASE_SHARES },
  },
  risk: { maxTotalShares: FAR, maxTotalCollateral: FAR, maxTotalLoss: FAR },
  execution: {
    journal: { path: join(folder, 'journal'), durability },
    minRepriceMs: 0,
    feeMaxAgeMs: scene.feeMaxAgeMs,
  },
  telemetry: { port: 0, logLevel: 'error' },
  process: { rehearsal: 'always' },
  report: { write: false },
})

interface Place extends Pick<SceneOptions, 'root' | 'durability' | 'timing'> {
  readonly stage: Stage
  readonly folder: string
}

async function startBot(scene: Scene, client: Client, place: Place): Promise<ChildProcess> {
  const { folder, root, timing } = place
  writeFileSync(join(folder, 'key'), client.privateKey, { mode: 0o600 })
  writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(botConfig(scene, client, place)))
  const child = spawn(
    process.execPath,
    [
      ...(timing ? ['--import', join(root, 'bench/event/marks.js')] : []),
      join(root, 'src/cli/main.js'),
      'run',
      join(folder, 'bot.yaml'),
      '--live',
      '--json',
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, QUOIN_STATE_DIR: join(folder, 'state'), QUOIN_BENCH_MARKS: timing?.file },
    },
  )
  await once(createInterface(child.stdout), 'line')
  return child
}

async function startPlain(scene: Scene, client: Client, { stage, root }: Place): Promise<ChildProcess> {
  const { apiKey, privateKey, marketIds } = client
  const feeMaxAgeMs = scene.feeMaxAgeMs === WARM_MS ? WARM_MS : 0
  const task: ClientTask = { url: stage.server.url, apiKey, privateKey, marketIds, mode: scene.mode, feeMaxAgeMs }
  const child = fork(join(root, `bench/event/${client.name}-process.js`), [JSON.stringify(task)])
  await once(child, 'message')
  return child
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${LONGEST_MS} ms`)
    await sleep(2)
  }
}

/** One event of the book, and back. */
async function event(
  scene: Scene,
  client: Client,
  { stage, timing }: Place,
): Promise<readonly [number, number, number]> {
  const ids = client.marketIds.slice(0, scene.markets)
  stage.forget()
  const startMs = await stage.remove(ids)
  const orders = stage.arrivals(client.apiKey, 'order')
  const cancels = stage.arrivals(client.apiKey, 'cancel')
  await until(() => stage.resting(client, BASE_PRICE * 100) >= ids.length, `${client.name}, ${scene.name}`)
  const times = [orders[0], orders[ids.length - 1], cancels[0]].map((atMs) => (atMs ?? Number.NaN) - startMs)
  await stage.add(ids)
  await until(() => isBack(scene, client, stage), `${client.name}, back in ${scene.name}`)
  await sleep(REST_MS)
  const [first = Number.NaN, last = Number.NaN, cancel = Number.NaN] = times
  if (client.name === 'bot') timing?.onEvent({ startMs, orderMs: startMs + first, cancelMs: startMs + cancel })
  return [first, last, cancel]
}

function isBack(scene: Scene, client: Client, stage: Stage): boolean {
  if (stage.resting(client, BASE_PRICE * 100) > 0) return false
  return scene.mode === 'alone' || stage.resting(client, MOVED_PRICE * 100) >= scene.markets
}

/** Every event's times, by client. */
export async function playScene(scene: Scene, options: SceneOptions): Promise<ReadonlyMap<ClientName, Seen>> {
  const { quick, runs } = options
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-event-'))
  const clients = CLIENTS.map((name) => ({ ...clientOf(name), name }))
  const stage = await Stage.start(clients)
  const processes: ChildProcess[] = []
  try {
    const place = { ...options, stage, folder }
    const seen = new Map(CLIENTS.map((name) => [name, { firstOrder: [], lastOrder: [], firstCancel: [] } as Times]))
    for (const client of clients)
      processes.push(await (client.name === 'bot' ? startBot : startPlain)(scene, client, place))
    if (scene.mode === 'moved') await firstQuotes(scene, clients, stage)
    await sleep(quick ? 1500 : REHEARSAL_MS)
    const warmUps = quick ? 0 : WARM_UPS
    for (let round = -warmUps; round < runs; round++) {
      // nobody is always the first
      for (let n = 0; n < clients.length; n++) {
        const client = clients[(n + round + warmUps) % clients.length]
        if (client === undefined) continue
        const [first, last, cancel] = await event(scene, client, place)
        const of = seen.get(client.name)
        if (round < 0 || of === undefined) continue
        of.firstOrder.push(first)
        of.lastOrder.push(last)
        of.firstCancel.push(cancel)
      }
    }
    return seen
  } finally {
    for (const child of processes) child.kill('SIGKILL')
    await stage.server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Times = Record<Moment, number[]>

/** The first event of all: nothing rests yet. */
async function firstQuotes(scene: Scene, clients: readonly Client[], stage: Stage): Promise<void> {
  for (const client of clients) {
    if (client.name !== 'bot') await stage.remove(client.marketIds)
    stage.forget()
    if (client.name !== 'bot') await stage.add(client.marketIds)
    await until(() => isBack(scene, client, stage), `${client.name}: first quotes`)
  }
}
