// Many seeds, in as many processes as the machine has cores.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bundleSeeds } from './bundle-seeds.js'
import { drawScenario } from './draw-scenario.js'
import { play } from './run-scenario.js'
import { resultOf, type SeedResult, seedResult } from './seed-result.js'

export interface SeedsToRun {
  readonly from: number
  readonly runs: number
  readonly markets?: number | undefined
  readonly processes: number
  /** None is begun after so many seconds. */
  readonly withinSec?: number | undefined
  /** Told now and then how far it is, and of each violation. */
  readonly say: (line: string) => void
}

/** Below so many a process more costs more than it brings. */
const FEW = 4
const SAY_EVERY = 100
/** Megabytes: what a seed leaves behind is collected in few sweeps. */
const YOUNG_MB = 64

export async function runSeed(seed: number, markets?: number): Promise<SeedResult> {
  return resultOf(await play(drawScenario(seed, markets)))
}

/** In the order of the seeds. */
export async function runSeeds({ from, runs, markets, processes, withinSec, say }: SeedsToRun): Promise<SeedResult[]> {
  const found: SeedResult[] = []
  const take = (one: SeedResult) => {
    found.push(one)
    for (const { invariant, atMs, what } of one.violations)
      say(`seed ${one.seed}, at ${atMs} ms: ${invariant}: ${what}`)
    if (found.length % SAY_EVERY === 0) say(`${found.length} of ${runs} seeds`)
  }
  if (processes === 1 || runs < FEW) {
    const endMs = performance.now() + (withinSec ?? Number.POSITIVE_INFINITY) * 1000
    for (let seed = from; seed < from + runs && performance.now() < endMs; seed++) take(await runSeed(seed, markets))
    return found
  }
  const { script, remove } = await bundleSeeds()
  const parts = Array.from({ length: processes }, (_, index) => from + index)
  try {
    await Promise.all(
      parts.map((first) =>
        runApart({ script, from: first, until: from + runs, step: processes, withinSec, markets, take }),
      ),
    )
  } finally {
    remove()
  }
  return found.sort((a, b) => a.seed - b.seed)
}

interface Part {
  readonly script: string
  readonly from: number
  readonly until: number
  readonly step: number
  readonly withinSec: number | undefined
  readonly markets: number | undefined
  readonly take: (result: SeedResult) => void
}

function runApart({ script, from, until, step, withinSec = 0, markets, take }: Part): Promise<void> {
  const args = [from, until, step, withinSec, ...(markets === undefined ? [] : [markets])].map(String)
  const flag = `--max-semi-space-size=${YOUNG_MB}`
  const child = spawn(process.execPath, [flag, script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (line) => take(seedResult.parse(JSON.parse(line))))
  return new Promise((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`a process of seeds ended with ${code}`))))
  })
}
