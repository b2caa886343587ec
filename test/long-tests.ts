// Which tests `npm run check` leaves to `npm run check:ci`, or runs fewer times (test/run-counts.ts).

/** Minutes of virtual time, or of computing and installing: they run beside each other. */
export const COMPUTED = [
  'test/backtest/theory.test.ts',
  'test/bench/main.test.ts',
  'test/cli/commands/tapes/{backtest,sweep}.test.ts',
  'test/keys/bot-config.test.ts',
  'test/ci/{many-markets,metric-causes,package,strategy-types,sweep,twenty-markets}.test.ts',
  'test/server/{api/documents/lint,api/documents/openapi,http/signature-workers,security/fuzz,store/damaged-log,store/file-store}.test.ts',
  'test/simulation/{backtest-truth,budget,capital,changed-market,chaos,faults,followed-grid,mass-cancel,planted,refused-unheard,seeds,silent-feeds,slow-strategy,toxicity,walked-fair}.test.ts',
]

/** They measure real time: one file after the other. */
export const TIMED = [
  'test/ci/{gaps,silent-streams,strategy-faults,twenty-loopback}.test.ts',
  'test/loopback/{lost-book,refused-unheard,two-sided}.test.ts',
]

/** Processes that mostly wait: some files beside each other. */
export const WAITING = [
  'test/bench/worlds.test.ts',
  'test/chain/rpc/rpc-chain.test.ts',
  'test/ci/**/*.test.ts',
  'test/cli/{alerts/open-alerts,canary,main,supervise,strategy/type-errors}.test.ts',
  'test/cli/commands/setup/{doctor,doctor-place,keys}.test.ts',
  'test/doctor/place/trials.test.ts',
  'test/fleet/{lease/redis-lease,markets/market-claims,work/offered-work}.test.ts',
  'test/contract/venue/{account,events,faults,independence,limits,lives}.test.ts',
  'test/loopback/{behind-proxy,by-hand,changed-tick,followed-tick,heard-late,muted-room,paper,process,report,said}.test.ts',
  'test/server/http/slow-clients.test.ts',
  'test/server/store/kill.test.ts',
]

/** Only `npm run check:long`; of the planted faults the long tests find some. */
export const BY_HAND = [
  'test/ci/sandbox-honesty.test.ts',
  'test/simulation/{other-strategy,plain-mutations,planted}.test.ts',
]

/** There, too: they ask test/run-counts.ts, and `npm run check` runs them with few. */
export const REPEATED = [
  'test/fleet/budget/part-book.test.ts',
  'test/fleet/markets/market-book.test.ts',
  'test/models/binary-lattice.test.ts',
  'test/signing/fast-signing.test.ts',
  'test/simulation/plain-conclusions.test.ts',
  'test/venue/simulated/exchange/{differential,properties}.test.ts',
]

/** What takes longest begins first, so that nobody waits for one alone at the end; the others after them, the larger files first. */
export const LONGEST = [
  'test/ci/halts.test.ts',
  'test/bench/worlds.test.ts',
  'test/ci/fleet-markets.test.ts',
  'test/ci/dead-mans-switch.test.ts',
  'test/ci/watchdog.test.ts',
  'test/ci/metrics.test.ts',
  'test/ci/pressed-bot.test.ts',
  'test/ci/reload.test.ts',
  'test/ci/clock-step.test.ts',
  'test/ci/testnet.test.ts',
  'test/ci/shared-key.test.ts',
  'test/ci/crash.test.ts',
  'test/ci/killed-starts.test.ts',
]

/** How often a test that failed is tried again; by hand never. */
export const RETRIES = Number(process.env['QUOIN_RETRIES'] ?? 0)
