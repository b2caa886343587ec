// The report as one page that needs nothing else: style, scripts, data and the plots' library are inside, and nothing is ever fetched.

import { metricsOf } from '../metrics/run-metrics.js'
import type { ReportMeta, ReportParts } from '../report-parts.js'
import type { RunReport } from '../result.js'
import { fillQuality } from '../sections/fill-quality.js'
import { forecasts } from '../sections/forecast-scores.js'
import { headline } from '../sections/headline.js'
import { help } from '../sections/help.js'
import { markets } from '../sections/market-charts.js'
import { selection } from '../sections/markets-chosen.js'
import { models } from '../sections/models.js'
import { overTime } from '../sections/over-time.js'
import { profit } from '../sections/profit.js'
import { settings } from '../sections/run-settings.js'
import { readAssets } from './assets.js'
import { scriptJson } from './html.js'
import { htmlPage } from './html-page.js'
import { marketsShown, pageData } from './page-data.js'

/** The whole page. `metrics` where they are known already: they cost a second or so with many markets. */
export function reportHtml(result: RunReport, meta: ReportMeta, metrics = metricsOf(result)): string {
  const parts: ReportParts = {
    ...{ result, meta },
    runs: result.runs.flatMap((run, i) => {
      const own = metrics[i]
      return own === undefined ? [] : [{ run, metrics: own }]
    }),
  }
  const known = marketsShown(result.runs)
  const { data, ...drawn } = pageData(result, known.markets)
  return htmlPage({
    title: `${result.strategy.name}: ${meta.kind ?? 'backtest'} on ${result.tape}`,
    body: [
      headline(parts),
      overTime(parts),
      models(parts),
      profit(parts),
      fillQuality(parts),
      markets(parts, { ...known, ...drawn }),
      selection(parts),
      ...[forecasts(parts), settings(parts), help(meta)],
    ],
    data: scriptJson(data),
    assets: readAssets(),
  })
}
