// `npm run bench:event`: from an event of the book until orders arrive, the bot beside two plain clients at the same server.
//
//   --runs <n>   events of each scene and client (50)        --only <scene>   one-read, one-warm, twenty or twenty-warm
//   --json       one JSON line a figure                      --quick          two events, to see that it runs
//   --durability <d>   of the bot's journal: process (written before an order is sent), or machine (synced too, as live by default)

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compileSources } from '../harness/compiled-sources.js'
import { Times } from '../server/percentiles.js'
import { BASE_PRICE, BASE_SHARES, type ClientTask, MOVED_PRICE, type Mode } from './protocol.js'
import { type Client, clientOf, Stage } from './stage.js'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    durability: { type: 'string', default: 'process' },
  },
})
const RUNS = values.quick ? 2 : Number(values.runs)
const WARM_UPS = values.quick ? 0 : 15
const LONGEST_MS = 30_000
/** Longer than the shortest age of a fee that the bot may sign. */
const REST_MS = 80
const READ_EACH_MS = 50
const WARM_MS = 10_000
const FAR = 1e6
const CLIENTS = ['bot', 'plain', 'usual'] as const
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Scene {
  readonly name: string
  readonly mode: Mode
  readonly markets: number
  /** What the bot may sign at most; the others read each time, or keep it as long. */
  readonly feeMaxAgeMs: number
}

const SCENES: readonly Scene[] = [
  { name: 'one-read', mode: 'alone', markets: 1, feeMaxAgeMs: READ_EACH_MS },
  { name: 'one-warm', mode: 'alone', markets: 1, feeMaxAgeMs: WARM_MS },
  { name: 'twenty', mode: 'moved', markets: 20, feeMaxAgeMs: READ_EACH_MS },
  { name: 'twenty-warm', mode: 'moved', markets: 20, feeMaxAgeMs: WARM_MS },
]

const botConfig = (scene: Scene, client: Client, { stage, folder, root }: Place) => ({
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
    journal: { path: join(folder, 'journal'), durability: values.durability },
    minRepriceMs: 0,
    feeMaxAgeMs: scene.feeMaxAgeMs,
  },
  telemetry: { port: 0, logLevel: 'error' },
  report: { write: false },
})

interface Place {
  readonly stage: Stage
  readonly folder: string
  readonly root: string
}

async function startBot(scene: Scene, client: Client, place: Place): Promise<ChildProcess> {
  const { folder, root } = place
  writeFileSync(join(folder, 'key'), client.privateKey, { mode: 0o600 })
  writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(botConfig(scene, client, place)))
  const child = spawn(
    process.execPath,
    [join(root, 'src/cli/main.js'), 'run', join(folder, 'bot.yaml'), '--live', '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, QUOIN_STATE_DIR: join(folder, 'state') } },
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

interface Seen {
  readonly firstOrder: Times
  readonly lastOrder: Times
  readonly firstCancel: Times
}

/** One event of the book, and back. */
async function event(scene: Scene, client: Client, stage: Stage): Promise<readonly [number, number, number]> {
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
  return [first, last, cancel]
}

function isBack(scene: Scene, client: Client, stage: Stage): boolean {
  if (stage.resting(client, BASE_PRICE * 100) > 0) return false
  return scene.mode === 'alone' || stage.resting(client, MOVED_PRICE * 100) >= scene.markets
}

async function play(scene: Scene, root: string): Promise<ReadonlyMap<string, Seen>> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-event-'))
  const clients = CLIENTS.map(clientOf)
  const stage = await Stage.start(clients)
  const processes: ChildProcess[] = []
  try {
    const place = { stage, folder, root }
    const seen = new Map<string, Seen>()
    for (const client of clients) {
      processes.push(await (client.name === 'bot' ? startBot : startPlain)(scene, client, place))
      seen.set(client.name, { firstOrder: new Times(), lastOrder: new Times(), firstCancel: new Times() })
    }
    if (scene.mode === 'moved') {
      for (const client of clients) {
        // the first event of all: nothing rests yet
        if (client.name !== 'bot') await stage.remove(client.marketIds)
        stage.forget()
        if (client.name !== 'bot') await stage.add(client.marketIds)
        await until(() => isBack(scene, client, stage), `${client.name}: first quotes`)
      }
    } else await sleep(values.quick ? 1500 : 4000)
    for (let round = -WARM_UPS; round < RUNS; round++) {
      // nobody is always the first
      for (let n = 0; n < clients.length; n++) {
        const client = clients[(n + round + WARM_UPS) % clients.length]
        if (client === undefined) continue
        const [first, last, cancel] = await event(scene, client, stage)
        const of = seen.get(client.name)
        if (round < 0 || of === undefined) continue
        of.firstOrder.add(first)
        of.lastOrder.add(last)
        of.firstCancel.add(cancel)
      }
    }
    return seen
  } finally {
    for (const child of processes) child.kill('SIGKILL')
    await stage.server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function show(name: string, what: keyof Seen, seen: ReadonlyMap<string, Seen>): void {
  const p50 = CLIENTS.map((client) => seen.get(client)?.[what].percentile(50) ?? Number.NaN)
  const [bot = Number.NaN, plain = Number.NaN, usual = Number.NaN] = p50.map((ms) => Number(ms.toPrecision(4)))
  const line = {
    ...{ bench: 'event', figure: name, unit: 'ms', bot, plain, usual, runs: RUNS },
    ...{ timesPlain: Number((plain / bot).toPrecision(3)), timesUsual: Number((usual / bot).toPrecision(3)) },
  }
  const columns = [bot, plain, usual, `${line.timesPlain}x`, `${line.timesUsual}x`]
  console.log(
    values.json ? JSON.stringify(line) : `${name.padEnd(28)}${columns.map((c) => `${c}`.padStart(10)).join('')}`,
  )
}

const compiled = compileSources(ROOT)
try {
  if (!values.json)
    console.log(
      `${'p50, ms'.padEnd(28)}${['bot', 'plain', 'usual', 'plain', 'usual'].map((c) => c.padStart(10)).join('')}`,
    )
  for (const scene of SCENES.filter(({ name }) => values.only === undefined || values.only === name)) {
    const seen = await play(scene, compiled.root)
    if (scene.mode === 'alone') show(`${scene.name}-order`, 'firstOrder', seen)
    else {
      show(`${scene.name}-first-cancel`, 'firstCancel', seen)
      show(`${scene.name}-last-order`, 'lastOrder', seen)
    }
  }
} finally {
  compiled.remove()
}
