// Which tests `npm run check` leaves to `npm run check:ci`, or runs fewer times (test/run-counts.ts).

/** Minutes of virtual time, or of computing and installing: they run beside each other. */
export const COMPUTED = [
  'test/backtest/theory.test.ts',
  'test/bench/main.test.ts',
  'test/cli/commands/sweep.test.ts',
  'test/ci/{many-markets,metric-causes,package,sandbox-honesty,strategy-types,sweep,twenty-markets}.test.ts',
  'test/simulation/{backtest-truth,changed-market,chaos,faults,other-strategy,planted,refused-unheard,seeds,silent-feeds,slow-strategy,toxicity,walked-fair}.test.ts',
]

/** They measure real time: one file after the other. */
export const TIMED = [
  'test/ci/{silent-streams,strategy-faults,twenty-loopback}.test.ts',
  'test/loopback/{lost-book,refused-unheard,two-sided}.test.ts',
]

/** Processes that mostly wait: some files beside each other. */
export const WAITING = [
  'test/ci/**/*.test.ts',
  'test/contract/venue/lives.test.ts',
  'test/loopback/{paper,process,report}.test.ts',
  'test/server/store/kill.test.ts',
]

/** They ask test/run-counts.ts. */
export const REPEATED = [
  'test/models/binary-lattice.test.ts',
  'test/simulation/plain-conclusions.test.ts',
  'test/venue/simulated/exchange/{differential,properties}.test.ts',
]

/** Only `npm run check:long`; of the planted faults the long tests find some. */
export const BY_HAND = ['test/simulation/{plain-mutations,planted}.test.ts']

/** How often a test that failed is tried again; by hand never. */
export const RETRIES = Number(process.env['QUOIN_RETRIES'] ?? 0)
