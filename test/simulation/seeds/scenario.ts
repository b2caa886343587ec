// What happens in one simulation, as plain data: it can be drawn from a seed, shrunk, printed, and pasted into a test.

import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import type { CautionName } from './cautions.js'
import type { ChainTrouble } from './simulated-chain.js'
import type { SyncFailure } from './simulated-disk.js'
import type { Terms } from './terms.js'

export interface Setting {
  readonly strategy: 'fixed-spread' | 'as-logit' | 'in-group' | 'best-bid-peg' | 'group-consistent'
  readonly tier: 'DEFAULT' | 'PRO' | 'MM'
  /** Whether the socket can be reached at all. */
  readonly socket: boolean
  /** What the venue tells of itself. */
  readonly privateEvents: boolean
  readonly seq: boolean
  readonly hash: boolean
  readonly makerPays: boolean
  readonly feeRateBps: number
  /** Part of the settlements that fail until the faults end. */
  readonly settlementFailureRate: number
  readonly settlementDelayMs: number
  readonly useHeldTokens: boolean
  readonly durability: 'process' | 'machine'
  readonly orphans: 'adopt' | 'cancel'
  /** The bot's wall clock is so far ahead of the venue's, milliseconds. */
  readonly wallAheadMs: number
  /** Bytes after which the journal begins its next segment. */
  readonly rollBytes: number
  /** What a signature takes on average, as by a remote signer, milliseconds. */
  readonly signingMs: number
  /** How much may be held and rest; `tight`: so little that it is met. */
  readonly limits: 'wide' | 'tight' | 'tight-losses' | 'tight-rate'
  /** What the account begins with, units. */
  readonly collateral?: number
  /** Of collateral and tokens; 6 by default. */
  readonly decimals?: number
  /** Orders sign the 10 fields of the specification, and not 12 with the side. */
  readonly fewFields?: true
  /** How the run ends; `crash-and-stop`: by the stop of a bot that has only just been started again. */
  readonly end: 'stop' | 'halt-and-stop' | 'crash-and-stop'
  /** A process beside the bot cancels everything when it shows no sign of life. */
  readonly watchdog?: boolean
  /** Sets are merged and winners redeemed, on a chain behind a node. */
  readonly chain?: boolean
  /** How long each market is open, seconds; a fresh one comes when one has resolved. Longer than a run, and none comes, by default. */
  readonly lives?: { readonly minSec: number; readonly maxSec: number }
  /** How long a sign-in holds, seconds; much longer than a run by default. */
  readonly tokenSec?: number
  /** What risk holds back beside its limits. */
  readonly cautions?: readonly CautionName[]
  /** What the configuration says otherwise than most do. */
  readonly terms?: Terms
  /** What it says otherwise than that after a reload to it. */
  readonly changed?: Terms
}

/** What another configuration says of a bot that runs. */
export const RELOADS = ['limits-raised', 'limits-lowered', 'strategy-changed'] as const
/** `terms-changed`: what the setting has as `changed`. */
export type Reload = (typeof RELOADS)[number] | 'terms-changed'

/** Bot and venue, or one of the ways between them. */
export type Way = 'up' | 'down' | 'both'
/** Which requests are met, or what the socket tells. */
export type Meets = 'all' | 'orders' | 'cancels' | 'reads' | 'frames'

export type Disturbance = { readonly atMs: number } & ( // the network, for so long
  | { readonly kind: 'net-delay'; readonly forMs: number; readonly way: Way; readonly delayMs: number }
  | {
      readonly kind: 'net-drop'
      readonly forMs: number
      readonly way: Way
      readonly rate: number
      readonly meets: Meets
    }
  | { readonly kind: 'net-duplicate'; readonly forMs: number; readonly rate: number }
  | { readonly kind: 'net-reorder'; readonly forMs: number; readonly spreadMs: number }
  | { readonly kind: 'net-stall'; readonly forMs: number }
  | { readonly kind: 'net-one-way'; readonly forMs: number; readonly way: 'up' | 'down' }
  /** Of so many answers half is cut off, a page of somebody else comes in their place, or one value is none. */
  | {
      readonly kind: 'net-garble'
      readonly forMs: number
      readonly rate: number
      readonly how: 'cut' | 'page' | 'value'
      readonly meets: Meets
    }
  | { readonly kind: 'net-cut'; readonly times: number; readonly everyMs: number }
  // the venue
  | {
      readonly kind: 'server-fault'
      readonly spec: FaultSpecInput & { readonly durationMs: number }
      /** It meets this market alone. */
      readonly market?: number
    }
  | { readonly kind: 'fee-change'; readonly market: number; readonly feeRateBps: number }
  | {
      readonly kind: 'close'
      readonly market: number
      readonly resolveAfterMs: number
      readonly end: 0 | 1 | 'cancelled'
    }
  | {
      /** Orders of a market must lie on so many of the ticks and lots that it was listed with. */
      readonly kind: 'grid-change'
      readonly market: number
      readonly tick: number
      readonly step: number
      /** Of those lots; as many as before, if not. */
      readonly minLots?: number
    }
  | {
      /** The venue's list says another question, end or name of an outcome, and after so long what it said before; if not said, for good. */
      readonly kind: 'terms-change'
      readonly market: number
      readonly term: 'question' | 'end' | 'outcome'
      readonly backAfterMs?: number
    }
  | { readonly kind: 'raise-nonce' }
  | { readonly kind: 'second-writer'; readonly market: number; readonly orders: number; readonly everyMs: number }
  | {
      /** Another program uses the bot's API key. */
      readonly kind: 'other-program'
      readonly forMs: number
      readonly routeClass: 'read' | 'write' | 'cancel'
      /** Of what the key allows in a second. */
      readonly share: number
      /** It stops at so many that are left of the minute. */
      readonly leaves: number
    }
  | { readonly kind: 'hand-split'; readonly market: number; readonly shares: number }
  | { readonly kind: 'hand-merge'; readonly market: number; readonly shares: number }
  /** The others bid no more for this outcome, nor offer what comes to the same. */
  | { readonly kind: 'thin-book'; readonly forMs: number; readonly market: number; readonly outcome: 0 | 1 }
  | {
      /** The others stand far apart, leave one side, or both; for good, if not said. */
      readonly kind: 'wide-book'
      readonly forMs?: number
      readonly market: number
      readonly how: 'wide' | 'one-sided' | 'empty'
    }
  | {
      /** What carries the fair value says nothing of a market, or something that it should not. */
      readonly kind: 'signal-trouble'
      readonly forMs: number
      readonly market: number
      readonly how: 'silent' | 'lies' | 'nonsense' | 'late' | 'backwards'
    }
  | {
      /** Its process ends, and begins again over what it had kept: all that it has answered and told. */
      readonly kind: 'server-crash'
      /** What it is asked when it dies: the next of these after `atMs`. */
      readonly when: 'now' | 'order' | 'cancel'
      /** That request is carried out. */
      readonly keeps: boolean
      readonly downMs: number
    }
  /** Transactions wait until they are replaced, or are reverted; the node lags, is away, or takes what it does not answer. */
  | { readonly kind: 'chain-trouble'; readonly forMs: number; readonly trouble: ChainTrouble }
  // the bot
  | {
      readonly kind: 'bot-crash'
      /** What it is doing when it dies: the next of these after `atMs`. */
      readonly when: 'now' | 'disk-write' | 'disk-sync' | 'send' | 'answer' | 'chain-send'
      readonly loses: 'process' | 'power'
      /** Part that survives of what was being written, and of what was not synced. */
      readonly survives: number
      readonly downMs: number
    }
  | { readonly kind: 'bot-stop'; readonly downMs: number }
  /** It is held, as by a signal, and then goes on. */
  | { readonly kind: 'bot-freeze'; readonly forMs: number }
  | {
      /** The process that holds the key; `refuses`: by its policy, which halts the bot until a person lets it go on. */
      readonly kind: 'signer-trouble'
      readonly forMs: number
      readonly how: 'away' | 'silent' | 'slow' | 'rate' | 'refuses'
      /** Of one that is slow, for each signature. */
      readonly answerMs: number
    }
  | {
      /** The venue refuses the bot's API key: for a while, or that of the processes that run, for good. */
      readonly kind: 'key-refused'
      readonly forMs: number
      readonly how: 'revoked' | 'rotated'
    }
  | { readonly kind: 'disk-full'; readonly forMs: number }
  | { readonly kind: 'disk-slow'; readonly forMs: number; readonly delayMs: number }
  /** What is written to it is not said to be safe. */
  | { readonly kind: 'disk-fails'; readonly forMs: number; readonly where: SyncFailure }
  | {
      /** The bot dies, and what it has kept, or a part of it, is as it was so long before: of a backup, or of a disk that promised too much. */
      readonly kind: 'disk-back'
      readonly what: 'standing' | 'journal' | 'all'
      readonly byMs: number
      readonly downMs: number
    }
  | { readonly kind: 'clock-jump'; readonly byMs: number; readonly backAfterMs: number }
  /** Where it is asked about this market; wherever it is asked, if none is named. */
  | { readonly kind: 'strategy-slow'; readonly forMs: number; readonly callMs: number; readonly market?: number }
  | { readonly kind: 'strategy-throws'; readonly forMs: number; readonly market: number }
  | { readonly kind: 'halt'; readonly forMs: number }
  | { readonly kind: 'pause'; readonly forMs: number; readonly market: number }
  /** The right to trade is not renewed; after `overAfterMs` its time has passed. */
  | { readonly kind: 'lease-lost'; readonly forMs: number; readonly overAfterMs: number }
  /** And back to what it was; for good, if not said. */
  | { readonly kind: 'reload'; readonly forMs?: number; readonly to: Reload }
  | {
      /** The bot is to quote it no more: the configuration names the others that are listed then, or its registration has failed. */
      readonly kind: 'market-out'
      readonly forMs: number
      readonly market: number
      readonly how: 'unchosen' | 'unregistered'
    }
)
export type DisturbanceKind = Disturbance['kind']
export type Of<K extends DisturbanceKind> = Extract<Disturbance, { readonly kind: K }>

export interface Scenario {
  readonly seed: number
  readonly markets: number
  readonly setting: Setting
  /** Times are milliseconds since the start, in rising order. */
  readonly disturbances: readonly Disturbance[]
}

/** Nothing is disturbed any more after this. */
export const CALM_AFTER_MS = 65_000
/** Once the faults are over, both sides rest again within this, or a reason of the list says why not. */
export const RECOVERS_WITHIN_MS = 30_000
/** The bot is stopped then. */
export const STOPS_AT_MS = 112_000
/** At least; what is not settled by then has a little longer. */
export const LASTS_MS = 121_000

/** What was used of a key is gone from its minute, and known to be. */
const KEY_MINUTE_MS = 61_000

/** When the last of its effects is over. */
export function endOf(disturbance: Disturbance): number {
  const { atMs } = disturbance
  switch (disturbance.kind) {
    case 'net-cut':
      return atMs + disturbance.times * disturbance.everyMs
    case 'server-fault':
      return atMs + disturbance.spec.durationMs
    case 'bot-crash':
    case 'bot-stop':
    case 'disk-back':
    case 'server-crash':
      return atMs + disturbance.downMs
    case 'other-program':
      return atMs + disturbance.forMs + KEY_MINUTE_MS
    case 'second-writer':
      return atMs + disturbance.orders * disturbance.everyMs
    case 'close':
      return atMs + disturbance.resolveAfterMs
    case 'clock-jump':
      return atMs + disturbance.backAfterMs
    case 'terms-change':
      return atMs + (disturbance.backAfterMs ?? 0)
    default:
      return 'forMs' in disturbance ? atMs + (disturbance.forMs ?? 0) : atMs
  }
}

/** The same scenario, in which more happens, each at its time. */
export function withMore(
  scenario: Scenario,
  disturbances: readonly Disturbance[],
  setting: Partial<Setting> = {},
): Scenario {
  const all = [...scenario.disturbances, ...disturbances].sort((a, b) => a.atMs - b.atMs)
  return { ...scenario, setting: { ...scenario.setting, ...setting }, disturbances: all }
}
