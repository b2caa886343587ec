// `node trial-process.js <seeds> <probes> <limit>`: these seeds, with commas between, until one is violated; each result is a line of JSON.
// `probes`: so many are in the sources; which of them the seed has reached is told, too. `limit`: of processor time for one seed, milliseconds;
// then the process is killed by `SIGXCPU`. Time on the wall says little of a seed where the machine has other work.

import { Worker } from 'node:worker_threads'
import { NOTED } from './probes.js'

/** In a thread of its own: a seed that does not end hears nothing. */
const WATCH = `
const { workerData: { limitMs, seeds } } = require('node:worker_threads')
let [seed, fromMs] = [-1, 0]
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const usedMs = (user + system) / 1000
  if (seeds[0] !== seed) [seed, fromMs] = [seeds[0], usedMs]
  if (usedMs - fromMs > limitMs) process.kill(process.pid, 'SIGXCPU')
}, 500)`

const [seeds = '', probes = '0', limitMs = '600000'] = process.argv.slice(2)
const begun = new Int32Array(new SharedArrayBuffer(4))
new Worker(WATCH, { eval: true, workerData: { limitMs: Number(limitMs), seeds: begun } }).unref()
const noted = new Uint8Array(Number(probes))
Object.assign(globalThis, { [NOTED]: noted })
// what runs when the sources are loaded notes, too: each seed has reached it
const { runSeed } = await import('../simulation/seeds/run-seeds.js')
const loaded = noted.slice()
for (const seed of seeds.split(',').map(Number)) {
  noted.set(loaded)
  Atomics.add(begun, 0, 1)
  const { violations, traceHash } = await runSeed(seed)
  const [violation] = violations
  const reached = Array.from(noted.keys()).filter((probe) => noted[probe] === 1)
  console.log(JSON.stringify({ seed, traceHash, violated: violation?.invariant, reached }))
  if (violation !== undefined) break
}
// what a mutant has left running is not waited for
process.exit(0)
