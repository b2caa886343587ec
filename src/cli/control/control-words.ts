// What a bot answers on its control port, as tables for people.

import { stopSentence } from '../../control/state-sentence.js'
import type {
  DecisionsView,
  DoneView,
  ExplainView,
  FillsView,
  MassCancelView,
  OrdersView,
  PositionsView,
  ReloadView,
  StatusView,
} from '../../control/view-schema.js'
import { alignColumns } from '../text-columns.js'

const LONGEST_QUESTION = 60

export function statusLines(view: StatusView): string[] {
  const { totals, collateral, markets, bot } = view
  const about = Object.entries(bot).map(([name, value]) => `${name} ${String(value)}`)
  return [
    view.says,
    ...massCancelLines(view.massCancel),
    about.join(', '),
    `P&L ${money(totals.total)} = spread ${money(totals.spread)}, inventory ${money(totals.inventory)}, fees ${money(-totals.fees)}; ${totals.fills} fills, worst case ${money(-totals.worstCaseLoss)}${collateral ? `, collateral ${collateral.total.toFixed(2)}, free ${collateral.available.toFixed(2)}` : ''}`,
    ...capitalLines(view.capital),
    ...overLines(view.over),
    ...fleetLines(view.fleet),
    ...lossLines(view.losses),
    latelyLine(view.lately),
    ...(view.troubles.length === 0 ? ['no trouble, of the venue or of ours'] : []),
    ...view.troubles.map(({ whose, what }) => `${WHOSE[whose]}: ${what}`),
    ...(view.signedIn ? [] : ['not signed in']),
    ...(view.ramp === undefined ? [] : [`ramp: ${(100 * view.ramp).toFixed(1)} % of the sizes`]),
    ...table(
      ['QUESTION', 'FAIR', 'QUOTES', 'YES', 'NO', 'P&L', 'FEED', 'REASON'],
      markets.map((m) => [
        cut(m.question),
        m.fair === undefined ? '-' : price(m.fair),
        String(m.quotes),
        shares(m.shares[0]),
        shares(m.shares[1]),
        money(m.pnl),
        m.feed.health === 'stale' ? `stale: ${m.feed.reason}` : m.feed.health,
        m.reason ?? '',
      ]),
    ),
  ]
}

function capitalLines(capital: StatusView['capital']): string[] {
  if (capital === undefined) return []
  const { merged, redeemed, cost, gas, pending, failure } = capital
  const left = gas === undefined ? '' : `, ${gas} left to pay with`
  const lines = [`chain: merged ${merged.toFixed(2)}, redeemed ${redeemed.toFixed(2)}, cost ${cost.toFixed(2)}${left}`]
  if (pending !== undefined) {
    const { act, hash, nonce, replaced, trouble } = pending
    const times = replaced === 0 ? '' : `, replaced ${replaced} times`
    lines.push(`pending: ${act}, nonce ${nonce}, ${hash}${times}${trouble === undefined ? '' : `: ${trouble}`}`)
  }
  if (failure !== undefined) lines.push(`the last transaction: ${failure}`)
  return lines
}

function overLines(over: StatusView['over']): string[] {
  if (over === undefined) return []
  return [`held of markets that are over: ${money(over.payout)} to redeem, ${over.markets} markets (quoin positions)`]
}

function fleetLines(fleet: StatusView['fleet']): string[] {
  if (fleet === undefined) return []
  const { name, memory, bots, markets, shares } = fleet
  const { held, others, unclaimed } = markets
  const all = held + others + unclaimed
  const parts = [`${held} of ${all} markets are ours`, `${others} are others'`, `${unclaimed} nobody's yet`]
  const lines = [`fleet ${name}: ${bots} ${bots === 1 ? 'bot' : 'bots'}; ${parts.join(', ')}${MEMORY[memory]}`]
  return [...lines, ...shares.map(({ label, weight, markets: own }) => `  ${label}: ${own} markets, weight ${weight}`)]
}

const MEMORY = {
  ...{ sure: '', told: '; Redis had forgotten who quotes what', forgotten: '; Redis does not know who quotes what' },
  ...{ unread: '; Redis has not been read yet', none: '; without Redis, by a fixed share' },
} as const

const WHOSE = { venue: 'the venue', ours: 'ours', person: 'a person' } as const

/** The limit that is reached first. */
function lossLines([nearest]: StatusView['losses']): string[] {
  if (nearest === undefined) return []
  const { limit, left, allowed } = nearest
  return [`halts itself after a further loss of ${money(left)} (${limit}, ${money(allowed)} allowed)`]
}

function latelyLine(lately: StatusView['lately']): string {
  const { windowSec, requests, unanswered, serverErrors, limited, meanMs, slowestMs } = lately
  const times =
    meanMs === undefined ? '' : `, in ${meanMs.toFixed(0)} ms on average, ${(slowestMs ?? meanMs).toFixed(0)} at most`
  const failed = `${unanswered} unanswered, ${serverErrors} server faults, ${limited} times told to ask less`
  return `the venue in the last ${windowSec / 60} min: ${requests} requests, ${failed}${times}`
}

export function decisionLines({ decisions }: DecisionsView): string[] {
  if (decisions.length === 0) return ['no orders and no cancels yet']
  return table(
    ['TIME', 'QUESTION', 'WHAT', 'WHY'],
    decisions.map((d) => [
      time(d.atMs),
      cut(d.question),
      `${d.kind} ${d.orders.map((o) => `${o.side} ${o.outcome} ${shares(o.shares)} at ${price(o.price)}`).join(', ')}`,
      d.why,
    ]),
  )
}

export function positionLines({ positions, over }: PositionsView): string[] {
  if (positions.length + over.length === 0) return ['no positions']
  return table(
    ['QUESTION', 'YES', 'NO', 'FAIR', 'P&L', 'WORST CASE', 'REASON'],
    [
      ...positions.map((p) => [
        ...[cut(p.question), shares(p.yes), shares(p.no), p.fair === undefined ? '-' : price(p.fair)],
        ...[money(p.pnl), money(-p.worstCaseLoss), p.reason ?? ''],
      ]),
      ...over.map((p) => [
        ...[cut(p.question), shares(p.yes), shares(p.no), '-', money(p.pnl), '-'],
        p.payout === undefined ? 'over; what it pays is not known yet' : `over, redeem for ${money(p.payout)}`,
      ]),
    ],
  )
}

export function orderLines({ orders }: Pick<OrdersView, 'orders'>): string[] {
  if (orders.length === 0) return ['no orders']
  return table(
    ['QUESTION', 'ORDER', 'PRICE', 'SHARES', 'STATE', 'AGE', 'REASON', 'HASH'],
    orders.map((o) => [
      cut(o.question),
      `${o.side} ${o.outcome}`,
      price(o.price),
      shares(o.shares),
      o.phase,
      age(o.ageMs),
      o.reason,
      o.hash ?? '-',
    ]),
  )
}

export function fillLines({ fills }: FillsView): string[] {
  if (fills.length === 0) return ['no fills that this run has heard of']
  return table(
    ['QUESTION', 'FILL', 'PRICE', 'SHARES', 'STATE', 'AGE', 'REASON'],
    fills.map((f) => [
      cut(f.question),
      `${f.side} ${f.outcome}`,
      price(f.price),
      shares(f.shares),
      f.status,
      age(f.ageMs),
      f.liquidity === 'maker' ? 'our quote was taken' : 'we took',
    ]),
  )
}

export function explainLines(view: ExplainView): string[] {
  const fair = view.fair === undefined ? 'none' : `${price(view.fair)} (${view.fairBasis ?? ''})`
  const terms = Object.entries(view.terms ?? {}).map(([name, value]) => `${name} ${value.toFixed(4)}`)
  return [
    view.question,
    `fair value ${fair}, feed ${view.feed.health} (${view.feed.reason}), held ${shares(view.shares[0])} YES, ${shares(view.shares[1])} NO`,
    ...(view.note === undefined ? [] : [`the strategy says: ${view.note}`]),
    ...(terms.length === 0 ? [] : [`made of: ${terms.join(', ')}`]),
    ...(view.stopped === undefined ? [] : [`nothing may rest: ${view.stopped}`]),
    ...massCancelLines(view.massCancel),
    ...(view.cautions ?? []).map((why) => `held back: ${why}`),
    ...(view.quotes.length === 0 ? ['no quote rests'] : orderLines({ orders: view.quotes })),
    ...(view.refused.length === 0
      ? []
      : table(
          ['REFUSED', 'PRICE', 'SHARES', 'REASON', 'DETAIL'],
          view.refused.map((r) => [`${r.side} ${r.outcome}`, price(r.price), shares(r.shares), r.reason, r.detail]),
        )),
    ...view.waiting.map((what) => `waits for ${what}`),
    ...depthLines(view.depth),
  ]
}

/** The others' best three on either side. */
function depthLines(depth: ExplainView['depth']): string[] {
  if (depth === undefined) return []
  const side = (levels: typeof depth.bids) =>
    levels.length === 0
      ? 'nobody'
      : levels
          .slice(0, 3)
          .map((level) => `${price(level.price)} × ${shares(level.size)}`)
          .join(', ')
  return [`others bid for YES: ${side(depth.bids)}; ask: ${side(depth.asks)}`]
}

export function doneLines(view: DoneView): string[] {
  const { cancelled, left, unwritten } = view
  return [
    stopSentence(view) ?? 'running: neither halted nor waiting',
    ...(cancelled === undefined ? [] : [`${cancelled} orders cancelled`]),
    ...massCancelLines(view.massCancel),
    ...(left === undefined || left.length === 0 ? [] : ['left:', ...orderLines({ orders: left })]),
    ...(unwritten === undefined ? [] : [`not written down: ${unwritten}`]),
  ]
}

export function reloadLines(view: ReloadView): string[] {
  const { applied, changes, quotes = [] } = view
  const changed = table(
    ['KEY', 'BEFORE', 'NOW'],
    changes.map(({ key, from = '-', to = '-' }) => [key, from, to]),
  )
  const verdict = applied ? `applied: the bot works by configuration ${view.hash} now` : 'nothing is applied'
  return [
    ...(changes.length === 0 ? ['the configuration says what the bot works by already'] : changed),
    ...(changes.length === 0 ? [] : [verdict]),
    ...quotes.flatMap(({ market, from, to }) => [market, `  before: ${from}`, `  now:    ${to}`]),
    stateLine(view),
  ]
}

function stateLine({ halted, waiting }: Pick<StatusView, 'halted' | 'waiting'>): string {
  if (halted) return `halted (${halted.cause}) since ${time(halted.atMs)} by ${halted.actor}: ${halted.reason}`
  if (waiting) return `waiting (${waiting.cause}) since ${time(waiting.sinceMs)}: ${waiting.reason}`
  return 'running: neither halted nor waiting'
}

function massCancelLines(view: MassCancelView | undefined): string[] {
  if (view === undefined) return []
  const { sinceMs, verifiedMs, left, failure } = view
  if (verifiedMs !== undefined) return [`nothing rests: shown by a list at ${time(verifiedMs)}`]
  const why = failure === undefined ? '' : `: ${failure}`
  return [`orders may rest: cancelling since ${time(sinceMs)}, no list has shown that none does, ${left} known${why}`]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => alignColumns([head, ...rows])
const cut = (text: string) => (text.length <= LONGEST_QUESTION ? text : `${text.slice(0, LONGEST_QUESTION - 1)}…`)
const price = (value: number) => String(Math.round(value * 1e4) / 1e4)
const shares = (value: number) => String(Math.round(value * 100) / 100)
const money = (value: number) => value.toFixed(2)
const time = (ms: number) => new Date(ms).toISOString()

function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
