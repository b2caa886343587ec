// `node seeds-process.js <from> <until> <step> <seconds> [<markets>]`: these seeds, one after the other, and none begun after so many
// seconds, 0 for all of them; each result is a line of JSON.

import { runSeed } from './run-seeds.js'

const [from = 1, until = 2, step = 1, withinSec = 0, markets] = process.argv.slice(2).map(Number)
const endMs = withinSec === 0 ? Number.POSITIVE_INFINITY : performance.now() + withinSec * 1000
for (let seed = from; seed < until && performance.now() < endMs; seed += step)
  console.log(JSON.stringify(await runSeed(seed, markets)))
