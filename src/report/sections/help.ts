// What the numbers mean, in a sentence each.

import { type Html, html } from '../html/html.js'
import { LEAST_BLOCKS } from '../metrics/bootstrap.js'
import { isReplay, type ReportMeta } from '../report-parts.js'

type Term = readonly [string, string]

const REPLAY_TERMS: readonly Term[] = [
  [
    'Queue models',
    'A bid that joins a level stands behind the shares already there. When others cancel, some of them stood before us. risk-averse: none, as long as any stood behind; optimistic: all; pro-rata: in proportion; power-2 and power-3: more of the longer part of the queue. risk-averse and optimistic bound fills and volume of quotes at or behind the others’ best; optimistic also takes whoever emptied a level to have wanted all of ours up to the next one.',
  ],
  [
    'Range of the profit',
    'More fills can be good fills or bad ones, so the bounds of fills do not bound the profit. If the range contains zero, the tape does not say whether the strategy makes money.',
  ],
  [
    'Share of the tape’s volume',
    'Our volume over the shares that traded on the tape in the same markets while they were followed. The larger it is, the less the tape would have stayed the same with us in it: replayed traders do not answer to our quotes.',
  ],
  [
    'Estimated',
    'Takers who would have come for a price of ours inside the others’ spread left no trace on the tape, and neither did what a taker wanted who emptied a level. All models but risk-averse assume as many of them, and as large ones, as the tape has shown until then at other distances (a Poisson rate A exp(-k distance), by maximum likelihood; sizes by the product-limit estimate).',
  ],
]

const RUN_TERM: Term = [
  'Share of the market’s volume',
  'Our volume over the shares that traded in the same markets while they were followed.',
]

const TERMS: readonly Term[] = [
  [
    'Fill ratio',
    'Shares filled over shares that the bot asked to place; each replacement of an order counts as placed.',
  ],
  [
    'Both sides, any side, at touch, inside',
    'Shares of the time in which markets were open with quotes of ours on both sides, on one at least, at or before the others’ best price, and before it. Looked at once a period, weighted by time.',
  ],
  [
    'Max drawdown',
    'The largest fall of the profit from its highest point so far, over all looks at it. Of a long run not each of them is kept, so the chart may show less.',
  ],
  [
    'Worst-case loss',
    'The highest loss that could have followed if every open order had been filled and every market had gone the wrong way.',
  ],
  [
    'Inventory half-life',
    'After so long half of an inventory was gone: ln ½ over ln φ, φ the slope of each look’s inventory on the one before. A dash where inventory does not return to its middle.',
  ],
  [
    'Sharpe, Sortino',
    `Mean of the profit’s changes in equal intervals over their standard deviation, per interval; of money, not of a return on capital. The interval is a bootstrap by event: what happens within a market, or within the markets of one group, is one draw. Under ${LEAST_BLOCKS} events with fills none is printed.`,
  ],
  ['Brier score', 'Mean of (probability − outcome)², outcome 1 if YES won.'],
]

export function help(meta: ReportMeta): Html {
  const terms = isReplay(meta) ? [...REPLAY_TERMS, ...TERMS] : [RUN_TERM, ...TERMS]
  return html`<section id="help"><h2>What the numbers mean</h2><dl>${terms.map(
    ([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`,
  )}</dl></section>`
}
