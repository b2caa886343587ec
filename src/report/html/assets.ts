// The parts of the page that are files: the plots' library, our scripts and our style. Read when a report is written.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const installed = createRequire(import.meta.url)
/** In the order in which they run: later ones use what earlier ones define. */
const SCRIPTS = ['theme.js', 'columns.js', 'time-plot.js', 'plots.js', 'market-part.js', 'start.js']

export interface Assets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const page = (name: string) => readFileSync(new URL(`../page/${name}`, import.meta.url), 'utf8')

/** What every page looks like. */
export const readStyle = (): string => page('style.css')

/** Lets a reader choose light or dark: `startTheme()`. */
export const readThemeScript = (): string => page('theme.js')

const plots = (name: string) => readFileSync(installed.resolve(`uplot/dist/${name}`), 'utf8')

/** What draws a plot over time: the library with its style, and `drawTimePlot()`. */
export const readPlotParts = () => ({
  ...{ library: plots('uPlot.iife.min.js'), style: plots('uPlot.min.css') },
  timePlot: page('time-plot.js'),
})

/** Throws where the package is incomplete. */
export function readAssets(): Assets {
  const { library, style } = readPlotParts()
  return { scripts: [library, SCRIPTS.map(page).join('\n')], styles: [style, readStyle()] }
}
