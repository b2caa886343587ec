// What is told to people who do not look: a closed set, each with what to do about it.

export const ALERTS = [
  'started',
  'stopped',
  'halted',
  'resumed',
  'waiting',
  'waited',
  'not-quoting',
  'quoting',
  'near-limit',
  'unverified',
  'verified',
  'fault',
  'fills',
  'config',
  'watchdog',
  'test',
] as const
export type AlertKind = (typeof ALERTS)[number]

export interface Alert {
  readonly kind: AlertKind
  /** What the matter is. */
  readonly text: string
  /** Unix milliseconds. */
  readonly atMs: number
}

export interface About {
  readonly bot: string
  readonly mode: string
}

/** What a person may do; empty where there is nothing to do. */
const TO_DO: Readonly<Record<AlertKind, string>> = {
  started: '',
  stopped: '',
  halted: 'Nothing is quoted until somebody looks and says `quoin resume` (docs/errors.md#halts).',
  resumed: '',
  waiting: 'This passes by itself; `quoin status` says what it waits for.',
  waited: '',
  'not-quoting': '`quoin status` has the reason of each market, `quoin explain <market>` all of it.',
  quoting: '',
  'near-limit': 'Look at `quoin positions`; `quoin halt` pulls everything.',
  unverified: 'Orders may rest: look at the venue, `quoin cancel-all <config>` cancels and verifies.',
  verified: '',
  fault: '`quoin explain <market>` says where; the market is tried again by itself, or after `quoin resume`.',
  fills: '',
  config: '`quoin reload --back` returns to the configuration before.',
  watchdog: 'Where the bot is dead or hangs, start it again once its log says why.',
  test: '',
}

export const toDo = (kind: AlertKind): string => TO_DO[kind]

/** As one text: bot, mode, what, and what to do. */
export function alertMessage({ kind, text }: Alert, { bot, mode }: About): string {
  const todo = toDo(kind)
  return `[${bot}, ${mode}] ${kind}: ${text}${todo === '' ? '' : `\n${todo}`}`
}
