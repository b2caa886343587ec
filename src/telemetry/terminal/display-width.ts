// How many columns of a terminal a text takes: two for wide characters and emoji, none for what combines with the one before.

const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
/** Escape, bracket, number, m: the colours of `ink.ts`. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`)
const RESET = '\u001b[0m'
const ASCII = /^[\u0020-\u007e]*$/

/** Made when it is needed: its tables take longer to load than the rest of the telemetry. */
let segmenter: Intl.Segmenter | undefined

/** What a person calls one character each. */
export function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

function columnsOf(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}

/** Columns of a line, colours left out. */
export function displayWidth(line: string): number {
  const text = line.split(COLOUR).filter((_part, index) => index % 2 === 0)
  return text.reduce((sum, part) => sum + widthOf(part), 0)
}

function widthOf(text: string): number {
  return ASCII.test(text) ? text.length : graphemes(text).reduce((sum, each) => sum + columnsOf(each), 0)
}

/** Filled up to `width` columns, on the right unless `left` is said. */
export function pad(text: string, width: number, left = false): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return left ? text + gap : gap + text
}

/** At most `width` columns, the last one an ellipsis where something is missing; colours stay. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let room = width - 1
  let out = ''
  let coloured = false
  for (const [index, part] of text.split(COLOUR).entries()) {
    if (index % 2 === 1) {
      coloured = part !== RESET
      out += part
      continue
    }
    for (const grapheme of graphemes(part)) {
      room -= columnsOf(grapheme)
      if (room < 0) return `${out}${width > 0 ? '…' : ''}${coloured ? RESET : ''}`
      out += grapheme
    }
  }
  return out
}
