// `Where the time goes`: a page with a stacked bar for each way, light and dark, for screens of any width.

import { PARTS, type Part, type Split } from './where-time-goes.js'

export interface Bar {
  readonly title: string
  readonly split: Split
  readonly events: number
}

const WORDS: Readonly<Record<Part, string>> = {
  server: 'the server, from the move to its event on our socket',
  socket: 'the websocket: bytes to text',
  parse: 'the message read and put in order',
  decide: 'the turn: estimates, wish, risk, plan',
  sign: 'hash and signature',
  journal: 'the journal',
  write: 'the request, written',
  router: 'from our write to the server\u2019s router',
}

/** Told apart by people who see few colours, too: neighbours differ in lightness. What is not the bot's is grey. */
const COLOURS: Readonly<Record<Part, string>> = {
  server: '#8a8f98',
  socket: '#1b6ca8',
  parse: '#7cc0ea',
  decide: '#b3541e',
  sign: '#f2b25c',
  journal: '#1f7a4d',
  write: '#8fd0a5',
  router: '#b9bec6',
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2126; --soft: #5b636d; --paper: #fff; --line: #d9dde2 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a3abb5; --paper: #15181c; --line: #343a41 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { font-size: 1.5rem; margin: 0 0 .25rem }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; display: flex; flex-wrap: wrap; gap: 0 .75rem; justify-content: space-between }
p, h2 span { color: var(--soft); font-weight: 400; margin: 0 }
.bar { display: flex; height: 2.5rem; border-radius: 4px; overflow: hidden; background: var(--line) }
.bar i { display: block; min-width: 1px }
table { width: 100%; border-collapse: collapse; margin-top: .75rem; font-variant-numeric: tabular-nums }
td { padding: .3rem .25rem; border-bottom: 1px solid var(--line); vertical-align: top }
td:first-child { width: 1.75rem }
td:nth-child(n + 3) { text-align: right; white-space: nowrap; padding-left: .75rem }
td b { display: inline-block; width: 1rem; height: 1rem; border-radius: 3px; vertical-align: -2px }
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function section({ title, split, events }: Bar): string {
  const parts = PARTS.flatMap((part) => (split[part] === undefined ? [] : [{ part, ms: split[part] }]))
  const totalMs = parts.reduce((sum, { ms }) => sum + ms, 0)
  const label = parts.map(({ part, ms }) => `${part} ${ms.toFixed(2)} ms`).join(', ')
  const pieces = parts.map(
    ({ part, ms }) =>
      `<i style="flex:${ms.toFixed(4)} 0 0;background:${COLOURS[part]}" title="${part} ${ms.toFixed(2)} ms"></i>`,
  )
  const rows = parts.map(
    ({ part, ms }) =>
      `<tr><td><b style="background:${COLOURS[part]}"></b></td><td>${escaped(WORDS[part])}</td><td>${ms.toFixed(2)} ms</td><td>${((ms / totalMs) * 100).toFixed(0)} %</td></tr>`,
  )
  return `<section><h2>${escaped(title)} <span>${totalMs.toFixed(2)} ms, medians of ${events} events</span></h2>
<div class="bar" role="img" aria-label="${escaped(label)}">${pieces.join('')}</div>
<table><tbody>${rows.join('')}</tbody></table></section>`
}

export function timePage(bars: readonly Bar[], about: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Where the time goes</title><style>${STYLE}</style></head>
<body><main><h1>Where the time goes</h1><p>${escaped(about)}</p>
${bars.map(section).join('\n')}
</main></body></html>
`
}
