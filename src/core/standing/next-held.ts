// What is held, as the next run is told of it: it explains by that what it finds, and goes on from what it counted for.
//
//   before the account is read        as it was kept, as long as a market is not read either
//   read, and not judged              the tokens as they were kept, beside what this run counts: the next run judges them
//   else                              as it is counted; in markets that are not followed, as it was read

import { areSameTokens, NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, YES } from '../../domain/market/side.js'
import type { HeldTokens } from '../../domain/run/standing.js'
import type { Beliefs } from '../../state/beliefs.js'
import type { Absence } from './absence.js'
import type { KeptHeld } from './kept-held.js'
import type { StartCheck } from './start-check.js'

export interface NextHeldParts {
  readonly beliefs: Pick<Beliefs, 'funds' | 'markets' | 'positions'>
  readonly absence: Pick<Absence, 'asKept' | 'isOpen' | 'open'>
  readonly kept: Pick<KeptHeld, 'held' | 'inUnread' | 'of'>
  readonly start: Pick<StartCheck, 'open'>
  /** In markets that are over for good. */
  readonly past: readonly HeldTokens[]
  /** What nobody has judged is not taken over. */
  readonly refuses: boolean
}

export function nextHeld(parts: NextHeldParts): readonly HeldTokens[] {
  const { beliefs, absence, kept, start, past, refuses } = parts
  const { funds } = beliefs
  const { snapshot } = funds
  if (snapshot === undefined) return kept.held
  const unjudged = start.open()
  const held = heldNow(parts, unjudged)
  const { unread = [] } = snapshot
  const read = [...held].flatMap(([conditionId, [yes, no]]): HeldTokens | readonly HeldTokens[] => {
    const tokensRaw = [yes, no] as const
    if (unjudged.has(conditionId)) return asJudgedNext(absence.asKept({ conditionId, tokensRaw }), kept.of(conditionId))
    const isNone = areSameTokens(tokensRaw, NO_TOKENS) && !absence.isOpen(conditionId)
    return isNone ? [] : absence.asKept({ conditionId, tokensRaw })
  })
  const known = [...past, ...read]
  return unread.length === 0 ? known : [...known, ...kept.inUnread(unread, refuses)]
}

/** By market, as it is counted or read. */
function heldNow({ beliefs, absence }: NextHeldParts, unjudged: Iterable<ConditionId>): Map<ConditionId, Tokens> {
  const { funds, markets, positions } = beliefs
  const held = new Map<ConditionId, Tokens>()
  for (const { conditionId, tokensRaw } of funds.snapshot?.holdings ?? [])
    if (!markets.has(conditionId)) held.set(conditionId, tokensRaw)
  for (const conditionId of markets.present.keys()) {
    const tokensRaw = positions.tokensRaw(conditionId)
    if (!areSameTokens(tokensRaw, NO_TOKENS) || absence.isOpen(conditionId)) held.set(conditionId, tokensRaw)
  }
  for (const id of absence.open()) if (!held.has(id) && !funds.isUnread(id)) held.set(id, NO_TOKENS)
  for (const id of unjudged) if (!held.has(id)) held.set(id, NO_TOKENS)
  return held
}

/** The tokens that were kept, with the worth that this run counts for what there is now. */
function asJudgedNext(
  { conditionId, tokensRaw, worth, fromRaw }: HeldTokens,
  kept: HeldTokens | undefined,
): HeldTokens {
  const { tokensRaw: keptRaw, unordered } = kept ?? { tokensRaw: NO_TOKENS }
  // nobody can say what these are worth
  if (unordered || worth === undefined) return { conditionId, tokensRaw: keptRaw, ...(unordered && { unordered }) }
  return { conditionId, tokensRaw: [keptRaw[YES], keptRaw[NO]], worth, fromRaw: fromRaw ?? tokensRaw }
}
