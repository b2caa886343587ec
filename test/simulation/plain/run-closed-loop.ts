// `node run-closed-loop.js <seed> <events>`: one closed loop; ends with 1 at the first difference, which it prints.

import { runClosedLoop } from './closed-loop.js'

const [seed, events] = process.argv.slice(2).map(Number)
const { differences, faults, counts, kinds, events: taken } = runClosedLoop({ seed: seed ?? 1, events: events ?? 4000 })
console.log(JSON.stringify({ events: taken, counts, kinds: Object.fromEntries(kinds), faults: faults.map(String) }))
if (differences.length > 0) console.log(JSON.stringify(differences.slice(0, 3), undefined, 1))
process.exit(differences.length > 0 || faults.length > 0 ? 1 : 0)
