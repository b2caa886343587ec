// A long text on several lines of a terminal: broken between words, and where it is too long for all of them without its middle,
// since what went wrong stands at its beginning and the place at its end.

import { cut, displayWidth, graphemes } from './display-width.js'

const INDENT = '  '

/** At most `most` lines of at most `width` columns; those after the first are indented. */
export function foldedLines(text: string, width: number, most: number): string[] {
  const whole = broken(text, width)
  if (whole.length <= most) return whole
  if (most === 1 || width < 2 * INDENT.length + 2) return [cut(text, width)]
  const head = whole.slice(0, most - 1)
  return [...head, `${INDENT}…${ending(text, width - INDENT.length - 1)}`]
}

/** The last columns of a text. */
function ending(text: string, width: number): string {
  const letters = graphemes(text)
  let from = letters.length
  let room = width
  while (from > 0) {
    room -= displayWidth(letters[from - 1] ?? '')
    if (room < 0) break
    from -= 1
  }
  return letters.slice(from).join('')
}

function broken(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' || line === INDENT ? line + word : `${line} ${word}`
    if (displayWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '' && line !== INDENT) lines.push(line)
    line = lines.length === 0 && line === '' ? word : INDENT + word
    // a word that is longer than a line, such as a path
    while (displayWidth(line) > width && width > INDENT.length) {
      const piece = fitting(line, width)
      lines.push(piece)
      line = INDENT + line.slice(piece.length)
    }
  }
  return [...lines, line]
}

/** As much of the beginning as fits, at least one character. */
function fitting(text: string, width: number): string {
  let room = width
  let piece = ''
  for (const grapheme of graphemes(text)) {
    room -= displayWidth(grapheme)
    if (room < 0 && piece.trim() !== '') break
    piece += grapheme
  }
  return piece
}
