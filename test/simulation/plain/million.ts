// `npm run check:million [-- <events> <processes>]`: a million events of the closed loop, and half as many again that are brought about
// (staged-loop.ts), in so many processes, each turn held against the plain conclusions. Prints how far it is, what happened in which phase, and "clean" or the
// first difference.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileSources } from '../../../bench/harness/compiled-sources.js'
import type { ClosedLoop } from './closed-loop.js'
import { SELDOM } from './impossible-pairs.js'
import { isPair, type Pair } from './occasions.js'
import { rare, tableOf, wronglyImpossible } from './occasions-table.js'

const [events = 1_000_000, processes = 2] = process.argv.slice(2).map(Number)
const EVENTS_OF_A_SEED = 50_000
/** So many more events are brought about: enough for a thousand of each that comes at any time. */
const STAGED = 1.5
const OFTEN = 1000
/** A world of groups for so many seeds. */
const GROUPS_EVERY = 3

interface Found extends Pick<ClosedLoop, 'events' | 'counts' | 'differences' | 'faults'> {
  readonly pairs: Readonly<Record<Pair, number>>
}

interface Part {
  readonly seed: number
  readonly events: number
  readonly scope: 'market' | 'group' | 'staged'
}

const nameOf = ({ seed, scope }: Part) => `seed ${seed}, ${scope}`

function run(script: string, part: Part): Promise<Found> {
  const { seed, events: count, scope } = part
  const child = spawn(process.execPath, [script, `${seed}`, `${count}`, scope], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = line
    if (/^\d+$/.test(line)) console.log(`${nameOf(part)}: ${line} of ${count} events`)
  })
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      if (!last.startsWith('{')) reject(new Error(`${nameOf(part)}: ended without a result`))
      else resolve(JSON.parse(last))
    })
  })
}

async function runAll(script: string, found: Found[]): Promise<void> {
  // what is brought about is what was met least until then: the more of it in one process, the better
  const staged = Array.from({ length: processes }, (_, i): Part => {
    return { seed: i + 1, events: Math.ceil((STAGED * events) / processes), scope: 'staged' }
  })
  const closed = Array.from({ length: Math.ceil(events / EVENTS_OF_A_SEED) }, (_, i): Part => {
    const seed = i + 1
    const count = Math.min(EVENTS_OF_A_SEED, events - i * EVENTS_OF_A_SEED)
    return { seed, events: count, scope: seed % GROUPS_EVERY === 0 ? 'group' : 'market' }
  })
  const left = [...staged, ...closed]
  const work = async () => {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const one = await run(script, part)
      found.push(one)
      const first = one.differences[0] ?? one.faults[0]
      if (first === undefined) continue
      console.log(`${nameOf(part)}, after ${one.events} events: ${JSON.stringify(first)}`)
      left.length = 0
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
}

function report(found: readonly Found[]): boolean {
  const pairs = new Map<Pair, number>()
  const sum = (of: (one: Found) => number) => found.reduce((total, one) => total + of(one), 0)
  for (const one of found)
    for (const [pair, count] of Object.entries(one.pairs))
      if (isPair(pair)) pairs.set(pair, (pairs.get(pair) ?? 0) + count)
  console.log(tableOf(pairs))
  const turns = sum(({ counts }) => counts.turns)
  const quoting = sum(({ counts }) => counts.quoting)
  const bound = sum(({ counts }) => counts.bound) / quoting
  console.log(
    `a shared limit binds in ${(bound * 100).toFixed(1)} % of ${quoting} turns, of ${turns}, in which anything may be quoted`,
  )
  const wrong = wronglyImpossible(pairs)
  const never = rare(pairs, 1)
  const missing = never.filter((pair) => !SELDOM.has(pair))
  if (wrong.length > 0) console.log(`occurred, and are said to be impossible: ${wrong.join(', ')}`)
  if (never.length > 0) console.log(`never occurred: ${never.join(', ')}`)
  if (missing.length > 0) console.log(`should have occurred: ${missing.join(', ')}`)
  const seldom = rare(pairs, OFTEN).filter((pair) => !never.includes(pair))
  if (seldom.length > 0) console.log(`less than ${OFTEN} times: ${seldom.join(', ')}`)
  const isClean = found.every(({ differences, faults }) => differences.length + faults.length === 0)
  console.log(`${sum((one) => one.events)} events: ${isClean ? 'clean' : 'see the difference above'}`)
  return isClean && wrong.length + missing.length === 0
}

const sources = compileSources(process.cwd())
const found: Found[] = []
// what was found until then
process.once('SIGINT', () => {
  report(found)
  sources.remove()
  process.exit(1)
})
try {
  await runAll(join(sources.root, 'test/simulation/plain/run-closed-loop.js'), found)
  process.exitCode = report(found) ? 0 : 1
} finally {
  sources.remove()
}
