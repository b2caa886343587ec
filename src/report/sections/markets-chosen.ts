// What the bot chose from: markets seen, taken and left, with the time and the reason.

import { count, NONE, utc } from '../figures.js'
import { type Html, html } from '../html/html.js'
import { empty, note, table } from '../html/tables.js'
import { isReplay, type ReportParts } from '../report-parts.js'
import type { MarketSeen } from '../result.js'

const MOST_ROWS = 500

export function selection({ result: { marketsSeen: seen }, meta }: ReportParts): Html {
  const body = seen.length === 0 ? empty('No list of markets was read.') : listed(seen, isReplay(meta))
  return html`<section id="selection"><h2>What it chose from</h2>${body}</section>`
}

function listed(seen: readonly MarketSeen[], replay: boolean): Html {
  const chosen = seen.filter(({ chosenMs }) => chosenMs !== undefined)
  const left = seen.filter(({ chosenMs }) => chosenMs === undefined)
  // those that were left first: the chosen ones are told of everywhere else
  const rows = [...left, ...chosen].slice(0, MOST_ROWS)
  return html`${note(
    `${count(seen.length)} markets seen, ${count(chosen.length)} chosen, ${count(left.length)} left. `,
    replay ? 'A tape knows the markets that its recorder was told of, and no others. ' : '',
    seen.length > MOST_ROWS ? `The first ${count(MOST_ROWS)} are shown; the CSV and JSON files have all.` : '',
  )}<details><summary>Markets at the time of the choice</summary>${table({
    caption: 'Markets seen, those that were left first; times are UTC',
    columns: [
      { head: 'Market', text: true },
      { head: 'First seen', text: true },
      { head: 'First chosen', text: true },
      { head: 'Left', text: true },
      { head: 'Why', text: true },
    ],
    rows: rows.map(({ id, question, seenMs, chosenMs, leftMs, reason }) => [
      ...[question === '' ? id : question, utc(seenMs), chosenMs === undefined ? NONE : utc(chosenMs)],
      ...[leftMs === undefined ? NONE : utc(leftMs), reason ?? NONE],
    ]),
  })}</details>`
}
