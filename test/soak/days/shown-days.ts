// Days as a table, and what grew from the second to the last.

import type { SeenDays } from './simulate-days.js'

export function shownDays({ days, faults, wallSeconds }: SeenDays): string {
  const head = ['DAY', 'ORDERS', 'FILLS', 'MARKETS OVER', 'HEAP MB', 'JOURNAL MB', 'STEP US']
  const rows = days.map(({ day, orders, fills, over, heapMb, journalMb, stepUs }) =>
    [day, orders, fills, over, heapMb.toFixed(1), journalMb.toFixed(3), stepUs.toFixed(1)].map(String),
  )
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = [head, ...rows].map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
  return `${[...lines, `${wallSeconds.toFixed(0)} s`, ...faults].join('\n')}\n`
}
