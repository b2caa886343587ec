// The page itself: its skeleton, style and scripts in one text that never changes, and the policy that lets nothing else in.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readPlotParts, readStyle, readThemeScript } from '../report/html/assets.js'
import { Html, html } from '../report/html/html.js'

export interface DashboardPage {
  readonly html: Buffer
  /** Of its Content-Security-Policy. */
  readonly policy: string
  /** Another one says that the bot serves another page now. */
  readonly version: string
}

const file = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')

/** In the order in which they run. */
const SCRIPTS = [
  'words.js',
  'elements.js',
  'price-strip.js',
  'head.js',
  'markets.js',
  'one-market.js',
  'lists.js',
  'curves.js',
  'act.js',
  'live.js',
]

/** Throws where the package is incomplete. */
export function dashboardPage(): DashboardPage {
  const plots = readPlotParts()
  const styles = [plots.style, readStyle(), file('dashboard.css')]
  const scripts = [plots.library, [readThemeScript(), plots.timePlot, ...SCRIPTS.map(file)].join('\n')]
  const version = hashOf([...styles, ...scripts].join('\n'))
  const text = `<!doctype html>\n${
    html`<html lang="en" data-page="${version}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Quoin</title>
<link rel="icon" href="data:,">
${styles.map((style) => html`<style>${new Html(style)}</style>`)}
</head>
<body>
${new Html(file('body.html'))}
${scripts.map((script) => html`<script>${new Html(script)}</script>`)}
</body>
</html>
`.text
  }`
  return { html: Buffer.from(text), policy: policyOf(styles, scripts), version }
}

/** Nothing comes from elsewhere, no other script and no other style runs, and no script makes HTML of text, whatever a venue says. */
function policyOf(styles: readonly string[], scripts: readonly string[]): string {
  const hashes = (parts: readonly string[]) => parts.map((part) => `'sha256-${hashOf(part)}'`).join(' ')
  return [
    "default-src 'none'",
    `script-src ${hashes(scripts)}`,
    `style-src ${hashes(styles)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
