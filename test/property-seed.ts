// Property tests draw the same cases on every run, so that a failure belongs to the change that caused it. `QUOIN_SEED=random` (or a
// number) draws others; `npm run check:long` does.

import fc from 'fast-check'

const { QUOIN_SEED: wanted = '20261121' } = process.env
const seed = wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted)
if (!Number.isSafeInteger(seed)) throw new Error(`QUOIN_SEED: expected a whole number or "random", got ${wanted}`)

fc.configureGlobal({ seed })
