// What a reader must know before the numbers, at the top of a page.

import { type Html, html } from './html.js'

/** Nothing where there is nothing to say. */
export function warnings(texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined
  return html`<section class="warnings" aria-label="Warnings"><h2>Before you read the numbers</h2><ul>${texts.map(
    (text) => html`<li>${text}</li>`,
  )}</ul></section>`
}
