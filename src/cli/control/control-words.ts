// What a bot answers on its control port, as tables for people.

import { stopSentence } from '../../control/view/state-sentence.js'
import type {
  DecisionsView,
  DoneView,
  FillsView,
  OrdersView,
  PositionsView,
  ReloadView,
  StatusView,
} from '../../control/view/view-schema.js'
import { pauseWords } from '../../domain/run/standing-words.js'
import { alignColumns } from '../text-columns.js'
import { ageText, massCancelLines, moneyText, priceText, sharesText, timeText } from './shown-values.js'

const LONGEST_QUESTION = 60

export function statusLines(view: StatusView): string[] {
  const { totals, collateral, markets, bot } = view
  const about = Object.entries(bot).map(([name, value]) => `${name} ${String(value)}`)
  return [
    view.says,
    ...massCancelLines(view.massCancel),
    about.join(', '),
    `P&L ${moneyText(totals.total)} = spread ${moneyText(totals.spread)}, inventory ${moneyText(totals.inventory)}, fees ${moneyText(-totals.fees)}; ${totals.fills} fills, worst case ${moneyText(-totals.worstCaseLoss)}${collateral ? `, collateral ${collateral.total.toFixed(2)}, free ${collateral.available.toFixed(2)}` : ''}`,
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
        m.fair === undefined ? '-' : priceText(m.fair),
        String(m.quotes),
        sharesText(m.shares[0]),
        sharesText(m.shares[1]),
        moneyText(m.pnl),
        feedText(m),
        m.reason ?? '',
      ]),
    ),
  ]
}

function feedText({ feed, dropped }: StatusView['markets'][number]): string {
  if (dropped) return 'not followed'
  return feed.health === 'stale' ? `stale: ${feed.reason}` : feed.health
}

function capitalLines(capital: StatusView['capital']): string[] {
  if (capital === undefined) return []
  const { merged, redeemed, cost, gas, pending, failure, idleFor } = capital
  const left = gas === undefined ? '' : `, ${gas} left to pay with`
  const lines = [`chain: merged ${merged.toFixed(2)}, redeemed ${redeemed.toFixed(2)}, cost ${cost.toFixed(2)}${left}`]
  if (pending !== undefined) {
    const { act, hash, nonce, replaced, trouble } = pending
    const times = replaced === 0 ? '' : `, replaced ${replaced} times`
    lines.push(`pending: ${act}, nonce ${nonce}, ${hash}${times}${trouble === undefined ? '' : `: ${trouble}`}`)
  }
  if (failure !== undefined) lines.push(`the last transaction: ${failure}`)
  if (idleFor !== undefined) lines.push(`nothing is begun on the chain: ${idleFor}`)
  return lines
}

function overLines(over: StatusView['over']): string[] {
  if (over === undefined) return []
  return [
    `held of markets that are over: ${moneyText(over.payout)} to redeem, ${over.markets} markets (quoin positions)`,
  ]
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
  const { limit, lost, left, allowed } = nearest
  const used =
    lost > 0 ? `${moneyText(lost)} of ${moneyText(allowed)} lost` : `${moneyText(allowed)} allowed, nothing lost`
  // neither is so of the P&L that stands beside it
  const basis = 'over all runs, what is held at the best bid for it'
  return [`the bot stops quoting (halts) when it loses ${moneyText(left)} more: ${limit} limit, ${used} (${basis})`]
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
      timeText(d.atMs),
      cut(d.question),
      `${d.kind} ${d.orders.map((o) => `${o.side} ${o.outcome} ${sharesText(o.shares)} at ${priceText(o.price)}`).join(', ')}`,
      d.why,
    ]),
  )
}

export function positionLines({ positions, over, unknown }: PositionsView): string[] {
  const before = unknown === undefined ? [] : [unknown]
  if (positions.length + over.length === 0) return unknown === undefined ? ['no positions'] : before
  const lines = table(
    ['QUESTION', 'YES', 'NO', 'FAIR', 'P&L', 'WORST CASE', 'REASON'],
    [
      ...positions.map((p) => [
        ...[cut(p.question), sharesText(p.yes), sharesText(p.no), p.fair === undefined ? '-' : priceText(p.fair)],
        ...[moneyText(p.pnl), moneyText(-p.worstCaseLoss), p.reason ?? ''],
      ]),
      ...over.map((p) => [
        ...[cut(p.question), sharesText(p.yes), sharesText(p.no), '-', moneyText(p.pnl), '-'],
        `over, redeem for ${moneyText(p.payout)}`,
      ]),
    ],
  )
  return [...before, ...lines]
}

export function orderLines({ orders }: Pick<OrdersView, 'orders'>): string[] {
  if (orders.length === 0) return ['no orders']
  return table(
    ['QUESTION', 'ORDER', 'PRICE', 'SHARES', 'STATE', 'AGE', 'REASON', 'HASH'],
    orders.map((o) => [
      cut(o.question),
      `${o.side} ${o.outcome}`,
      priceText(o.price),
      sharesText(o.shares),
      o.phase,
      ageText(o.ageMs),
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
      priceText(f.price),
      sharesText(f.shares),
      f.status,
      ageText(f.ageMs),
      f.liquidity === 'maker' ? 'our quote was taken' : 'we took',
    ]),
  )
}

export function doneLines(view: DoneView): string[] {
  const { cancelled, left, unwritten } = view
  return [
    ...pauseLines(view),
    stateLine(view),
    ...(cancelled === undefined ? [] : [`${cancelled} orders cancelled`]),
    ...massCancelLines(view.massCancel),
    ...(left === undefined || left.length === 0 ? [] : ['left:', ...orderLines({ orders: left })]),
    ...(unwritten === undefined ? [] : [`not written down: ${unwritten}`]),
  ]
}

/** Which market a pause, or its end, was about. */
function pauseLines({ market, paused }: DoneView): string[] {
  if (market === undefined) return []
  return [`${market.question}: ${paused === undefined ? 'not paused, quoted like the others' : pauseWords(paused)}`]
}

export function reloadLines(view: ReloadView): string[] {
  const { applied, changes, left = [], quotes = [] } = view
  const changed = table(
    ['KEY', 'BEFORE', 'NOW'],
    changes.map(({ key, from = '-', to = '-' }) => [key, from, to]),
  )
  const verdict = applied
    ? `applied: the bot works by configuration ${view.hash} now (quoin reload --back returns to the one before)`
    : 'only shown: nothing is applied'
  return [
    ...(changes.length === 0 ? ['the configuration says what the bot works by already'] : changed),
    ...(changes.length === 0 ? [] : [verdict]),
    ...left.map(({ key }) => `not taken up: ${key} needs a restart`),
    ...quotes.flatMap(({ market, from, to }) => [market, `  before: ${from}`, `  now:    ${to}`]),
    stateLine(view),
  ]
}

const stateLine = (view: Pick<StatusView, 'halted' | 'waiting'>) =>
  stopSentence(view) ?? 'the bot is running: neither halted nor waiting'

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => alignColumns([head, ...rows])
const cut = (text: string) => (text.length <= LONGEST_QUESTION ? text : `${text.slice(0, LONGEST_QUESTION - 1)}…`)
