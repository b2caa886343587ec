// Which tests `npm run check` leaves to `npm run check:ci`, or runs fewer times (test/run-counts.ts).

/** Minutes of virtual time, or seconds of a real process's life. */
export const ONLY_LONG = [
  'test/ci/**/*.test.ts',
  'test/bench/main.test.ts',
  'test/loopback/{lost-book,process}.test.ts',
  'test/server/store/kill.test.ts',
  'test/simulation/{changed-market,chaos,faults,silent-feeds,slow-strategy,walked-fair}.test.ts',
]

/** They ask test/run-counts.ts. */
export const REPEATED = [
  'test/venue/simulated/exchange/{differential,properties}.test.ts',
  'test/models/binary-lattice.test.ts',
]
