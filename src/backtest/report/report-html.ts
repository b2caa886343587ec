// The report as one page that needs nothing else: style, scripts, data and the plots' library are inside, and nothing is ever fetched.

import { createHash } from 'node:crypto'
import { metricsOf } from '../metrics/run-metrics.js'
import type { BacktestResult } from '../result.js'
import { type Assets, readAssets } from './assets.js'
import { Html, html, scriptJson } from './html.js'
import { marketsShown, pageData } from './page-data.js'
import type { ReportMeta, ReportParts } from './report-parts.js'
import { fillQuality } from './sections/fill-quality.js'
import { forecasts } from './sections/forecasts.js'
import { headline } from './sections/headline.js'
import { help } from './sections/help.js'
import { markets } from './sections/markets.js'
import { models } from './sections/models.js'
import { overTime } from './sections/over-time.js'
import { profit } from './sections/profit.js'
import { settings } from './sections/settings.js'

/** The whole page. `metrics` where they are known already: they cost a second or so with many markets. */
export function reportHtml(result: BacktestResult, meta: ReportMeta, metrics = metricsOf(result)): string {
  const parts: ReportParts = {
    ...{ result, meta },
    runs: result.runs.flatMap((run, i) => {
      const own = metrics[i]
      return own === undefined ? [] : [{ run, metrics: own }]
    }),
  }
  const known = marketsShown(result.runs)
  const { data, everyLook } = pageData(result, known.markets)
  return page({
    title: `${result.strategy.name}: ${meta.kind ?? 'backtest'} on ${result.tape}`,
    body: [
      headline(parts),
      overTime(parts),
      models(parts),
      profit(parts),
      fillQuality(parts),
      markets(parts, { ...known, everyLook }),
      ...[forecasts(parts), settings(parts), help()],
    ],
    data: scriptJson(data),
    assets: readAssets(),
  })
}

interface PageParts {
  readonly title: string
  readonly body: readonly Html[]
  readonly data: Html
  readonly assets: Assets
}

function page({ title, body, data, assets }: PageParts): string {
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${assets.styles.map((style) => html`<style>${new Html(style)}</style>`)}
</head>
<body>
<main>
${body.map((section) => [section, new Html('\n')])}</main>
<script type="application/json" id="data">${data}</script>
${assets.scripts.map((script) => html`<script>${new Html(script)}</script>`)}
</body>
</html>
`.text
  }`
}

/** Nothing is fetched and no other script runs, whatever a question of the venue says. */
function policy({ scripts }: Assets): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return `default-src 'none'; style-src 'unsafe-inline'; script-src ${hashes.join(' ')}; base-uri 'none'; form-action 'none'`
}
