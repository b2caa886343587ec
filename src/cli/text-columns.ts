// Rows as aligned columns of text; cells are shown with what would steer a terminal escaped.

import { visible } from '../domain/visible-text.js'
import { displayWidth, pad } from '../telemetry/terminal/display-width.js'

/** The first row is the head. Every column is as wide as its widest cell. */
export function alignColumns(raw: readonly (readonly string[])[]): string[] {
  const rows = raw.map((row) => row.map(visible))
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell))
  }
  return rows.map((row) =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0, true))
      .join('  ')
      .trimEnd(),
  )
}
