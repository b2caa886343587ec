// Draws a scenario from its seed: a setting, and what goes wrong when.

import { type Random, seededRandom } from '../../../src/domain/random.js'
import { FAULT_KINDS } from '../../../src/venue/wire/fault-schema.js'
import { CAUTIONS } from './cautions.js'
import { drawAdmission } from './draw-admission.js'
import { drawBeside } from './draw-beside.js'
import { drawCautions } from './draw-cautions.js'
import { drawChanges } from './draw-changes.js'
import { drawClosing } from './draw-closing.js'
import { drawCompany } from './draw-company.js'
import { drawEvents } from './draw-events.js'
import { drawGrids } from './draw-grids.js'
import { drawGroup } from './draw-group.js'
import { drawKey } from './draw-key.js'
import { drawLost } from './draw-lost.js'
import { drawOutages } from './draw-outages.js'
import { drawPriors } from './draw-priors.js'
import { drawProfile } from './draw-profile.js'
import { drawRooms } from './draw-rooms.js'
import { drawSelection } from './draw-selection.js'
import { drawSettings } from './draw-settings.js'
import { drawSignal } from './draw-signal.js'
import { drawSpoiled } from './draw-spoiled.js'
import { drawStrategies } from './draw-strategies.js'
import { drawTerms } from './draw-terms.js'
import { drawThin } from './draw-thin.js'
import { drawTokens } from './draw-tokens.js'
import { drawUnsteady } from './draw-unsteady.js'
import { drawWords } from './draw-words.js'
import { BURST_MS, Drawn, nonEmpty } from './drawn.js'
import { TURN_OVERS } from './invariants/looks.js'
import {
  CALM_AFTER_MS,
  type Disturbance,
  type DisturbanceKind,
  endOf,
  type Scenario,
  type Setting,
} from './scenario.js'
import { SERVER_FAULTS, SHORT } from './server-faults.js'
import { CHAIN_TROUBLES } from './simulated-chain.js'

const USUAL_MARKETS = 3
const MANY_MARKETS = 20
/** One seed of so many has many markets. */
const MANY_EVERY = 50
/** At most in one seed. */
const MOST_DISTURBANCES = 12

type Draw = (draw: Drawn) => Disturbance

/** Drawn in company only, or beside; and those of the chain, which are counted by what they are. */
const ACCOMPANIED = [
  ...(['lease-lost', 'reload', 'server-crash', 'bot-freeze', 'net-garble', 'market-out', 'signer-trouble'] as const),
  ...([
    'thin-book',
    'wide-book',
    'grid-change',
    'other-program',
    'signal-trouble',
    'disk-fails',
    'disk-back',
    'key-refused',
    'terms-change',
  ] as const),
] satisfies DisturbanceKind[]
type Accompanied = (typeof ACCOMPANIED)[number] | 'chain-trouble'

const DRAWS: Readonly<Record<Exclude<DisturbanceKind, Accompanied>, { readonly weight: number; readonly draw: Draw }>> =
  {
    'net-delay': {
      weight: 4,
      draw: (d) => ({
        kind: 'net-delay',
        atMs: d.atMs,
        forMs: d.between(1000, 9000),
        way: d.of('up', 'down', 'both'),
        delayMs: d.between(50, 3500),
      }),
    },
    'net-drop': {
      weight: 5,
      draw: (d) => ({
        ...{ kind: 'net-drop', atMs: d.atMs, forMs: d.between(1000, 10_000), way: d.of('up', 'down', 'both') },
        ...{ rate: d.rate(0.1, 1), meets: d.of('all', 'orders', 'cancels', 'reads') },
      }),
    },
    'net-duplicate': {
      weight: 3,
      draw: (d) => ({ kind: 'net-duplicate', atMs: d.atMs, forMs: d.between(2000, 10_000), rate: d.rate(0.1, 1) }),
    },
    'net-reorder': {
      weight: 3,
      draw: (d) => ({
        kind: 'net-reorder',
        atMs: d.atMs,
        forMs: d.between(2000, 10_000),
        spreadMs: d.between(50, 1500),
      }),
    },
    'net-stall': { weight: 3, draw: (d) => ({ kind: 'net-stall', atMs: d.atMs, forMs: d.between(200, 8000) }) },
    'net-one-way': {
      weight: 3,
      draw: (d) => ({ kind: 'net-one-way', atMs: d.atMs, forMs: d.between(500, 9000), way: d.of('up', 'down') }),
    },
    'net-cut': {
      weight: 3,
      draw: (d) => ({ kind: 'net-cut', atMs: d.atMs, times: d.between(1, 4), everyMs: d.between(300, 2500) }),
    },
    'server-fault': {
      weight: 22,
      draw: (d) => {
        const made = d.of(...nonEmpty(SERVER_FAULTS))(d)
        const durationMs = d.between(500, SHORT[made.kind] ?? 10_000)
        return { kind: 'server-fault', atMs: d.atMs, spec: { ...made, durationMs } }
      },
    },
    'fee-change': {
      weight: 4,
      draw: (d) => ({ kind: 'fee-change', atMs: d.atMs, market: d.market, feeRateBps: d.between(0, 60) }),
    },
    close: {
      weight: 2,
      draw: (d) => ({
        kind: 'close',
        atMs: d.atMs,
        market: d.market,
        resolveAfterMs: d.between(100, 6000),
        end: d.of<0 | 1 | 'cancelled'>(0, 1, 'cancelled'),
      }),
    },
    'raise-nonce': { weight: 1, draw: (d) => ({ kind: 'raise-nonce', atMs: d.atMs }) },
    'second-writer': {
      weight: 1,
      draw: (d) => ({
        kind: 'second-writer',
        atMs: d.atMs,
        market: d.market,
        orders: d.between(1, 4),
        everyMs: d.between(500, 9000),
      }),
    },
    'hand-split': {
      weight: 2,
      draw: (d) => ({ kind: 'hand-split', atMs: d.atMs, market: d.market, shares: d.between(1, 30) }),
    },
    'hand-merge': {
      weight: 1,
      draw: (d) => ({ kind: 'hand-merge', atMs: d.atMs, market: d.market, shares: d.between(1, 10) }),
    },
    'bot-crash': {
      weight: 9,
      draw: (d) => ({
        ...{ kind: 'bot-crash', atMs: d.atMs, when: d.of('now', 'disk-write', 'disk-sync', 'send', 'answer') },
        ...{ loses: d.of('process', 'power'), survives: d.rate(0, 1), downMs: d.between(50, 9000) },
      }),
    },
    'bot-stop': { weight: 2, draw: (d) => ({ kind: 'bot-stop', atMs: d.atMs, downMs: d.between(100, 5000) }) },
    'disk-full': { weight: 2, draw: (d) => ({ kind: 'disk-full', atMs: d.atMs, forMs: d.between(500, 5000) }) },
    'disk-slow': {
      weight: 2,
      draw: (d) => ({ kind: 'disk-slow', atMs: d.atMs, forMs: d.between(1000, 9000), delayMs: d.between(20, 1500) }),
    },
    'clock-jump': {
      weight: 2,
      draw: (d) => ({
        ...{ kind: 'clock-jump', atMs: d.atMs, backAfterMs: d.between(500, 9000) },
        byMs: d.of(1, -1) * d.of(d.between(200, 5000), d.between(20_000, 3_600_000)),
      }),
    },
    'strategy-slow': {
      weight: 2,
      draw: (d) => ({
        kind: 'strategy-slow',
        atMs: d.atMs,
        forMs: d.between(1000, 9000),
        callMs: d.of(6, 20, 80, 400),
      }),
    },
    'strategy-throws': {
      weight: 2,
      draw: (d) => ({ kind: 'strategy-throws', atMs: d.atMs, forMs: d.between(200, 6000), market: d.market }),
    },
    halt: { weight: 2, draw: (d) => ({ kind: 'halt', atMs: d.atMs, forMs: d.between(200, 8000) }) },
    pause: { weight: 1, draw: (d) => ({ kind: 'pause', atMs: d.atMs, forMs: d.between(200, 8000), market: d.market }) },
  }

const POOL: readonly Draw[] = Object.values(DRAWS).flatMap(({ weight, draw }) =>
  Array.from({ length: weight }, () => draw),
)

function drawSetting(random: Random): Setting {
  const d = new Drawn(random, 1)
  const isPlain = d.of(true, true, false)
  const socket = d.of(true, true, true, true, true, true, true, false)
  return {
    // the other one does not quote on polled bids
    strategy: socket ? d.of('fixed-spread', 'fixed-spread', 'as-logit') : 'as-logit',
    tier: d.of('DEFAULT', 'PRO', 'PRO', 'MM'),
    socket,
    privateEvents: isPlain || d.of(true, false),
    seq: isPlain || d.of(true, false),
    hash: isPlain || d.of(true, false),
    makerPays: d.of(true, false),
    feeRateBps: d.of(0, 0, 30),
    settlementFailureRate: d.of(0, 0, 0, 0.2),
    settlementDelayMs: d.of(300, 1500, 1500, 4000),
    useHeldTokens: d.of(true, false),
    durability: d.of('machine', 'process'),
    orphans: d.of('adopt', 'adopt', 'cancel'),
    wallAheadMs: d.of(0, 0, 0, d.between(-20_000, 20_000)),
    rollBytes: d.of(4000, 40_000, 4_000_000),
    signingMs: d.of(2, 2, 150),
    limits: 'wide',
    end: d.of('stop', 'halt-and-stop', 'halt-and-stop'),
  }
}

/** A journal that is kept for the loss of the process alone promises nothing when the machine goes. */
function survivable(disturbance: Disturbance, { durability }: Setting): Disturbance {
  return disturbance.kind === 'bot-crash' && durability === 'process'
    ? { ...disturbance, loses: 'process' }
    : disturbance
}

type Draws = Readonly<Record<string, (scenario: Scenario, random: Random) => Scenario>>

/** What is added to a scenario, one after the other, each by chance of its own. */
const FURTHER: Draws = {
  ...{ beside: drawBeside, cautions: drawCautions, unsteady: drawUnsteady, rooms: drawRooms, tokens: drawTokens },
  ...{ terms: drawTerms, thin: drawThin, grids: drawGrids, key: drawKey, signal: drawSignal, lost: drawLost },
  ...{ events: drawEvents, outages: drawOutages },
}
/** What hardly anybody configures or meets. */
const SELDOM: Draws = {
  ...{
    settings: drawSettings,
    group: drawGroup,
    words: drawWords,
    priors: drawPriors,
    profile: drawProfile,
    spoiled: drawSpoiled,
    changes: drawChanges,
    closing: drawClosing,
    selection: drawSelection,
    strategies: drawStrategies,
    admission: drawAdmission,
  },
}

function added(scenario: Scenario, draws: Draws): Scenario {
  const random = seededRandom(scenario.seed, 'scenario')
  return Object.entries(draws).reduce((one, [name, draw]) => draw(one, random.fork(name)), scenario)
}

/** The same seed gives the same scenario; `markets`: as many by default as the seed says. */
export function drawScenario(seed: number, markets?: number): Scenario {
  return added(drawUsual(seed, markets), SELDOM)
}

/** Without what hardly anybody configures. */
export function drawUsual(seed: number, markets?: number): Scenario {
  return added(drawAlone(seed, markets), FURTHER)
}

/** Without what stands beside bot and book, without cautions, with a steady session, and as most are configured. */
export function drawAlone(seed: number, markets = seed % MANY_EVERY === 0 ? MANY_MARKETS : USUAL_MARKETS): Scenario {
  const random = seededRandom(seed, 'scenario')
  const alone = drawSetting(random.fork('setting'))
  const company = drawCompany(seed, random.fork('company'))
  const setting = { ...alone, ...company?.setting }
  const which = random.fork('disturbances')
  const count = which.below(MOST_DISTURBANCES + 1)
  const aroundMs = which.next() < 0.5 ? undefined : which.next() * (CALM_AFTER_MS - 2 * BURST_MS)
  const disturbances = Array.from({ length: count }, (_, index) => {
    const draw = POOL[which.below(POOL.length)]
    if (draw === undefined) throw new Error('expected a disturbance')
    return draw(new Drawn(random.fork(`disturbance-${index}`), markets, aroundMs))
  })
  const inTime = [...disturbances, ...(company?.disturbances(markets) ?? [])]
    .filter((one) => endOf(one) <= CALM_AFTER_MS + 5000)
    .map((one) => survivable(one, setting))
    .sort((a, b) => a.atMs - b.atMs)
  return { seed, markets, setting, disturbances: inTime }
}

/** Names under which disturbances, and what holds the bot back, are counted. */
export const DISTURBANCE_NAMES: readonly string[] = [
  ...ACCOMPANIED,
  ...Object.keys(DRAWS).filter((kind) => kind !== 'server-fault' && kind !== 'bot-crash'),
  ...CHAIN_TROUBLES.map((trouble) => `chain-${trouble}`),
  ...['now', 'disk-write', 'disk-sync', 'send', 'answer', 'chain-send'].map((point) => `bot-crash-${point}`),
  ...FAULT_KINDS,
  // has cancelled everything of a silent bot, to the last list
  'watchdog',
  ...CAUTIONS,
  ...TURN_OVERS,
]
