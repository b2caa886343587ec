// What is amiss, and whose it is: the venue's (or the way to it), ours, or a person's will. Nothing here decides anything.

import type { BotSnapshot, CapitalSnapshot, MarketSnapshot, NotQuoting } from '../../domain/run/snapshot.js'
import type { HaltCause, WaitCause } from '../../domain/run/standing.js'
import type { LastMinutesView } from '../last-minutes.js'

export interface Trouble {
  readonly whose: 'venue' | 'ours' | 'person'
  /** For a person. */
  readonly what: string
}

/** Of its requests, so many unanswered or failed are no accident. */
const FAILING_SHARE = 0.02
/** One event that takes so long holds the others up. */
const LONG_STEP_MS = 250
const UNSURE_CLOCK_MS = 1000
/** Beside what former runs have kept nothing is shown of it, as if nothing were held. */
export const ACCOUNT_UNREAD = 'the account has not been read yet: what is held is not known'
/** Less may be the way of the two. */
const BEHIND_MS = 1000

const WAITS: Readonly<Record<WaitCause, Trouble['whose']>> = {
  venue: 'venue',
  feed: 'venue',
  'sign-in': 'venue',
  clock: 'ours',
  lease: 'ours',
  signer: 'ours',
}
const BY_A_PERSON: ReadonlySet<HaltCause> = new Set(['operator', 'stopped'])

/** Reasons that pass by themselves within moments, or are somebody's will and told as such. */
const NO_TROUBLE: ReadonlySet<NotQuoting['reason']> = new Set([
  ...(['undecided', 'budget', 'pulled', 'halted', 'waiting', 'other-bot'] as const),
])
const OF_THE_VENUE: ReadonlySet<NotQuoting['reason']> = new Set(['market-not-open', 'market-changed', 'feed-stale'])

/** The venue's first. `idle`: why nothing is quoted, of each market of which that is so. */
export function troubles(
  snapshot: BotSnapshot,
  lately: LastMinutesView,
  idle: readonly NotQuoting[],
): readonly Trouble[] {
  const { halted, waiting, markets } = snapshot
  const found: Trouble[] = []
  const say = (whose: Trouble['whose'], what: string) => found.push({ whose, what })
  if (halted) say(BY_A_PERSON.has(halted.cause) ? 'person' : 'ours', `halted (${halted.cause}): ${halted.reason}`)
  if (waiting) say(WAITS[waiting.cause], `waiting (${waiting.cause}): ${waiting.reason}`)
  for (const what of failing(lately)) say('venue', what)
  // of others no feed is followed
  const chosen = markets.filter(({ dropped }) => dropped === undefined)
  const stale = chosen.filter(({ feed }) => feed.health === 'stale')
  const [first] = stale
  if (first) say('venue', `${stale.length} of ${chosen.length} feeds are stale: ${first.feed.reason}`)
  const { massCancel } = snapshot
  if (massCancel && massCancel.verifiedMs === undefined)
    say('venue', `orders may rest: no list has shown yet that none does, ${massCancel.left} known`)
  const doubtful = snapshot.totals.unknownOrders
  if (doubtful > 0) say('venue', `orders of unknown outcome: ${doubtful}; they are looked up`)
  if (snapshot.answersBehindMs > BEHIND_MS)
    say(
      'venue',
      `what it answers about books is ${(snapshot.answersBehindMs / 1000).toFixed(1)} s behind what its socket tells`,
    )
  if (!snapshot.signedIn && waiting?.cause !== 'sign-in') say('venue', 'the wallet is not signed in')
  if (snapshot.isAccountUnread) say('venue', ACCOUNT_UNREAD)
  for (const what of [...ours(snapshot, lately), ...onChain(snapshot.capital)]) say('ours', what)
  const blocked = snapshot.budgets.filter(({ blockedForMs }) => blockedForMs > 0).map(({ routeClass }) => routeClass)
  // after a refusal for asking too much, or because nothing is answered
  const whose = lately.limited > 0 ? 'ours' : 'venue'
  if (blocked.length > 0) say(whose, `no request is sent for a while: ${blocked.join(', ')}`)
  const silent = idle.filter(({ reason }) => reason !== 'not-selected')
  const [why] = silent
  if (why && silent.length === chosen.length && !silent.some(({ reason }) => NO_TROUBLE.has(reason)))
    say(silent.every(({ reason }) => OF_THE_VENUE.has(reason)) ? 'venue' : 'ours', nothingQuoted(silent, why))
  const order: readonly Trouble['whose'][] = ['venue', 'ours', 'person']
  return found.sort((a, b) => order.indexOf(a.whose) - order.indexOf(b.whose))
}

function nothingQuoted(idle: readonly NotQuoting[], { reason, detail }: NotQuoting): string {
  const reasons = [...new Set(idle.map((each) => each.reason))].join(', ')
  // a fault has been told in its own words
  const why = reason === 'strategy-fault' ? '' : ` (${detail})`
  return `nothing is quoted: ${reasons} in all of ${idle.length} markets${why}`
}

/** Each fault once, with its market or how many have it. */
function faultsOf(markets: readonly MarketSnapshot[]): readonly string[] {
  const whoByFault = new Map<string, string[]>()
  for (const { question, fault } of markets)
    if (fault !== undefined) whoByFault.set(fault, [...(whoByFault.get(fault) ?? []), question])
  return [...whoByFault].map(([fault, who]) => `${who.length === 1 ? who[0] : `${who.length} markets`}: ${fault}`)
}

function failing({ requests, unanswered, serverErrors, windowSec }: LastMinutesView): readonly string[] {
  const failed = unanswered + serverErrors
  if (failed === 0 || failed < requests * FAILING_SHARE) return []
  const parts = [
    ...(unanswered > 0 ? [`${unanswered} were not answered`] : []),
    ...(serverErrors > 0 ? [`${serverErrors} with a fault of the server`] : []),
  ]
  return [`of ${requests} requests in ${windowSec / 60} min ${parts.join(', ')}`]
}

/** Capital that does not come back. */
function onChain({ pending, failure }: Pick<CapitalSnapshot, 'pending' | 'failure'> = {}): readonly string[] {
  return [
    ...(pending?.trouble === undefined ? [] : [`the ${pending.act} on the chain is not through: ${pending.trouble}`]),
    ...(failure === undefined ? [] : [`the last transaction on the chain came to nothing: ${failure}`]),
  ]
}

function ours({ markets, clockErrorMs, waiting }: BotSnapshot, lately: LastMinutesView): readonly string[] {
  const slowed = markets.filter((market) => market.slowed).length
  const isUnsure = clockErrorMs > UNSURE_CLOCK_MS && waiting?.cause !== 'clock'
  return [
    ...faultsOf(markets),
    ...(slowed > 0 ? [`the strategy is slow in ${slowed} of ${markets.length} markets`] : []),
    ...(lately.limited > 0
      ? [`answers that told us to ask less (429): ${lately.limited} in ${lately.windowSec / 60} min`]
      : []),
    ...(lately.longestStepMs > LONG_STEP_MS
      ? [`one event took ${Math.round(lately.longestStepMs)} ms: the machine or the strategy is too slow`]
      : []),
    ...(isUnsure ? [`the clock is unsure by ${Math.round(clockErrorMs)} ms`] : []),
    ...(markets.length === 0 ? ['no markets are chosen'] : []),
  ]
}
