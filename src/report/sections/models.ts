// The runs side by side: one row for each assumption about the queue.

import { count, duration, money, NONE, percent, rangeText, ratio, shares, shown, signed } from '../figures.js'
import { type Html, html } from '../html/html.js'
import { note, table } from '../html/tables.js'
import { isReplay, type ReportParts, runHead, sourceName } from '../report-parts.js'
import { fillCount, type ModelRun } from '../result.js'

export function models(parts: ReportParts): Html {
  if (!isReplay(parts.meta))
    return html`<section id="models"><h2>Quotes and risk</h2>${fillsTable(parts)}${swingsTable(parts)}</section>`
  return html`<section id="models"><h2>Models of the queue</h2>
${fillsTable(parts)}${swingsTable(parts)}
${best(parts)}${latency(parts)}${note('Nobody is told which orders before ours were cancelled. Each model is one assumption about it; ', html`<a href="#help">what they are</a>.`)}</section>`
}

/** Ghosts say what the queue of the tape was like, and nothing of fills inside the spread. */
function best({ result: { bestOnTape: model }, runs }: ReportParts): Html {
  if (model === undefined)
    return note(
      'Which of them fits this tape best nobody has looked at: ',
      html`<code>quoin tape ghosts</code>`,
      ' does.',
    )
  const shown = runs.some(({ run }) => run.model === model) ? '' : ', which did not run here,'
  return note(
    `By the orders on this tape whose fate is known (quoin tape ghosts), ${model}${shown} fits its queues best.`,
  )
}

const latency = ({ result: { latency: words } }: ReportParts): Html | '' => (words === undefined ? '' : note(words))

function fillsTable({ runs, meta }: ReportParts): Html {
  return table({
    caption: 'Fills and quotes',
    columns: [
      { head: runHead(meta), text: true },
      { head: 'Fills' },
      { head: 'Volume', unit: 'shares' },
      ...(isReplay(meta) ? [{ head: 'Estimated', unit: '% of volume' }] : []),
      { head: `Of ${sourceName(meta)}`, unit: '% of volume' },
      { head: 'Orders', unit: 'placed' },
      { head: 'Fill ratio', unit: '% of shares placed' },
      { head: 'Both sides', unit: '% of time' },
      { head: 'Any side', unit: '% of time' },
      { head: 'At touch', unit: '% of time' },
      { head: 'Inside', unit: '% of time' },
    ],
    rows: runs.map(({ run, metrics: { participation, fillRatio, quoted } }) => [
      ...[run.model, count(fillCount(run)), shares(run.volume)],
      ...(isReplay(meta) ? [shown(estimatedPart(run), percent)] : []),
      shown(participation, percent),
      ...[count(run.orders.placed), shown(fillRatio, percent)],
      ...[percent(quoted.both), percent(quoted.any), percent(quoted.touch), percent(quoted.inside)],
    ]),
  })
}

const estimatedPart = ({ volume, estimated }: ModelRun) => (volume > 0 ? estimated / volume : undefined)

function swingsTable({ runs, meta }: ReportParts): Html {
  const [first] = runs
  return table({
    caption: 'Risk',
    columns: [
      { head: runHead(meta), text: true },
      { head: 'P&L', unit: 'units' },
      { head: '95 % of P&L', unit: 'by event' },
      { head: 'Max drawdown', unit: 'units' },
      { head: 'Worst-case loss', unit: 'units, at its highest' },
      { head: 'Inventory half-life' },
      { head: 'Sharpe', unit: first ? `per ${duration(first.metrics.swings.intervalMs)}` : '' },
      { head: '95 % of Sharpe', unit: 'by event' },
    ],
    rows: runs.map(({ run, metrics: { swings, worstCaseLoss } }) => [
      ...[run.model, signed(money)(run.pnl.total)],
      swings.profit ? rangeText(swings.profit, signed(money)) : NONE,
      ...[money(run.maxDrawdown), money(worstCaseLoss), shown(swings.inventoryHalfLifeMs, duration)],
      shown(swings.sharpe?.value, ratio),
      swings.sharpe ? rangeText(swings.sharpe.interval, ratio) : NONE,
    ]),
  })
}
