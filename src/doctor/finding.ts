// What `quoin doctor` says of one thing that a bot needs: a verdict, the evidence for it, and what mends it.

import { QuoinError, toFailure } from '../domain/error.js'
import { type ExitName, exitOf } from '../domain/exit-codes.js'

/** `skipped`: it could not be looked at, because something before it failed or it is not needed here. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'skipped'

export interface Finding {
  readonly name: string
  readonly verdict: Verdict
  /** What was seen. */
  readonly evidence: string
  /** What to do about it; of warnings and failures. */
  readonly fix?: string
  /** How a command ends that meets this; of failures. */
  readonly exit?: ExitName
}

export interface Trouble {
  readonly evidence: string
  readonly fix: string
}

export const ok = (name: string, evidence: string): Finding => ({ name, verdict: 'ok', evidence })
export const skipped = (name: string, why: string): Finding => ({ name, verdict: 'skipped', evidence: why })
export const warning = (name: string, trouble: Trouble): Finding => ({ name, verdict: 'warning', ...trouble })

export const failed = (name: string, { exit = 'bad-config', ...trouble }: Trouble & { exit?: ExitName }): Finding => ({
  ...{ name, verdict: 'failed', ...trouble },
  exit,
})

/** A thrown error as a failure; its exit code is the one with which a command would end. */
export function failedBy(name: string, thrown: unknown, fix: string): Finding {
  const { code, message } = toFailure(thrown)
  return failed(name, { evidence: `${code}: ${message}`, fix, exit: exitOf(thrown) })
}

/** The same of a refusal that is a value. */
export const failedAs = (name: string, { code, message }: Pick<QuoinError, 'code' | 'message'>, fix: string): Finding =>
  failedBy(name, new QuoinError(code, message), fix)
