// `node trial-process.js <seeds> <probes>`: these seeds, with commas between, until one is violated; each result is a line of JSON.
// `probes`: so many are in the sources; which of them the seed has reached is told, too.

import { runSeed } from '../simulation/seeds/run-seeds.js'
import { NOTED } from './probes.js'

const [seeds = '', probes = '0'] = process.argv.slice(2)
const noted = new Uint8Array(Number(probes))
Object.assign(globalThis, { [NOTED]: noted })
for (const seed of seeds.split(',').map(Number)) {
  noted.fill(0)
  const { violations, traceHash } = await runSeed(seed)
  const [violation] = violations
  const reached = Array.from(noted.keys()).filter((probe) => noted[probe] === 1)
  console.log(JSON.stringify({ seed, traceHash, violated: violation?.invariant, reached }))
  if (violation !== undefined) break
}
// what a mutant has left running is not waited for
process.exit(0)
