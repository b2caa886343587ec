// Why a quote is there and why none is, for a person: what is known and how old it is, what the prices are made of, and each quote's way
// from the wish to what rests.

import type { ExplainView } from '../../control/explain/explain-schema.js'
import { alignColumns } from '../text-columns.js'
import { ageText, massCancelLines, priceText, sharesText } from './shown-values.js'

type Inputs = NonNullable<ExplainView['inputs']>
type Placed = Pick<NonNullable<ExplainView['inputs']>['trade'] & object, 'outcome' | 'side' | 'price' | 'shares'>

export function explainLines(view: ExplainView): string[] {
  const { stopped, cautions = [], waiting, says, strategyFair } = view
  return [
    view.question,
    says,
    ...(stopped === undefined || says.endsWith(stopped) ? [] : [`nothing may rest: ${stopped}`]),
    timeLine(view),
    ...massCancelLines(view.massCancel),
    '',
    ...knownLines(view),
    '',
    ...madeLines(view),
    ...(view.note === undefined ? [] : [`the strategy says: ${view.note}`]),
    ...(strategyFair === undefined
      ? []
      : [`to the strategy YES is worth ${priceText(strategyFair)}: edges are measured by it`]),
    ...cautions.map((why) => `risk holds back: ${why}`),
    ...rowLines(view),
    '',
    ...(waiting.length === 0 ? ['nothing is waited for'] : waitingLines(view)),
    ...budgetLines(view.budget),
  ]
}

function timeLine({ status, closesInMs, matchStartsInMs, matchEndsInMs }: ExplainView): string {
  const match = [
    matchStartsInMs !== undefined && matchStartsInMs > 0 ? `, the match begins in ${ageText(matchStartsInMs)}` : '',
    matchEndsInMs !== undefined && matchEndsInMs > 0 ? `, it ends in ${ageText(matchEndsInMs)}` : '',
  ]
  return `market ${status}${closesInMs === undefined ? '' : `, closes in ${ageText(closesInMs)}`}${match.join('')}`
}

/** What is believed, and how old it is. */
function knownLines({ inputs, depth, shares, fair }: ExplainView): string[] {
  const held = [`${sharesText(shares[0])} YES, ${sharesText(shares[1])} NO`, agoOf(inputs?.account?.ageMs)]
  const rows = [
    ...(inputs === undefined
      ? [['fair value of YES', fair === undefined ? 'none' : priceText(fair), '']]
      : inputRows(inputs)),
    ["others' quotes on YES", depth === undefined ? 'not known' : depthText(depth), agoOf(inputs?.book.ageMs)],
    ['we hold', ...held],
  ]
  return alignColumns([['WHAT IS KNOWN', 'VALUE', 'AGE'], ...rows])
}

function inputRows({ book, bestBids, trade, fair, volatility, toxicity, fee, paidBps, signals }: Inputs): string[][] {
  const basis = fair && `${priceText(fair.p)}, ${BASES[fair.basis] ?? fair.basis}${isOld(fair) ? ', from before' : ''}`
  const feeText = fee && `${fee.feeRateBps} bps${fee.isSignable ? '' : ', read again before an order is signed'}`
  return [
    ['fair value of YES', basis ?? 'none', fair === undefined ? '' : agoOf(fair.ageMs)],
    [
      'feed of the book',
      book.health === 'live' ? 'live, streamed' : `${book.health}: ${book.reason}`,
      agoOf(book.ageMs),
    ],
    ...(bestBids === undefined ? [] : [['best bids, as listed', 'compared with the book', agoOf(bestBids.ageMs)]]),
    ['last trade', trade === undefined ? 'none heard of' : placedText(trade), agoOf(trade?.ageMs)],
    ['volatility', volatility === undefined ? 'not measured yet' : `${figure(volatility)} price/√s`, ''],
    ['toxicity', `${figure(toxicity[0])} for bids on YES, ${figure(toxicity[1])} for bids on NO, price a share`, ''],
    ['fee', feeText ?? 'not read yet', agoOf(fee?.ageMs)],
    ['fee of our fills', paidBps === 0 ? 'none: resting quotes pay nothing' : `${paidBps} bps`, ''],
    ...signals.map(({ name, value, ageMs }) => [
      ...[`signal ${name}`, value === undefined ? 'no value has come' : figure(value)],
      agoOf(ageMs),
    ]),
  ]
}

/** Of a one-sided book its words say so. */
const isOld = ({ basis, degraded }: NonNullable<Inputs['fair']>) => degraded && basis !== 'one-sided'

const BASES: Readonly<Record<string, string>> = {
  'two-sided': "from the others' book",
  'one-sided': "from the others' book before one side of it went",
  signal: 'by the signal',
  prior: 'by the prior of the configuration',
}

/** The others' best three on either side. */
function depthText({ bids, asks }: NonNullable<ExplainView['depth']>): string {
  const side = (levels: typeof bids) =>
    levels.length === 0
      ? 'nobody'
      : levels
          .slice(0, 3)
          .map((level) => `${priceText(level.price)} × ${sharesText(level.size)}`)
          .join(', ')
  return `bid ${side(bids)}; ask ${side(asks)}`
}

function madeLines({ made, termsProblem, askedAgoMs }: ExplainView): string[] {
  if (termsProblem !== undefined) return [`what its prices are made of cannot be told: ${termsProblem}`]
  if (made.length === 0) return ['the strategy does not say what its prices are made of']
  const rows = made.map(({ name, value, unit = '', means = '' }) => [name, figure(value), unit, means])
  const asked =
    askedAgoMs === undefined
      ? []
      : [`the strategy was asked ${ageText(askedAgoMs)} ago; nothing that it reads has moved since`]
  return [...alignColumns([['PRICES ARE MADE OF', 'VALUE', 'UNIT', 'WHAT IT IS'], ...rows]), ...asked]
}

function rowLines({ rows, refused }: ExplainView): string[] {
  const way = rows.map(({ wished, allowed, resting, what }) => [
    ...[wished, allowed].map((quote) => (quote === undefined ? '-' : placedText(quote))),
    resting === undefined ? '-' : `${placedText(resting)}, ${resting.phase} for ${ageText(resting.ageMs)}`,
    what,
  ])
  const told = rows.filter(({ what }) => what.startsWith('refused')).length
  const more = refused.map((r) => [placedText(r), r.reason, r.detail])
  return [
    '',
    ...(way.length === 0
      ? ['no quote is wished here, and none rests']
      : alignColumns([['WISHED', 'ALLOWED', 'RESTS', 'AND SO IT'], ...way])),
    ...(refused.length > told ? alignColumns([['REFUSED', 'REASON', 'DETAIL'], ...more]) : []),
  ]
}

function waitingLines({ waiting, waitingForMs }: ExplainView): string[] {
  const since = waitingForMs === undefined ? '' : ` (something has been waited for since ${ageText(waitingForMs)} ago)`
  return waiting.map((what, index) => `waits for ${what}${glossOf(what)}${index === 0 ? since : ''}`)
}

const GLOSSES: Readonly<Record<string, string>> = {
  'write budget': ': the key allows no more requests for orders at this moment',
  'the fee': ': it is read before an order is signed',
  'a refusal to cool down': ': the venue has just refused such an order',
}

const glossOf = (what: string) =>
  what.startsWith('budget to ') ? ': replacing quotes may use a part of the requests alone' : (GLOSSES[what] ?? '')

const CLASSES: Readonly<Record<string, string>> = {
  ...{ write: 'orders', cancel: 'cancels', read: 'reads', account: 'account' },
}

/** All markets draw on it. */
function budgetLines({ requests, freeCollateral }: ExplainView['budget']): string[] {
  const left = requests.map(({ routeClass, leftInMinute, perMinute, blockedForMs }) => {
    const blocked = blockedForMs > 0 ? `, none for ${ageText(blockedForMs)}` : ''
    return `${CLASSES[routeClass] ?? routeClass} ${Math.floor(leftInMinute)} of ${Math.floor(perMinute)}${blocked}`
  })
  return [
    ...(left.length === 0 ? [] : [`requests left in this minute, of all markets: ${left.join(', ')}`]),
    ...(freeCollateral === undefined ? [] : [`free collateral, of all markets: ${freeCollateral.toFixed(2)}`]),
  ]
}

const placedText = ({ outcome, side, price, shares }: Placed) =>
  `${side} ${outcome} ${priceText(price)} × ${sharesText(shares)}`
const agoOf = (ms: number | undefined) => (ms === undefined ? '' : ageText(ms))
/** Four digits that count. */
const figure = (value: number) => String(Number(value.toPrecision(4)))
