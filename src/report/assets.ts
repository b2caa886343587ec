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

const page = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')

/** What every page looks like. */
export const readStyle = (): string => page('style.css')

/** Lets a reader choose light or dark: `startTheme()`. */
export const readThemeScript = (): string => page('theme.js')

/** Throws where the package is incomplete. */
export function readAssets(): Assets {
  const plots = (name: string) => readFileSync(installed.resolve(`uplot/dist/${name}`), 'utf8')
  return {
    scripts: [plots('uPlot.iife.min.js'), SCRIPTS.map(page).join('\n')],
    styles: [plots('uPlot.min.css'), readStyle()],
  }
}
