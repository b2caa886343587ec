// `node seeds-process.js <from> <until> <step> [<markets>]`: these seeds, one after the other; each result is a line of JSON.

import { runSeed } from './run-seeds.js'

const [from = 1, until = 2, step = 1, markets] = process.argv.slice(2).map(Number)
for (let seed = from; seed < until; seed += step) console.log(JSON.stringify(await runSeed(seed, markets)))
