// The house's import rules as data, and their check.

import type { SourceFacts } from './source-facts.js'

const PORTS = ['src/venue/market-data.ts', 'src/venue/trading.ts']
const SIGNALS = 'src/signals/signal-source.ts'
const CHAIN_STAGE = 'src/chain/policy.ts'
const STAGES = ['src/feed/', 'src/state/', 'src/strategy/', 'src/quoting/', 'src/risk/', 'src/execution/']

/**
 * Who may import whom. The longest matching key is a file's area; its own area is always allowed, and the domain is to all but strategies.
 * An entry ending in `/` is a folder.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'strategies/': ['src/index.ts'],
  'src/index.ts': ['src/models/', 'src/strategy/'],
  'src/domain/': [],
  // how a file is written whole
  'src/files/': [],
  'src/models/': [],
  // stages never import each other; they know the ports, never an adapter
  'src/feed/': ['src/models/', ...PORTS],
  'src/state/': ['src/models/'],
  'src/strategy/': ['src/models/'],
  'src/quoting/': ['src/models/'],
  'src/risk/': ['src/models/'],
  'src/execution/': ['src/models/', ...PORTS],
  'src/execution/journal/': ['src/execution/', 'src/files/'],
  // only the core knows the order
  'src/core/': [...STAGES, CHAIN_STAGE],
  // around the core: its loop, the streams into it, and the bot that holds both
  'src/bot/': ['src/execution/', ...PORTS],
  'src/bot/signal-desk.ts': [SIGNALS],
  'src/bot/loop.ts': ['src/core/core.ts', 'src/execution/'],
  'src/bot/clock-scheduler.ts': [],
  'src/bot/pipeline.ts': ['src/bot/clock-scheduler.ts', 'src/feed/', ...PORTS],
  'src/bot/stop-report.ts': ['src/execution/', 'src/risk/', 'src/state/'],
  'src/bot/stop-markets.ts': ['src/execution/', 'src/state/'],
  'src/bot/bot-parts.ts': ['src/bot/', 'src/core/', 'src/feed/', 'src/execution/', SIGNALS, ...PORTS],
  'src/bot/bot-selection.ts': ['src/bot/', 'src/feed/', ...PORTS],
  'src/bot/bot.ts': ['src/bot/', 'src/core/', 'src/feed/', 'src/state/', 'src/execution/', SIGNALS, ...PORTS],
  // values from outside: a port, and what stands behind it
  'src/signals/': [],
  'src/venue/market-data.ts': [],
  'src/venue/trading.ts': [],
  'src/venue/await-answer.ts': [],
  'src/venue/schema.ts': ['src/venue/wire/', 'src/venue/simulated/fills/queue-models.ts'],
  'src/venue/wire/': [],
  'src/venue/session/': ['src/venue/wire/', ...PORTS],
  // hashes, keys and signatures, of the bot and of the server alike
  'src/signing/': ['src/venue/wire/'],
  'src/venue/transport/': ['src/signing/', 'src/venue/wire/', 'src/venue/session/'],
  'src/venue/simulated/': ['src/models/', ...PORTS],
  // the chain: what is wanted of it (pure), what carries it out, and the chains themselves
  'src/chain/': ['src/venue/session/', 'src/venue/transport/secret.ts', 'src/venue/wire/'],
  'src/chain/policy.ts': [],
  // the process that holds a key, and those who ask it
  'src/signer/': [
    'src/local-port/',
    'src/chain/rpc/',
    'src/signing/',
    'src/venue/session/',
    'src/venue/transport/',
    'src/venue/wire/',
  ],
  'src/signer/schema.ts': ['src/venue/schema.ts', 'src/venue/wire/'],
  'src/server/match-schema.ts': [],
  'src/server/schema.ts': ['src/server/match-schema.ts', 'src/venue/wire/', 'src/venue/simulated/'],
  'src/server/api/': ['src/server/match-schema.ts', 'src/server/schema.ts', 'src/venue/wire/', 'src/venue/simulated/'],
  'src/server/store/': ['src/files/', 'src/server/api/', 'src/venue/simulated/'],
  'src/server/http/': [
    'src/server/schema.ts',
    'src/server/api/',
    'src/server/store/',
    'src/signing/',
    'src/venue/wire/',
    'src/venue/simulated/',
  ],
  'src/telemetry/': [],
  // what the log says of a run
  'src/event-log/': [
    'src/bot/mass-cancel.ts',
    'src/execution/journal/',
    'src/telemetry/log/log.ts',
    'src/venue/wire/profile.ts',
  ],
  // people who do not look
  'src/alerts/': [],
  // when which market had no quote, by a log alone
  'src/gaps/': [],
  // a live bot's sign of life, and who cancels for it once it is silent
  'src/watchdog/': [
    'src/execution/effects/cancel-everything.ts',
    'src/execution/lease.ts',
    'src/files/',
    'src/venue/trading.ts',
  ],
  // an account as a person asks for it, and its surplus sold
  'src/account/': ['src/venue/await-answer.ts', ...PORTS],
  'src/flatten/': [
    'src/config/',
    'src/execution/effects/cancel-everything.ts',
    'src/execution/planning/lifetime.ts',
    'src/venue/await-answer.ts',
    ...PORTS,
  ],
  // what a bot needs, looked at
  'src/doctor/': [
    'src/chain/chain-port.ts',
    'src/config/',
    'src/execution/effects/cancel-everything.ts',
    'src/execution/planning/lifetime.ts',
    'src/feed/select-markets.ts',
    'src/venue/await-answer.ts',
    'src/venue/session/',
    'src/venue/wire/',
    ...PORTS,
  ],
  // what quoting a market might be worth, by a look at it and by what runs have earned
  'src/ranking/': ['src/files/', 'src/venue/market-data.ts'],
  // what ports on this machine are made of
  'src/local-port/': [],
  // people and the running bot
  'src/control/': ['src/local-port/'],
  // the page that a running bot serves: a client of both
  'src/dashboard/': ['src/control/', 'src/telemetry/http.ts', 'src/report/html/assets.ts', 'src/report/html/html.ts'],
  'src/config/': ['src/venue/wire/profile.ts', 'schema.ts'],
  // tapes: written beside a run, read back for a backtest
  'src/recording/': ['src/files/', 'src/venue/wire/', 'src/venue/session/', ...PORTS],
  'src/backtest/': [
    'src/bot/',
    'src/core/',
    'src/execution/',
    'src/models/',
    'src/recording/',
    'src/report/',
    'src/venue/simulated/',
    ...PORTS,
  ],
  // what a run came to, wherever it ran
  'src/report/': ['src/files/', 'src/venue/simulated/fills/queue-models.ts'],
  // runs held against each other, by their reports
  'src/calibration/': [],
  // many backtests: what to try, where, and what their results are worth
  'src/sweep/': ['src/backtest/', 'src/models/', 'src/recording/', 'src/report/', ...PORTS],
  // what several machines share, on Redis
  'src/fleet/': ['src/execution/lease.ts', 'src/venue/transport/secret.ts'],
  // only the composition root knows the parts
  'src/cli/': ['src/', 'strategies/'],
}

/** Pure code: no clock, no chance, no timers, and of packages only these. */
export const PURE = [
  'src/domain/',
  'src/models/',
  'src/feed/',
  'src/state/',
  'src/strategy/',
  'src/quoting/',
  'src/risk/',
  'src/execution/',
  'src/core/',
  'src/bot/',
  'src/chain/',
  'src/venue/market-data.ts',
  'src/venue/trading.ts',
  'src/venue/wire/',
  'src/venue/session/',
  'src/venue/simulated/',
  'src/server/api/',
  'src/account/export-tables.ts',
  'src/doctor/',
  'src/flatten/',
  'src/gaps/quoting-record.ts',
  'src/ranking/earnings.ts',
  'src/ranking/market-score.ts',
  'src/ranking/watched-market.ts',
  'src/sweep/search/',
  'src/sweep/statistics/',
  'src/watchdog/dead-mans-switch.ts',
  'src/watchdog/heart-watch.ts',
  'strategies/',
]
export const PURE_PACKAGES = ['zod', 'viem']
/** The effects inside folders that are otherwise pure. */
export const EFFECTS = [
  'src/chain/rpc/',
  'src/execution/journal/',
  'src/bot/pipeline.ts',
  'src/bot/clock-scheduler.ts',
  'src/doctor/feed-finding.ts',
  'src/doctor/place/learned-profile.ts',
  'src/doctor/reach.ts',
  'src/doctor/wallet-findings.ts',
]

export const MAX_LINES = 300

const within = (path: string, places: readonly string[]) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))

function areaOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((area) => within(path, [area]))
    .sort((a, b) => b.length - a.length)[0]
}

function importViolations({ path, files }: SourceFacts): string[] {
  const area = areaOf(path)
  if (area === undefined) return [`${path}: no entry in the import table`]
  const allowed = MAY_IMPORT[area] ?? []
  const domain = area === 'strategies/' ? [] : ['src/domain/']
  return files
    .filter((file) => !within(file, [area, ...domain, ...allowed]))
    .filter((file) => !(allowed.includes('schema.ts') && /^src\/[^/]+\/schema\.ts$/.test(file)))
    .map((file) => `${path}: must not import ${file}`)
}

function purityViolations({ path, packages, impurities }: SourceFacts): string[] {
  if (!within(path, PURE) || within(path, EFFECTS)) return []
  return [
    ...packages
      .filter((name) => !PURE_PACKAGES.includes(name))
      .map((name) => `${path}: pure code must not import ${name}`),
    ...impurities.map((name) => `${path}: pure code must not use ${name}`),
  ]
}

/** The first cycle found from each file, as `a -> b -> a`. */
function cycles(facts: readonly SourceFacts[]): string[] {
  const imports = new Map(facts.map(({ path, files }) => [path, files]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`cycle: ${[...trail.slice(start), path].join(' -> ')}`)
    if (start >= 0 || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of facts) visit(path, [])
  return found
}

/** Everything that breaks the rules; empty when the house is in order. */
export function violations(facts: readonly SourceFacts[]): string[] {
  return [
    ...facts.flatMap(importViolations),
    ...facts.flatMap(purityViolations),
    ...facts.flatMap(({ path, forbidden }) => forbidden.map((name) => `${path}: must not call ${name}`)),
    ...facts
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ path, lines }) => `${path}: ${lines} lines, at most ${MAX_LINES}`),
    ...cycles(facts),
  ]
}
