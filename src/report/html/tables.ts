// Tables of the page: a caption, columns with their units, rows of figures; they scroll inside their own box.

import { type Content, type Html, html } from './html.js'

export interface Column {
  readonly head: string
  /** Shown on its own line below the head. */
  readonly unit?: string
  /** Text stands left, figures right. */
  readonly text?: true
}

export interface TableOptions {
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Content[])[]
}

export function table({ caption, columns, rows }: TableOptions): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(headCell)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, i) => bodyCell(cell, i, columns[i]))}</tr>`)}</tbody>
</table></div>`
}

export function headCell({ head, unit, text }: Column): Html {
  const below = unit === undefined ? '' : html`<small>${unit}</small>`
  return text ? html`<th scope="col" class="text">${head}${below}</th>` : html`<th scope="col">${head}${below}</th>`
}

/** The first cell names its row. */
export function bodyCell(content: Content, i: number, column: Column | undefined): Html {
  if (i === 0) return html`<th scope="row" class="text">${content}</th>`
  return column?.text ? html`<td class="text">${content}</td>` : html`<td>${content}</td>`
}

/** Where a table or plot would be: why there is none. */
export const empty = (why: string): Html => html`<p class="empty">${why}</p>`

export const note = (...content: readonly Content[]): Html => html`<p class="note">${content}</p>`
