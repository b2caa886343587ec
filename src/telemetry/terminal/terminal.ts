// Keeps the table on the terminal: redrawn in place four times a second; without a terminal, one plain line every five seconds.

import type { BotSnapshot } from '../../domain/run/snapshot.js'
import { displayWidth } from './display-width.js'
import { colourInk, plainInk } from './ink.js'
import { renderLine, renderTable } from './table.js'

const REDRAW_MS = 250
const LINE_MS = 5000

export interface Screen {
  write(text: string): void
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
}

export interface TerminalOptions {
  readonly screen: Screen
  readonly title: () => string
  readonly snapshot: () => BotSnapshot | undefined
  /** False under NO_COLOR. */
  readonly colour: boolean
}

export interface Terminal {
  /** Writes text above the table. It must end with a line feed. */
  print(text: string): void
  /** Draws once more and leaves the table standing. */
  close(): void
}

export function openTerminal(options: TerminalOptions): Terminal {
  return options.screen.isTTY === true ? openTable(options) : openLines(options)
}

/** A terminal that does not know its size says 0. */
const widthOf = (screen: Screen) => screen.columns || 80

/** Rows that the lines take now: a window that was made narrower has folded them. */
function rowsOf(lines: readonly string[], screen: Screen): number {
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(displayWidth(line) / widthOf(screen))), 0)
}

function openTable({ screen, title, snapshot, colour }: TerminalOptions): Terminal {
  let drawn: readonly string[] = []
  const erase = () => {
    if (drawn.length > 0) screen.write(`\u001b[${rowsOf(drawn, screen)}A\u001b[0J`)
    drawn = []
  }
  const draw = () => {
    const now = snapshot()
    if (now === undefined) return
    const width = widthOf(screen)
    const height = (screen.rows || 24) - 1
    const lines = renderTable(now, { width, height, title: title(), ink: colour ? colourInk : plainInk })
    erase()
    screen.write(`${lines.join('\n')}\n`)
    drawn = lines
  }
  const timer = setInterval(draw, REDRAW_MS)
  return {
    print(text) {
      erase()
      screen.write(text)
      draw()
    },
    close() {
      clearInterval(timer)
      draw()
    },
  }
}

function openLines({ screen, snapshot }: TerminalOptions): Terminal {
  const draw = () => {
    const now = snapshot()
    if (now !== undefined) screen.write(`${renderLine(now)}\n`)
  }
  const timer = setInterval(draw, LINE_MS)
  return {
    print: (text) => screen.write(text),
    close() {
      clearInterval(timer)
      draw()
    },
  }
}
