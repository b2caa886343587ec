// Markouts: whether the mid went with us or against us after our fills.

import { cents, count, shown, signed } from '../figures.js'
import { type Content, type Html, html } from '../html/html.js'
import { type Column, empty, note, table } from '../html/tables.js'
import { HORIZONS, type markouts } from '../metrics/markouts.js'
import { type ReportMeta, type ReportParts, runHead } from '../report-parts.js'

type Markouts = ReturnType<typeof markouts>

export function fillQuality({ runs, meta }: ReportParts): Html {
  const seen = runs.filter(({ metrics }) => HORIZONS.some((horizon) => metrics.markouts[horizon].fills > 0))
  const body =
    seen.length === 0
      ? empty('No fill has a mid before and after it: there are no markouts.')
      : html`${table({
          caption: 'Markouts, cents per share',
          columns: columnsOf(runHead(meta)),
          rows: seen.map(({ run, metrics }) => row(run.model, metrics.markouts)),
        })}${byLeg(seen, meta)}${note(
          "Half-spread: how much better than the others' mid the fill was. Markout: how the mid moved for us within 1, 10 and 60 seconds; below zero is adverse selection. Realised: the sum of both. Weighted by shares, of fills with a mid at both moments.",
        )}`
  return html`<section id="markouts"><h2>After the fill</h2>${body}</section>`
}

function byLeg(seen: ReportParts['runs'], meta: ReportMeta): Html {
  const rows = seen.flatMap(({ run, metrics }) =>
    metrics.markoutsByLeg.map(({ leg, markouts: of }) => row(`${run.model}: ${leg}`, of)),
  )
  return html`<details><summary>By what was filled</summary>${table({
    caption: 'Markouts by leg, cents per share',
    columns: columnsOf(`${runHead(meta)} and leg`),
    rows,
  })}</details>`
}

const columnsOf = (head: string): Column[] => [
  { head, text: true },
  { head: 'Fills' },
  { head: 'Half-spread' },
  { head: 'Markout', unit: '1 s' },
  { head: 'Markout', unit: '10 s' },
  { head: 'Markout', unit: '60 s' },
  { head: 'Realised', unit: '1 s' },
  { head: 'Realised', unit: '10 s' },
  { head: 'Realised', unit: '60 s' },
]

function row(name: string, of: Markouts): Content[] {
  const figure = signed(cents)
  return [
    ...[name, count(of['1'].fills), shown(of['1'].halfSpread, figure)],
    ...HORIZONS.map((horizon) => shown(of[horizon].markout, figure)),
    ...HORIZONS.map((horizon) => shown(of[horizon].realised, figure)),
  ]
}
