// Many seeds, in as many processes as the machine has cores.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { drawScenario } from './draw-scenario.js'
import { play } from './run-scenario.js'
import { resultOf, type SeedResult, seedResult } from './seed-result.js'

export interface SeedsToRun {
  readonly from: number
  readonly runs: number
  readonly markets?: number | undefined
  readonly processes: number
  /** Told now and then how far it is, and of each violation. */
  readonly say: (line: string) => void
}

/** Below so many a process more costs more than it brings. */
const FEW = 4
const SAY_EVERY = 100

export async function runSeed(seed: number, markets?: number): Promise<SeedResult> {
  return resultOf(await play(drawScenario(seed, markets)))
}

/** In the order of the seeds. */
export async function runSeeds({ from, runs, markets, processes, say }: SeedsToRun): Promise<SeedResult[]> {
  const found: SeedResult[] = []
  const take = (one: SeedResult) => {
    found.push(one)
    for (const { invariant, atMs, what } of one.violations)
      say(`seed ${one.seed}, at ${atMs} ms: ${invariant}: ${what}`)
    if (found.length % SAY_EVERY === 0) say(`${found.length} of ${runs} seeds`)
  }
  if (processes === 1 || runs < FEW) {
    for (let seed = from; seed < from + runs; seed++) take(await runSeed(seed, markets))
    return found
  }
  await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      runApart({ from: from + index, until: from + runs, step: processes, markets, take }),
    ),
  )
  return found.sort((a, b) => a.seed - b.seed)
}

interface Part {
  readonly from: number
  readonly until: number
  readonly step: number
  readonly markets: number | undefined
  readonly take: (result: SeedResult) => void
}

function runApart({ from, until, step, markets, take }: Part): Promise<void> {
  const script = fileURLToPath(new URL(`./seeds-process${import.meta.url.slice(-3)}`, import.meta.url))
  const args = [script, `${from}`, `${until}`, `${step}`, ...(markets === undefined ? [] : [`${markets}`])]
  const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (line) => take(seedResult.parse(JSON.parse(line))))
  return new Promise((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`a process of seeds ended with ${code}`))))
  })
}
