// What one trial at the venue taught: a finding, which keys of the profile were seen to hold, and which values were seen to be others.

import type { Assumption } from '../../venue/wire/assumptions.js'
import { type Finding, failed } from '../finding.js'

export interface Lesson {
  readonly finding: Finding
  /** Seen as the profile, with `values`, says. */
  readonly known?: readonly Assumption[]
  /** Seen to be otherwise, or no longer sure: must not stand under `known`. */
  readonly doubted?: readonly Assumption[]
  /** What the profile should say instead, by the key's path. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Why a key stays what it was: assumed. */
  readonly unseen?: Partial<Record<Assumption, string>>
}

export interface Contradiction {
  readonly field: string
  readonly expected: unknown
  readonly seen: string
  readonly fix: string
}

/** The venue does otherwise than the profile says. */
export const contradiction = (name: string, { field, expected, seen, fix }: Contradiction): Finding =>
  failed(name, { evidence: `${field}: expected ${JSON.stringify(expected)}, seen: ${seen}`, fix, exit: 'bad-config' })
