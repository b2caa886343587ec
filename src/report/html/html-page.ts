// One page that needs nothing else: style, scripts and data are inside, and nothing is ever fetched.

import { createHash } from 'node:crypto'
import type { Assets } from './assets.js'
import { Html, html } from './html.js'

export interface PageParts {
  readonly title: string
  readonly body: readonly Html[]
  readonly data: Html
  readonly assets: Assets
}

/** The whole text of the page. */
export function htmlPage({ title, body, data, assets }: PageParts): string {
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
