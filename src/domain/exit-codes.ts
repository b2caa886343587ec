// Exit codes of `quoin`, and which error ends in which.

import { type ErrorCode, QuoinError } from './error.js'

export const EXIT_CODES = {
  ok: { code: 0, meaning: 'Done; after a stop: no order, settlement or unknown is left' },
  failed: { code: 1, meaning: 'A fault of the program, or an error that no code below names' },
  usage: { code: 2, meaning: 'Wrong command, argument or option' },
  'bad-config': { code: 3, meaning: 'The configuration, a key, the venue profile or the strategy is wrong' },
  unreachable: { code: 4, meaning: 'The venue, the signer or the node of the chain gave no usable answer' },
  refused: { code: 5, meaning: 'The venue refused the key, the sign-in or the request' },
  pending: {
    code: 6,
    meaning:
      'Something is left: after a stop an order, a pending settlement or no verification; runs of a sweep; what flatten did not sell',
  },
  'stopped-itself': { code: 7, meaning: 'The bot stopped itself for a reason that no other code names' },
  journal: { code: 8, meaning: 'The journal is locked by another process, damaged, or cannot be written' },
  hung: {
    code: 9,
    meaning: 'The main thread stood still and the watchdog ended it; orders are left until they expire',
  },
  killed: {
    code: 130,
    meaning:
      'A second signal ended it at once; orders may be left until they expire. Or one Ctrl-C where no order rests: in a backtest, in the first moments of a start',
  },
} as const

export type ExitName = keyof typeof EXIT_CODES

const EXIT_OF_ERROR: Partial<Record<ErrorCode, ExitName>> = {
  'bad-argument': 'usage',
  'bad-config': 'bad-config',
  'profile-mismatch': 'bad-config',
  unreachable: 'unreachable',
  'venue-failed': 'unreachable',
  'rate-limited': 'unreachable',
  'signer-away': 'unreachable',
  'bad-payload': 'unreachable',
  'bad-api-key': 'refused',
  'not-signed-in': 'refused',
  forbidden: 'refused',
  'not-found': 'refused',
  conflict: 'refused',
  'bad-request': 'refused',
  'bad-signature': 'refused',
  'signer-refused': 'refused',
  'journal-failed': 'journal',
  hung: 'hung',
}

/** How a bot ends that stopped itself because of an error. */
export const exitOfStop = (code: ErrorCode): ExitName => EXIT_OF_ERROR[code] ?? 'stopped-itself'

export function exitOf(thrown: unknown): ExitName {
  return thrown instanceof QuoinError ? (EXIT_OF_ERROR[thrown.code] ?? 'failed') : 'failed'
}
